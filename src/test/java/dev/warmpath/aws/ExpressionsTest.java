package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.ItemWrite;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ExpressionsTest {
  private final Expressions expressions = new Expressions();

  @Test
  void writesConditionsWithPlaceholdersForEveryName() {
    // when
    String condition =
        expressions.condition(
            Condition.any(
                new Condition.Missing("pk"),
                Condition.all(new Condition.Present("@a/b"), new Condition.MoreThan("ttl", 7)),
                new Condition.AtMost("ttl", 8),
                new Condition.EqualTo("v", 9)));

    // then
    assertThat(condition)
        .isEqualTo(
            "(attribute_not_exists(#0)) OR ((attribute_exists(#1)) AND (#2 > :0))"
                + " OR (#2 <= :1) OR (#3 = :2)");
    assertThat(expressions.names())
        .isEqualTo(Map.of("#0", "pk", "#1", "@a/b", "#2", "ttl", "#3", "v"));
    assertThat(expressions.values())
        .isEqualTo(
            Map.of(
                ":0", AttributeValue.fromN("7"),
                ":1", AttributeValue.fromN("8"),
                ":2", AttributeValue.fromN("9")));
  }

  @Test
  void writesNothingForTheConditionThatAlwaysHolds() {
    assertThat(expressions.condition(Condition.none())).isEmpty();
  }

  @Test
  void writesUpdatesClauseByClause() {
    // when
    String update =
        expressions.update(
            new ItemWrite.Change(
                Map.of("d", Attribute.of(1)),
                Map.of("v", Attribute.of(2)),
                Map.of("b7", -3L),
                Set.of("b1")));

    // then
    assertThat(update).isEqualTo("SET #0 = :0, #1 = if_not_exists(#1, :1) ADD #2 :2 REMOVE #3");
    assertThat(expressions.values()).containsEntry(":2", AttributeValue.fromN("-3"));
  }

  @Test
  void leavesOutClausesWithoutParts() {
    assertThat(
            expressions.update(new ItemWrite.Change(Map.of(), Map.of(), Map.of("c", 5L), Set.of())))
        .isEqualTo("ADD #0 :0");
  }
}

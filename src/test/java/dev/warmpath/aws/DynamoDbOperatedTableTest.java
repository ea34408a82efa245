package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemScan.Page;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.table.OperatedTable.Changed;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DynamoDbOperatedTableTest {
  private static final TargetId BLUE = new TargetId("endpoint/blue");

  private final DynamoDbStub stub = new DynamoDbStub();
  private final DynamoDbOperatedTable table =
      new DynamoDbOperatedTable(
          stub.client(Duration.ofSeconds(10)),
          stub.client(Duration.ofSeconds(10)),
          "affinity",
          new FakeClock());

  @AfterEach
  void close() {
    table.close();
    stub.close();
  }

  @Test
  void goesOnWhereTheLastPageEnded() {
    // given
    stub.thenSay(
        """
        {"Items":[{"pk":{"S":"T#endpoint/blue"}}],"LastEvaluatedKey":{"pk":{"S":"T#endpoint/blue"}}}
        """);
    stub.thenSay("{\"Items\":[]}");

    // when
    Page first = table.page(Optional.empty());
    Page second = table.page(Optional.of("T#endpoint/blue"));

    // then
    assertThat(first)
        .isInstanceOfSatisfying(
            Page.Items.class,
            page -> {
              assertThat(page.items())
                  .extracting(Item::key)
                  .containsExactly(Optional.of("T#endpoint/blue"));
              assertThat(page.end()).contains("T#endpoint/blue");
            });
    assertThat(second).isEqualTo(new Page.Items(List.of(), Optional.empty()));
    assertThat(stub.requests().getLast().json())
        .containsEntry("TableName", "affinity")
        .containsEntry("ExclusiveStartKey", Map.of("pk", Map.of("S", "T#endpoint/blue")));
  }

  @Test
  void changesOnlyTheRowThatItHasRead() {
    // given
    stub.thenSay(
        """
        {"Responses":{"affinity":[{"pk":{"S":"T#endpoint/blue"},"c":{"N":"5"},"g":{"N":"3"}}]}}
        """);
    stub.thenSay("{\"Attributes\":{\"pk\":{\"S\":\"T#endpoint/blue\"}}}");

    // when
    Changed changed = table.change(BLUE, Action.INVALIDATE);

    // then
    assertThat(changed).isEqualTo(new Changed.Done());
    DynamoDbStub.Request write = stub.requests().getLast();
    assertThat(write.operation()).isEqualTo("UpdateItem");
    assertThat(write.body()).contains("ConditionExpression", "\"N\":\"3\"", "\"N\":\"4\"");
  }

  @Test
  void leavesARowAloneThatSomebodyElseHasChanged() {
    // given
    stub.thenSay(
        "{\"Responses\":{\"affinity\":[{\"pk\":{\"S\":\"T#endpoint/blue\"},\"c\":{\"N\":\"5\"}}]}}");
    stub.thenFail("ConditionalCheckFailedException");

    // when
    Changed changed = table.change(BLUE, Action.DRAIN);

    // then
    assertThat(changed).isEqualTo(new Changed.Contested());
  }

  @Test
  void writesNothingWhereItMayNotRead() {
    // given
    stub.thenFail("AccessDeniedException").thenFail("ResourceNotFoundException");

    // when
    Changed changed = table.change(BLUE, Action.DRAIN);
    Page page = table.page(Optional.empty());

    // then
    assertThat(changed).isEqualTo(new Changed.Failed(Degradation.DENIED));
    assertThat(page).isEqualTo(new Page.Failed(Degradation.DENIED));
    assertThat(stub.requests())
        .extracting(DynamoDbStub.Request::operation)
        .containsExactly("BatchGetItem", "Scan");
  }
}

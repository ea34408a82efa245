package dev.warmpath.chaos;

import dev.warmpath.local.ItemJson;
import dev.warmpath.table.Condition;
import dev.warmpath.table.ItemWrite;
import java.util.LinkedHashMap;
import java.util.Map;

/** Items and writes in DynamoDB's JSON, as far as the router uses it. */
final class WireItems {
  private WireItems() {}

  /** The string key of an item or of a key. */
  static String key(Map<?, ?> attributes) {
    return ItemJson.item(attributes).key().orElse("");
  }

  /** An object in a request; an empty one if there is none of that name. */
  static Map<?, ?> map(Map<String, Object> request, String name) {
    return request.get(name) instanceof Map<?, ?> map ? map : Map.of();
  }

  /** An UpdateItem. */
  static ItemWrite update(Map<String, Object> request) {
    WireExpression expression = expression(request);
    return new ItemWrite(
        key(map(request, "Key")),
        condition(request, expression),
        expression.change(String.valueOf(request.get("UpdateExpression"))));
  }

  /** A PutItem. */
  static ItemWrite put(Map<String, Object> request) {
    Map<?, ?> item = map(request, "Item");
    return new ItemWrite(
        key(item),
        condition(request, expression(request)),
        new ItemWrite.Replace(ItemJson.item(item)));
  }

  private static WireExpression expression(Map<String, Object> request) {
    Map<String, String> names = new LinkedHashMap<>();
    map(request, "ExpressionAttributeNames")
        .forEach((placeholder, name) -> names.put(placeholder.toString(), name.toString()));
    return new WireExpression(
        names, ItemJson.item(map(request, "ExpressionAttributeValues")).attributes());
  }

  private static Condition condition(Map<String, Object> request, WireExpression expression) {
    return request.get("ConditionExpression") instanceof String text
        ? expression.condition(text)
        : Condition.none();
  }
}

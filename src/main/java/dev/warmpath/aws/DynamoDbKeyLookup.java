package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.KeyHash;
import dev.warmpath.keys.KeyLookup;
import dev.warmpath.keys.KeyRowCodec;
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/**
 * Looks keys up in their DynamoDB table, as the authorizer does: each by one signed call, which the
 * SDK's client would make as well, but with 1,800 more classes to load at each start.
 *
 * <p>Reads are consistent: a key that was just made opens, and one that was just revoked does not.
 * Safe for any number of threads.
 */
public final class DynamoDbKeyLookup implements KeyLookup {
  /** Long enough for the first call of a cold process. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(3);

  private static final String SERVICE = "dynamodb";
  private static final Map<String, String> GET_ITEM =
      Map.of(
          "Content-Type",
          "application/x-amz-json-1.0",
          "X-Amz-Target",
          "DynamoDB_20120810.GetItem");

  private final SignedHttp calls;
  private final URI address;
  private final String table;

  /**
   * Makes a look-up over a table that exists.
   *
   * @param access who asks, in a region
   * @param table its key is a string named {@code pk}
   */
  DynamoDbKeyLookup(AwsAccess access, Duration silence, String table) {
    this.calls = new SignedHttp(http(silence), access);
    this.address = calls.address(SERVICE).resolve("/");
    this.table = table;
  }

  private static SdkHttpClient http(Duration silence) {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(silence)
        .socketTimeout(silence)
        .build();
  }

  /**
   * The look-up of the environment's own account and region, for callers that wait.
   *
   * @param environment the process's variables
   */
  public static DynamoDbKeyLookup ofEnvironment(Map<String, String> environment, String table) {
    AwsAccess access = AwsAccess.ofEnvironment().atServer(environment, "DYNAMODB");
    return new DynamoDbKeyLookup(
        access.inRegion(access.resolvedRegion().id()), LONGEST_SILENCE, table);
  }

  @Override
  public Found find(KeyHash hash) {
    try {
      SignedHttp.Answer answer =
          calls.exchange(new SignedHttp.Call(SERVICE, "POST", address, GET_ITEM, request(hash)));
      return answer.isSuccess()
          ? found(JsonObject.parse(answer.body()))
          : new Found.Unavailable(answer.status() + error(answer.body()));
    } catch (IOException e) {
      Throwable cause = e.getCause() instanceof SdkException thrown ? thrown : e;
      return new Found.Unavailable(cause.getClass().getSimpleName());
    }
  }

  private byte[] request(KeyHash hash) throws IOException {
    return JSON.std.asBytes(
        Map.of(
            "TableName",
            table,
            "ConsistentRead",
            true,
            "Key",
            Map.of(Item.KEY, Map.of("S", KeyRowCodec.key(hash)))));
  }

  private static Found found(JsonObject answer) {
    JsonObject item = answer.object("Item");
    if (item.fields().isEmpty()) {
      return new Found.None();
    }
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    item.fields().keySet().forEach(name -> attributes.put(name, attribute(item.object(name))));
    return KeyRowCodec.row(new Item(attributes))
        .<Found>map(Found.Row::new)
        .orElseGet(() -> new Found.Unavailable("the key's row cannot be understood"));
  }

  /** Texts and numbers; rows of keys have nothing else. */
  private static Attribute attribute(JsonObject value) {
    if (value.fields().get("S") instanceof String text) {
      return new Attribute.Text(text);
    }
    try {
      return new Attribute.Numeric(new BigDecimal(value.text("N")));
    } catch (NumberFormatException e) {
      // Something else, or nothing of DynamoDB's.
      return new Attribute.Opaque();
    }
  }

  /** The error's name, behind a space; empty where what stands between answered without any. */
  private static String error(byte[] body) {
    try {
      String type = JsonObject.parse(body).text("__type");
      return (" " + type.substring(type.indexOf('#') + 1)).stripTrailing();
    } catch (IOException e) {
      return "";
    }
  }
}

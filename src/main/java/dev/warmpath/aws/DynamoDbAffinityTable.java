package dev.warmpath.aws;

import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemTable;
import dev.warmpath.table.UnitMeter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The affinity table in DynamoDB.
 *
 * <p>A read is one BatchGetItem, a claim one conditional PutItem, a write one UpdateItem or
 * PutItem; only an owner that joins a row takes two. Every call returns within its budget, whatever
 * DynamoDB or the network does. Safe for any number of threads.
 */
public final class DynamoDbAffinityTable implements AffinityTable, AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(DynamoDbAffinityTable.class);

  private final DynamoDbClient client;
  private final ItemStore items;
  private final ItemTable table;
  private final TableBudgets budgets;
  private final ColdStart reads;
  private final ColdStart claims;

  /**
   * Makes a table that exists already.
   *
   * @param client speaks to DynamoDB without retries; closed with the table
   * @param tableName the table; its key is a string named {@code pk}, its TTL attribute {@code ttl}
   * @param budgets how long calls may take
   * @param clock what rows are compared with and budgets measured with
   * @param troubles told of every row that could not be understood
   */
  public DynamoDbAffinityTable(
      DynamoDbClient client,
      String tableName,
      TableBudgets budgets,
      RouterClock clock,
      Consumer<Trouble> troubles) {
    this.client = client;
    UnitMeter meter = new UnitMeter();
    this.items = new DynamoDbItems(client, tableName, meter);
    this.table = new ItemTable(items, meter, clock.wall(), troubles);
    this.budgets = budgets;
    this.reads = new ColdStart(budgets.first(), budgets.call(), clock.nanos());
    this.claims = new ColdStart(budgets.first(), budgets.call(), clock.nanos());
  }

  /** The same table as a store of counters, for work that no answer waits for. */
  public ItemStore counters() {
    return items;
  }

  /** Closes the connections. */
  @Override
  public void close() {
    client.close();
  }

  @Override
  public TableRead read(TableQuery query) {
    // A query for nothing is answered without DynamoDB, and so says nothing about it.
    return query.anchors().isEmpty() && query.targets().isEmpty() && query.endpoints().isEmpty()
        ? table.read(query)
        : foreground(reads, () -> table.read(query), TableRead.Unavailable::new);
  }

  /**
   * Makes all that a first read makes (the connection, credentials) before anybody waits for it.
   *
   * @param limit how long that may take: on a slow machine far longer than any read
   */
  public TableRead prime(TableQuery query, Duration limit) {
    return limited(
        limit, Degradation.COLD, noted(reads, () -> table.read(query)), TableRead.Unavailable::new);
  }

  @Override
  public ClaimResult claim(ClaimRequest request) {
    return foreground(claims, () -> table.claim(request), ClaimResult.Unavailable::new);
  }

  @Override
  public WriteResult write(TableWrite write) {
    return limited(
        budgets.write(),
        Degradation.TIMEOUT,
        () -> table.write(write),
        WriteResult.Unavailable::new);
  }

  @Override
  public TableUnits units() {
    return table.units();
  }

  private static <T> T foreground(
      ColdStart coldStart, Callable<T> call, Function<Degradation, T> unavailable) {
    ColdStart.Allowance allowance = coldStart.begin();
    Degradation late = allowance.cold() ? Degradation.COLD : Degradation.TIMEOUT;
    return limited(allowance.budget(), late, noted(coldStart, call), unavailable);
  }

  private static <T> Callable<T> noted(ColdStart coldStart, Callable<T> call) {
    return () -> {
      T answer = call.call();
      coldStart.answered();
      return answer;
    };
  }

  private static <T> T limited(
      Duration budget, Degradation late, Callable<T> call, Function<Degradation, T> unavailable) {
    return switch (TimeLimit.call(budget, call)) {
      case TimeLimit.Outcome.Returned<T>(T answer) -> answer;
      case TimeLimit.Outcome.Late<T>() -> unavailable.apply(late);
      case TimeLimit.Outcome.Broken<T>(Throwable cause) -> {
        LOGGER
            .atWarn()
            .addKeyValue("error", cause.getClass().getSimpleName())
            .log("affinity table call broke");
        LOGGER.atDebug().setCause(cause).log("affinity table call broke");
        yield unavailable.apply(Degradation.FAILED);
      }
    };
  }
}

package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.ItemScan.Page;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.table.OperatedTable.Changed;
import dev.warmpath.table.OperatedTableContract;
import dev.warmpath.testing.FakeClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The table of a local tier through both sides of its operator's door. */
final class RemoteTableTest extends OperatedTableContract {
  private final InMemoryAffinityTable table = new InMemoryAffinityTable(new FakeClock());
  private final LocalGateway gateway;
  private final RemoteTable remote;

  RemoteTableTest() throws IOException {
    super(new FakeClock());
    gateway =
        LocalGateway.listen(
            new GatewaySettings(
                0, Duration.ofSeconds(5), new FakeClock(), System::nanoTime, () -> "id"),
            (event, context, reply) -> {},
            id -> {});
    gateway.openTable(table.operated());
    remote = new RemoteTable(gateway.uri());
  }

  @AfterEach
  void close() {
    remote.close();
    gateway.close();
  }

  @Override
  protected AffinityTable table() {
    return table;
  }

  @Override
  protected OperatedTable operated() {
    return remote;
  }

  @Override
  protected int rows() {
    return 1200;
  }

  @Test
  void refusesWhatABrowserCouldBeMadeToSend() throws Exception {
    // given
    URI door = gateway.uri().resolve("/warmpath/table");
    String drain = "{\"target\":\"endpoint/blue\",\"action\":\"DRAIN\"}";

    // when
    try (HttpClient client = HttpClient.newHttpClient()) {
      int read =
          client.send(HttpRequest.newBuilder(door).build(), BodyHandlers.discarding()).statusCode();
      int changed =
          client
              .send(
                  HttpRequest.newBuilder(door).POST(BodyPublishers.ofString(drain)).build(),
                  BodyHandlers.discarding())
              .statusCode();

      // then
      assertThat(read).isEqualTo(403);
      assertThat(changed).isEqualTo(403);
    }
  }

  @Test
  void whereNoTierAnswersIsNoTable() throws IOException {
    // given
    gateway.close();

    // when
    Page page = remote.page(Optional.empty());
    Changed changed = remote.change(new TargetId("endpoint/blue"), Action.DRAIN);

    // then
    assertThat(page).isEqualTo(new Page.Failed(Degradation.FAILED));
    assertThat(changed).isEqualTo(new Changed.Failed(Degradation.FAILED));
  }
}

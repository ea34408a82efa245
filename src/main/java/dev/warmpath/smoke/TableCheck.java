package dev.warmpath.smoke;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The work of an answer stands in the affinity table.
 *
 * @param chats through the door
 * @param table the deployment's
 * @param endpoints those that it routes over
 * @param clock the time of day
 * @param pause between two looks
 */
record TableCheck(
    Chats chats, AffinityTable table, List<String> endpoints, InstantSource clock, Pause pause)
    implements Check {
  /** Written in background, at the latest when the next request thaws the environment. */
  private static final int LOOKS = 10;

  private static final Duration BETWEEN = Duration.ofMillis(500);

  @Override
  public String name() {
    return "table";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    String variant = chats.ask(chats.newSession(), "Is there a ferry at night?").variant();
    List<TargetId> named =
        endpoints.stream()
            .flatMap(endpoint -> targets(endpoint, variant))
            .map(Target::id)
            .distinct()
            .toList();
    for (int look = 0; look < LOOKS; look++) {
      TableRead read = table.read(new TableQuery("", List.of(), named, List.of(), clock.instant()));
      switch (read) {
        case TableRead.Unavailable(var reason) -> {
          return new Failed(
              "the table could not be read: " + reason, "you need dynamodb:BatchGetItem on it");
        }
        case TableRead.Rows(var view, var fleets) -> {
          if (named.stream()
              .anyMatch(id -> view.target(id).recentlyInserted(clock.instant()) > 0)) {
            return new Passed("has the row of " + variant + ", with the work of this answer");
          }
        }
      }
      pause.await(BETWEEN);
    }
    return new Failed(
        "there is no row of " + variant + " with the work of the last minutes",
        "look at the function's log for lost writes, and at its table permissions");
  }

  /** The label of an answer does not say which of these it is. */
  private static Stream<Target> targets(String endpoint, String label) {
    return Stream.of(
        Target.ofVariant(endpoint, label, 1, false),
        Target.ofComponent(endpoint, label, 1),
        Target.ofEndpoint(endpoint, 1, false));
  }
}

package dev.warmpath.router;

import dev.warmpath.router.port.FleetView;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Serving;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The targets that serve one model. Whatever it reads keeps the whole fleet's view fresh.
 *
 * @param all the whole fleet
 * @param serving who serves what
 * @param model the model
 */
record ServingView(FleetView all, Serving serving, String model) implements FleetView {
  @Override
  public Fleet current() {
    return serving.of(model, all.current());
  }

  @Override
  public List<String> endpoints() {
    return all.endpoints();
  }

  @Override
  public void observe(List<FleetRow> rows, Executor background) {
    all.observe(rows, background);
  }
}

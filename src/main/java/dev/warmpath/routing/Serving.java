package dev.warmpath.routing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which targets serve which model. Immutable.
 *
 * @param places for each model the endpoints, as a whole, and the single targets that serve it, by
 *     name; a model that is not listed is served by all
 */
public record Serving(Map<String, Set<String>> places) {
  /** Every model is served everywhere. */
  public static final Serving EVERYWHERE = new Serving(Map.of());

  /** Copies the map and its sets. */
  public Serving {
    Map<String, Set<String>> copies = new HashMap<>();
    places.forEach((model, names) -> copies.put(model, Set.copyOf(names)));
    places = Map.copyOf(copies);
  }

  /** Those of a fleet that serve a model. */
  public Fleet of(String model, Fleet fleet) {
    Set<String> names = places.get(model);
    return names == null
        ? fleet
        : new Fleet(fleet.targets().stream().filter(t -> isNamed(t, names)).toList());
  }

  private static boolean isNamed(Target target, Collection<String> names) {
    return names.contains(target.endpoint()) || names.contains(target.id().value());
  }
}

package dev.warmpath.bootstrap;

import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetList;
import dev.warmpath.web.Models;
import dev.warmpath.web.ServedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The models of a configuration.
 *
 * @param models under which names they are known
 * @param serving where each is served
 */
record ModelSettings(Models models, Serving serving) {
  private static final String SAYS_WHERE = "=";

  /**
   * Reads the models: names alone, each served everywhere, or names with the places that serve
   * them.
   *
   * @param endpoints every endpoint of the fleet
   * @param targets the fleet where it is fixed; else empty
   */
  static ModelSettings of(SettingReader read, Set<String> endpoints, List<Target> targets) {
    boolean saysWhere = read.text(Setting.MODEL).contains(SAYS_WHERE);
    Map<String, Set<String>> places =
        saysWhere ? places(read, endpoints, targets) : everywhere(read);
    if (places.isEmpty()) {
      read.fault(Setting.MODEL, "must name a model");
      places = Map.of(Setting.MODEL.defaultValue(), Set.of());
    }
    Models models = new Models(named(read, places.keySet()));
    return new ModelSettings(models, saysWhere ? new Serving(places) : Serving.EVERYWHERE);
  }

  private static Map<String, Set<String>> everywhere(SettingReader read) {
    Map<String, Set<String>> models = new LinkedHashMap<>();
    read.list(Setting.MODEL).forEach(name -> add(read, Setting.MODEL, models, name, Set.of()));
    return models;
  }

  private static Map<String, Set<String>> places(
      SettingReader read, Set<String> endpoints, List<Target> targets) {
    Map<String, Set<String>> models = new LinkedHashMap<>();
    Set<String> idle = new LinkedHashSet<>(endpoints);
    pairs(read, Setting.MODEL)
        .forEach(
            pair -> {
              Set<String> names = new LinkedHashSet<>(List.of(pair.right().split("[,\\s]+", -1)));
              names.forEach(name -> checkPlace(read, name, endpoints, targets));
              names.forEach(name -> idle.remove(name.split("/", 2)[0]));
              add(read, Setting.MODEL, models, pair.left(), names);
            });
    idle.forEach(
        name -> read.fault(Setting.MODEL, "leaves endpoint '" + name + "' without a model"));
    return models;
  }

  private static void checkPlace(
      SettingReader read, String name, Set<String> endpoints, List<Target> targets) {
    List<Target> place = TargetList.parse(name).targets();
    boolean known =
        endpoints.contains(name)
            || (place.size() == 1
                && endpoints.contains(place.getFirst().endpoint())
                && (targets.isEmpty() || targets.contains(place.getFirst())));
    if (!known) {
      read.fault(
          Setting.MODEL,
          "names '" + name + "', which is neither an endpoint of the fleet nor a target in one");
    }
  }

  private static List<ServedModel> named(SettingReader read, Set<String> names) {
    String all = read.text(Setting.ENGINE_MODEL);
    if (!all.contains(SAYS_WHERE)) {
      return names.stream().map(name -> new ServedModel(name, all)).toList();
    }
    Map<String, String> engineNames = new LinkedHashMap<>();
    for (Pair pair : pairs(read, Setting.ENGINE_MODEL)) {
      add(read, Setting.ENGINE_MODEL, engineNames, pair.left(), pair.right());
      if (!names.contains(pair.left())) {
        read.fault(
            Setting.ENGINE_MODEL,
            "names '" + pair.left() + "', which " + Setting.MODEL.variable() + " does not");
      }
    }
    return names.stream()
        .map(name -> new ServedModel(name, engineNames.getOrDefault(name, "")))
        .toList();
  }

  /** What stands on both sides of an equals sign. */
  private record Pair(String left, String right) {}

  private static List<Pair> pairs(SettingReader read, Setting setting) {
    List<Pair> pairs = new ArrayList<>();
    Arrays.stream(read.text(setting).split(";", -1))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .forEach(
            entry -> {
              int equals = entry.indexOf(SAYS_WHERE);
              if (equals <= 0) {
                read.fault(setting, "has an entry that is not MODEL=…: '" + entry + "'");
              } else {
                pairs.add(
                    new Pair(
                        entry.substring(0, equals).strip(), entry.substring(equals + 1).strip()));
              }
            });
    return pairs;
  }

  private static <T> void add(
      SettingReader read, Setting setting, Map<String, T> map, String name, T value) {
    if (map.put(name, value) != null) {
      read.fault(setting, "must name each model once but has '" + name + "' twice");
    }
  }
}

package dev.warmpath.aws;

import dev.warmpath.router.port.FleetSource;
import dev.warmpath.router.port.FleetUnavailableException;
import dev.warmpath.routing.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fleets as SageMaker's control plane describes them.
 *
 * <p>The targets are an endpoint's variants, or its inference components where it hosts any, since
 * such a variant holds no model of its own. Needs the permissions {@code
 * sagemaker:DescribeEndpoint}, {@code ListInferenceComponents} and {@code
 * DescribeInferenceComponent}. Safe for any number of threads.
 */
public final class SageMakerFleetSource implements FleetSource, AutoCloseable {
  /**
   * States in which an endpoint answers. A failed roll-back leaves it in service with a mix of old
   * and new.
   */
  private static final Set<String> SERVING_ENDPOINT =
      Set.of("InService", "Updating", "SystemUpdating", "RollingBack", "UpdateRollbackFailed");

  private static final Set<String> SERVING_COMPONENT = Set.of("InService", "Updating");

  /** More pages than any endpoint has: a server that never ends its list must not hang us. */
  private static final int MAX_PAGES = 50;

  private static final int PAGE = 100;

  private final SageMakerControlPlane controlPlane;

  SageMakerFleetSource(SageMakerControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @Override
  public List<Target> describe(String endpoint) throws FleetUnavailableException {
    JsonObject description =
        controlPlane.call("DescribeEndpoint", endpoint, Map.of("EndpointName", endpoint));
    if (!SERVING_ENDPOINT.contains(description.text("EndpointStatus"))) {
      return List.of();
    }
    List<JsonObject> variants = description.objects("ProductionVariants");
    List<JsonObject> components = components(endpoint);
    return components.isEmpty()
        ? variantTargets(endpoint, variants)
        : componentTargets(endpoint, components, variants);
  }

  /** Closes the connections. */
  @Override
  public void close() {
    controlPlane.close();
  }

  private static List<Target> variantTargets(String endpoint, List<JsonObject> variants) {
    List<JsonObject> staffed =
        variants.stream()
            .filter(v -> v.count("CurrentInstanceCount") >= 1 && !isInState(v, "Deleting"))
            .toList();
    List<JsonObject> settled = staffed.stream().filter(v -> !isInState(v, "Creating")).toList();
    // A variant whose next fleet is being created may say "Creating" while the old one serves: with
    // nothing else to choose from, it is worth asking.
    return (settled.isEmpty() ? staffed : settled)
        .stream()
            .map(
                v ->
                    Target.ofVariant(
                        endpoint,
                        v.text("VariantName"),
                        v.count("CurrentInstanceCount"),
                        isPrefixAware(v)))
            .toList();
  }

  private static boolean isInState(JsonObject variant, String state) {
    return variant.objects("VariantStatus").stream().anyMatch(s -> s.text("Status").equals(state));
  }

  private static boolean isPrefixAware(JsonObject variant) {
    return variant.object("RoutingConfig").text("RoutingStrategy").equals("PREFIX_AWARE");
  }

  private List<JsonObject> components(String endpoint) throws FleetUnavailableException {
    List<JsonObject> components = new ArrayList<>();
    Map<String, Object> input = new HashMap<>();
    input.put("EndpointNameEquals", endpoint);
    input.put("MaxResults", PAGE);
    for (int page = 0; page < MAX_PAGES; page++) {
      JsonObject answer = controlPlane.call("ListInferenceComponents", endpoint, input);
      components.addAll(answer.objects("InferenceComponents"));
      if (answer.text("NextToken").isEmpty()) {
        return components;
      }
      input.put("NextToken", answer.text("NextToken"));
    }
    throw new FleetUnavailableException(
        "SageMaker lists the inference components of " + endpoint + " without end");
  }

  private List<Target> componentTargets(
      String endpoint, List<JsonObject> components, List<JsonObject> variants)
      throws FleetUnavailableException {
    List<Target> targets = new ArrayList<>();
    for (JsonObject listed : eachOnce(components)) {
      if (SERVING_COMPONENT.contains(listed.text("InferenceComponentStatus"))) {
        String name = listed.text("InferenceComponentName");
        JsonObject component =
            controlPlane.call(
                "DescribeInferenceComponent", name, Map.of("InferenceComponentName", name));
        int copies = component.object("RuntimeConfig").count("CurrentCopyCount");
        // An adapter has no copies of its own: it lives in its base component's.
        if (copies >= 1) {
          boolean prefixAware = isPrefixAware(named(listed.text("VariantName"), variants));
          targets.add(Target.ofComponent(endpoint, name, copies, prefixAware));
        }
      }
    }
    return List.copyOf(targets);
  }

  /** A component that moves while the pages are read may stand on two of them. */
  private static Collection<JsonObject> eachOnce(List<JsonObject> components) {
    Map<String, JsonObject> byName = new LinkedHashMap<>();
    components.forEach(c -> byName.put(c.text("InferenceComponentName"), c));
    return byName.values();
  }

  private static JsonObject named(String variant, List<JsonObject> variants) {
    return variants.stream()
        .filter(v -> v.text("VariantName").equals(variant))
        .findFirst()
        .orElse(new JsonObject(Map.of()));
  }
}

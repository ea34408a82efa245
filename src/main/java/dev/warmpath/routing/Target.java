package dev.warmpath.routing;

/**
 * One KV cache that can be addressed: what the table calls an owner.
 *
 * <p>A variant with several instances is one target too; its cache is then only as exact as
 * SageMaker's own routing inside it.
 *
 * @param id the target's name in the table
 * @param endpoint the SageMaker endpoint
 * @param address how to reach the target inside its endpoint
 * @param instances how many instances or copies stand behind it, at least 1
 * @param prefixAware whether SageMaker routes by prefix inside it, so that a {@code PrefixAwareId}
 *     is understood
 * @param seed 64 well-mixed bits of the name, kept since every placement needs them
 */
public record Target(
    TargetId id, String endpoint, Address address, int instances, boolean prefixAware, long seed) {

  /** How one target is addressed inside its endpoint. */
  public sealed interface Address {
    /**
     * A production variant, addressed by {@code TargetVariant}.
     *
     * @param name the variant's name
     */
    record Variant(String name) implements Address {}

    /**
     * An inference component, addressed by {@code InferenceComponentName}.
     *
     * @param name the component's name
     */
    record Component(String name) implements Address {}

    /** The whole endpoint: SageMaker picks the instance. */
    record Whole() implements Address {}
  }

  /** Rejects a target without instances. */
  public Target {
    if (instances < 1) {
      throw new IllegalArgumentException(
          "target " + id + " must have at least 1 instance but has " + instances);
    }
  }

  /** A production variant. */
  public static Target ofVariant(
      String endpoint, String variant, int instances, boolean prefixAware) {
    return of(
        endpoint + "/" + variant, endpoint, new Address.Variant(variant), instances, prefixAware);
  }

  /** An inference component on instances that SageMaker does not choose by prefix. */
  public static Target ofComponent(String endpoint, String component, int copies) {
    return ofComponent(endpoint, component, copies, false);
  }

  /** An inference component. */
  public static Target ofComponent(
      String endpoint, String component, int copies, boolean prefixAware) {
    return of(
        endpoint + "/ic:" + component,
        endpoint,
        new Address.Component(component),
        copies,
        prefixAware);
  }

  /** A whole endpoint. */
  public static Target ofEndpoint(String endpoint, int instances, boolean prefixAware) {
    return of(endpoint, endpoint, new Address.Whole(), instances, prefixAware);
  }

  /** What people call the target: the variant, the component or the endpoint. */
  public String label() {
    return switch (address) {
      case Address.Variant(String name) -> name;
      case Address.Component(String name) -> name;
      case Address.Whole() -> endpoint;
    };
  }

  private static Target of(
      String id, String endpoint, Address address, int instances, boolean prefixAware) {
    TargetId targetId = new TargetId(id);
    return new Target(targetId, endpoint, address, instances, prefixAware, targetId.seed());
  }
}

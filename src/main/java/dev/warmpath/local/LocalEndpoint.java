package dev.warmpath.local;

import java.util.List;

/**
 * A SageMaker endpoint and what it hosts.
 *
 * @param name its name
 * @param hosted its variants, or its inference components; not empty
 */
public record LocalEndpoint(String name, List<Hosted> hosted) {
  /** Checks the list and keeps a copy. */
  public LocalEndpoint {
    hosted = List.copyOf(hosted);
    if (hosted.isEmpty()) {
      throw new IllegalArgumentException("endpoint " + name + " must host something");
    }
  }

  /**
   * One model server behind an endpoint.
   *
   * @param variant the production variant that it belongs to
   * @param inferenceComponent the inference component that it is a copy of; empty if none
   * @param container the server
   */
  public record Hosted(String variant, String inferenceComponent, ModelContainer container) {
    /** A server that is addressed by its variant. */
    public static Hosted variant(String variant, ModelContainer container) {
      return new Hosted(variant, "", container);
    }
  }
}

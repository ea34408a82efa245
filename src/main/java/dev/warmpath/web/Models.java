package dev.warmpath.web;

import java.util.List;
import java.util.Optional;

/**
 * Which models callers may ask for.
 *
 * @param served each name once; the first stands in where a request names none
 */
public record Models(List<ServedModel> served) {
  /** Copies the models and rejects an empty list. */
  public Models {
    served = List.copyOf(served);
    if (served.isEmpty()) {
      throw new IllegalArgumentException("at least one model must be served");
    }
  }

  /**
   * Models that engines know by one name.
   *
   * @param names public names
   * @param engineName the name sent to engines; may be empty
   */
  public Models(List<String> names, String engineName) {
    this(names.stream().map(name -> new ServedModel(name, engineName)).toList());
  }

  /** The public names, in the order of the configuration. */
  public List<String> names() {
    return served.stream().map(ServedModel::name).toList();
  }

  /** The model of a name. */
  Optional<ServedModel> find(String name) {
    return served.stream().filter(model -> model.name().equals(name)).findFirst();
  }

  /**
   * The model that a request goes to.
   *
   * @throws RequestException 404 if it is not served
   */
  ServedModel resolve(String requested) throws RequestException {
    Optional<ServedModel> found =
        requested.isEmpty() ? Optional.of(served.getFirst()) : find(requested);
    return found.orElseThrow(() -> RequestException.unknownModel(String.join(", ", names())));
  }
}

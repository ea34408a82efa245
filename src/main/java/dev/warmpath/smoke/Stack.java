package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A CloudFormation stack, as it describes itself.
 *
 * @param name its name
 * @param status such as {@code CREATE_COMPLETE}
 * @param parameters its parameters' values, by name
 * @param outputs its outputs' values, by name
 */
record Stack(
    String name, String status, Map<String, String> parameters, Map<String, String> outputs) {
  /** The parameter that says who is let in. */
  static final String AUTH_MODE = "AuthMode";

  /** Its value where each tenant has keys of his own. */
  static final String BEARING = "KEYS";

  private static final String SIGNED = "IAM";
  private static final String CLOUDFORMATION_VERSION = "2010-05-15";
  private static final List<String> AT_WORK =
      List.of(
          "CREATE_COMPLETE",
          "IMPORT_COMPLETE",
          "UPDATE_COMPLETE",
          "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
          "UPDATE_ROLLBACK_COMPLETE");

  /**
   * Looks a stack up.
   *
   * @throws IOException if it does not exist, or may not be described, in a sentence
   */
  static Stack described(SignedHttp cloudFormation, String name) throws IOException {
    XmlNode stack =
        new QueryApi(cloudFormation, "cloudformation", CLOUDFORMATION_VERSION)
            .call("DescribeStacks", Map.of("StackName", name))
            .child("DescribeStacksResult")
            .child("Stacks")
            .child("member");
    return new Stack(
        name,
        stack.child("StackStatus").text(),
        values(stack.child("Parameters"), "Parameter"),
        values(stack.child("Outputs"), "Output"));
  }

  private static Map<String, String> values(XmlNode list, String kind) {
    return list.members().stream()
        .collect(
            Collectors.toMap(
                m -> m.child(kind + "Key").text(),
                m -> m.child(kind + "Value").text(),
                (first, second) -> first));
  }

  /** Whether its door is for who signs, and for no key. */
  boolean isSigned() {
    return parameter(AUTH_MODE, "").equals(SIGNED);
  }

  /** Whether its resources are there and in use. */
  boolean isAtWork() {
    return AT_WORK.contains(status);
  }

  /** A parameter's value; the other one if the stack has none. */
  String parameter(String parameter, String otherwise) {
    return parameters.getOrDefault(parameter, otherwise);
  }

  /** An output's value; empty if the stack has none. */
  String output(String output) {
    return outputs.getOrDefault(output, "");
  }

  /** The SageMaker endpoints that it routes over. */
  List<String> endpoints() {
    return Arrays.stream(parameter("EndpointName", "").split(",", -1))
        .filter(endpoint -> !endpoint.isEmpty())
        .toList();
  }
}

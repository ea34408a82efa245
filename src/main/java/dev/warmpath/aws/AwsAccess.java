package dev.warmpath.aws;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Where AWS is, and who asks.
 *
 * @param region the region's name, such as {@code eu-central-1}; empty for the one that the SDK
 *     finds by itself
 * @param endpoint a server to talk to; empty for the one that {@code AWS_ENDPOINT_URL_*} or {@code
 *     AWS_ENDPOINT_URL} names, else AWS itself
 * @param credentials who signs
 */
public record AwsAccess(
    Optional<String> region, Optional<URI> endpoint, AwsCredentialsProvider credentials) {

  /** AWS as the process finds it: region, endpoints and credentials by the SDK's own rules. */
  public static AwsAccess ofEnvironment() {
    return new AwsAccess(
        Optional.empty(), Optional.empty(), DefaultCredentialsProvider.builder().build());
  }

  /** A server that speaks AWS's protocols and checks no signature. */
  public static AwsAccess local(URI endpoint) {
    return new AwsAccess(
        Optional.of("us-east-1"),
        Optional.of(endpoint),
        StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")));
  }

  /**
   * A server by its address. One on this machine is an emulator: it checks no signature, so that
   * neither a region nor credentials need be set up for it.
   */
  public static AwsAccess of(URI endpoint) {
    boolean here = List.of("127.0.0.1", "localhost", "[::1]").contains(endpoint.getHost());
    return here ? local(endpoint) : ofEnvironment().withEndpoint(endpoint);
  }

  /**
   * The server that the SDK's variables name for a service, if they name one.
   *
   * @param service its name there, such as {@code CLOUDFORMATION}
   */
  public static Optional<URI> endpoint(Map<String, String> environment, String service) {
    return Stream.of("AWS_ENDPOINT_URL_" + service, "AWS_ENDPOINT_URL")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isBlank())
        .findFirst()
        .map(URI::create);
  }

  /**
   * The same, at the server that the SDK's variables name for a service, if they name one.
   *
   * @param service its name there, such as {@code CLOUDFORMATION}
   */
  public AwsAccess atServer(Map<String, String> environment, String service) {
    return endpoint(environment, service).map(this::withEndpoint).orElse(this);
  }

  /** The same, in a region. */
  public AwsAccess inRegion(String name) {
    return new AwsAccess(Optional.of(name), endpoint, credentials);
  }

  /** The same, at another server. */
  public AwsAccess withEndpoint(URI other) {
    return new AwsAccess(region, Optional.of(other), credentials);
  }

  /** The region, looked up if none is given. */
  Region resolvedRegion() {
    return region
        .map(Region::of)
        .orElseGet(() -> DefaultAwsRegionProviderChain.builder().build().getRegion());
  }

  /**
   * The domain of a region's services. The SDK has a table of it, and of so much else that looking
   * there loads 570 classes; and it has none for regions younger than itself.
   */
  static String domain(String region) {
    String place = region.replaceFirst("-.*", "");
    String isolated = region.replaceFirst("^[a-z]+-(iso[a-z]?)-.*", "$1");
    return switch (place.equals("cn") || place.equals("eusc") ? place : isolated) {
      case "cn" -> "amazonaws.com.cn";
      case "eusc" -> "amazonaws.eu";
      case "iso" -> "c2s.ic.gov";
      case "isob" -> "sc2s.sgov.gov";
      case "isoe" -> "cloud.adc-e.uk";
      case "isof" -> "csp.hci.ic.gov";
      default -> "amazonaws.com";
    };
  }

  /** Sets up a client; what is not given stays with the SDK. */
  <B extends AwsClientBuilder<B, ?>> B applyTo(B builder) {
    region.map(Region::of).ifPresent(builder::region);
    endpoint.ifPresent(builder::endpointOverride);
    return builder.credentialsProvider(credentials);
  }
}

package dev.warmpath.bench.cost;

/**
 * What a million requests cost in USD besides the model, with prices of us-east-1.
 *
 * <p>{@code docs/benchmarks/cost.md} says where each price is from, and how sure it is.
 *
 * @param seconds how long a request holds its environment
 * @param readUnits read request units of one
 * @param writeUnits write request units of one
 */
record MillionRequests(double seconds, double readUnits, double writeUnits) {
  /** How many requests an environment of a managed instance serves at once for each vCPU. */
  static final int MANAGED_REQUESTS_PER_VCPU = 32;

  /** An hour of the modelled engines' instance, p5.48xlarge, at the lowest price known. */
  static final double GPU_HOUR = 39.33;

  private static final double MILLION = 1e6;
  private static final double GATEWAY = 3.50;
  private static final double LAMBDA_REQUESTS = 0.20;
  private static final double LAMBDA_GB_SECOND = 0.0000166667;

  /** The template's {@code MemorySize}, in GB. */
  private static final double MEMORY = 1;

  private static final double MILLION_READ_UNITS = 0.125;
  private static final double MILLION_WRITE_UNITS = 0.625;
  private static final double METRICS_CALL = 0.01 / 1000;

  /** An environment sends its metrics when the oldest is that old. */
  private static final double METRICS_SECONDS = 10;

  /** m7g.large has 2 vCPU; AWS adds 15 % for the management. */
  private static final double MANAGED_VCPU_HOUR = 1.15 * 0.0816 / 2;

  private static final double SECONDS_PER_HOUR = 3600;

  /** The fleet's row, one of each endpoint, which simulated routers do not read. */
  static final double FLEET_READ_UNITS = 0.5;

  /** API Gateway. */
  double gateway() {
    return GATEWAY;
  }

  /** DynamoDB's request units. */
  double table() {
    return (readUnits + FLEET_READ_UNITS) * MILLION_READ_UNITS + writeUnits * MILLION_WRITE_UNITS;
  }

  /** Lambda where each environment serves one request at a time, and waits with it. */
  double lambda() {
    return LAMBDA_REQUESTS + MILLION * seconds * MEMORY * LAMBDA_GB_SECOND;
  }

  /**
   * Lambda on managed instances.
   *
   * @param filled the share of their places that is in use, above 0 to 1
   */
  double managed(double filled) {
    double places = MANAGED_REQUESTS_PER_VCPU * filled;
    return LAMBDA_REQUESTS + MILLION * seconds / places * MANAGED_VCPU_HOUR / SECONDS_PER_HOUR;
  }

  /** PutMetricData, of environments that serve so many requests at once without a pause. */
  double metrics(double concurrency) {
    return MILLION * Math.min(1, seconds / METRICS_SECONDS / concurrency) * METRICS_CALL;
  }

  /** All of it, with an environment for each request. */
  double total() {
    return gateway() + table() + lambda() + metrics(1);
  }

  /** All of it, on managed instances of which half the places are in use. */
  double managedTotal() {
    double filled = 0.5;
    return gateway() + table() + managed(filled) + metrics(MANAGED_REQUESTS_PER_VCPU * filled);
  }
}

package dev.warmpath.bench.cost;

/**
 * What one request asked of the table, from its placing to the writes after its answer.
 *
 * @param reads calls that read; each brings any number of rows
 * @param readUnits read request units
 * @param prefixWrites writes to prefix rows, done or refused, claims among them
 * @param targetWrites writes to target rows, done or refused
 * @param writeUnits write request units
 * @param seconds simulated time from its arrival to its last token
 * @param decideMicros real time that placing it took, without the table's share
 * @param tableMicros real time that the table in memory took meanwhile, codec included
 */
record RequestTraffic(
    int reads,
    double readUnits,
    int prefixWrites,
    int targetWrites,
    double writeUnits,
    double seconds,
    double decideMicros,
    double tableMicros) {}

package dev.warmpath.local;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a local gateway needs to know.
 *
 * @param port where it listens on 127.0.0.1; 0 for any free one
 * @param functionTimeout what the handler's remaining time starts from, positive
 * @param wall dates the events
 * @param nanos measures the remaining time, as {@link System#nanoTime}
 * @param requestIds names each request; every name is new
 */
public record GatewaySettings(
    int port,
    Duration functionTimeout,
    InstantSource wall,
    LongSupplier nanos,
    Supplier<String> requestIds) {}

package dev.warmpath.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group that limits processor time, by version 1 or 2 of Linux's cgroups; needs leave to
 * write there, as root has it. For one process at a time.
 */
final class CpuQuota implements AutoCloseable {
  private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
  private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
  private static final String NAME = "warmpath-bench-";

  /**
   * How often time is dealt out. Lambda does not say; 20 ms has been measured by others (Lin and
   * others, "Demystifying Serverless Costs on Public Platforms", 2025).
   */
  private static final int PERIOD_MICROS = 20_000;

  private final Path group;

  private CpuQuota(Path group) {
    this.group = group;
  }

  /**
   * Makes a group.
   *
   * @param cores processor time in each second, in cores
   * @throws IOException if this machine lets nobody, or not this process, make one
   */
  static CpuQuota of(double cores) throws IOException {
    boolean first = Files.exists(VERSION_1.resolve("cpu.cfs_quota_us"));
    Path group = Files.createDirectory((first ? VERSION_1 : VERSION_2).resolve(name()));
    CpuQuota quota = new CpuQuota(group);
    int micros = (int) Math.round(cores * PERIOD_MICROS);
    try {
      if (first) {
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), Integer.toString(micros));
      } else {
        Files.writeString(group.resolve("cpu.max"), micros + " " + PERIOD_MICROS);
      }
      return quota;
    } catch (IOException e) {
      quota.close();
      throw e;
    }
  }

  /** The same command, which puts itself into the group first. */
  List<String> around(List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "echo $$ >" + group.resolve("cgroup.procs") + "; exec \"$@\"",
                "sh"));
    all.addAll(command);
    return all;
  }

  /** Removes the group, which must be empty. */
  @Override
  public void close() throws IOException {
    Files.delete(group);
  }

  private static String name() {
    return NAME + ProcessHandle.current().pid();
  }
}

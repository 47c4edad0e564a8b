package io.dowser.benchmarks;

import org.openjdk.jol.info.GraphLayout;

/**
 * Measures the heap that a link waiting in a Wang-Landau frontier takes, with JOL: 1,000,000 URLs
 * of 80 characters on 10,000 hosts.
 *
 * <p>Run: {@code java -Xmx3g -Djdk.attach.allowAttachSelf=true -Djol.magicFieldOffset=true -cp
 * benchmarks/target/benchmarks.jar io.dowser.benchmarks.WalkMemory}
 */
public final class WalkMemory {

  private static final int WAITING = 1_000_000;
  private static final int HOSTS = 10_000;

  private WalkMemory() {}

  /** Fills a frontier and prints bytes for each link. */
  public static void main(String[] args) {
    GraphLayout layout = GraphLayout.parseInstance(WangLandauBenchmark.filled(WAITING, HOSTS));
    new Report(System.out)
        .say(
            "%,d waiting links on %,d hosts: %.1f bytes of heap each, in %,d objects.",
            WAITING, HOSTS, (double) layout.totalSize() / WAITING, layout.totalCount());
  }
}

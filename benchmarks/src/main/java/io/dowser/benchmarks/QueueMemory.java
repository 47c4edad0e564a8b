package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.io.IOException;
import java.util.List;
import java.util.Scanner;
import org.openjdk.jol.info.GraphLayout;

/**
 * Measures the heap that a pending URL takes, with JOL: everything that can be reached from a queue
 * or frontier in which URLs of 80 characters wait, over 10,000 hosts.
 */
final class QueueMemory {

  /** The number of pending URLs of the published metrics. */
  static final int FULL = 1_000_000;

  static final int HOSTS = 10_000;

  private static final int TARGET = 400;

  /** The queues that are filled and measured. */
  private enum Filled {
    QUEUE("host-grouped queue"),
    SHARK("frontier shark"),
    WANG_LANDAU("frontier wang-landau");

    private final String title;

    Filled(String title) {
      this.title = title;
    }

    private Object with(int pending) {
      return switch (this) {
        case QUEUE -> queue(pending);
        case SHARK -> SharkFrontierBenchmark.filled(pending);
        case WANG_LANDAU -> WangLandauBenchmark.filled(pending, HOSTS);
      };
    }
  }

  private QueueMemory() {}

  /** Has other JVMs measure, with the options that JOL needs, and writes the results. */
  static void run(int pending, Report report) throws IOException {
    report.heading("Memory");
    report.say(
        "%,d pending URLs of %d characters on %,d hosts; the target is at most %d bytes of heap each.",
        pending, PendingUrls.LENGTH, HOSTS, TARGET);
    report.columns("What", "bytes a URL", "objects");
    for (Filled filled : Filled.values()) {
      run(filled, pending, report);
    }
  }

  private static void run(Filled filled, int pending, Report report) throws IOException {
    List<String> options =
        List.of("-Xmx3g", "-Djdk.attach.allowAttachSelf=true", "-Djol.magicFieldOffset=true");
    List<String> arguments = List.of(filled.name(), String.valueOf(pending));
    try (Scanner result =
        new Scanner(ChildJvm.start(options, "measure-memory", arguments).inputReader(US_ASCII))) {
      String bytes = Report.text("%.1f", (double) result.nextLong() / pending);
      report.row(filled.title, bytes, Report.text("%,d", result.nextLong()));
    }
  }

  /** Fills what is named and prints bytes and objects; this runs in the other JVM. */
  static void measure(List<String> arguments) {
    Object filled = Filled.valueOf(arguments.get(0)).with(Integer.parseInt(arguments.get(1)));
    GraphLayout layout = GraphLayout.parseInstance(filled);
    System.out.println(layout.totalSize() + " " + layout.totalCount());
  }

  private static HostGroupedQueue queue(int pending) {
    HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
    var urls = new PendingUrls(HOSTS, 1);
    for (int i = 0; i < pending; i++) {
      queue.offer(urls.next());
    }
    return queue;
  }
}

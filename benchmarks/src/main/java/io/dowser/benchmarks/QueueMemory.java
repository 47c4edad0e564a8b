package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.queue.HostGroupedQueue;
import java.io.IOException;
import java.util.List;
import java.util.Scanner;
import org.openjdk.jol.info.GraphLayout;

/**
 * Measures the heap that a waiting URL takes, with JOL: everything that can be reached from a queue
 * of URLs of 80 characters, over 10,000 hosts.
 */
final class QueueMemory {

  /** The number of waiting URLs of the published figure. */
  static final int FULL = 1_000_000;

  private static final int HOSTS = 10_000;

  private QueueMemory() {}

  /** Has another JVM measure, with the options that JOL needs, and writes the result. */
  static void run(int waiting, Report report) throws IOException {
    List<String> options =
        List.of("-Xmx3g", "-Djdk.attach.allowAttachSelf=true", "-Djol.magicFieldOffset=true");
    List<String> arguments = List.of(String.valueOf(waiting));
    try (Scanner result =
        new Scanner(ChildJvm.start(options, "measure-memory", arguments).inputReader(US_ASCII))) {
      report.heading("Memory");
      report.say(
          "%,d waiting URLs of %d characters on %,d hosts: %.1f bytes of heap each (target at most"
              + " 150), in %,d objects.",
          waiting,
          WaitingUrls.LENGTH,
          HOSTS,
          (double) result.nextLong() / waiting,
          result.nextLong());
    }
  }

  /** Fills a queue and prints bytes and objects; this runs in the other JVM. */
  static void measure(List<String> arguments) {
    HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
    var urls = new WaitingUrls(HOSTS, 1);
    int waiting = Integer.parseInt(arguments.get(0));
    for (int i = 0; i < waiting; i++) {
      queue.offer(urls.next());
    }
    GraphLayout layout = GraphLayout.parseInstance(queue);
    System.out.println(layout.totalSize() + " " + layout.totalCount());
  }
}

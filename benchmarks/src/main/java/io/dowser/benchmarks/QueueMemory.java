package io.dowser.benchmarks;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.queue.HostGroupedQueue;
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

  /** Fills a queue, measures and writes. */
  static void run(int waiting, Report report) {
    HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
    var urls = new WaitingUrls(HOSTS, 1);
    for (int i = 0; i < waiting; i++) {
      queue.offer(urls.next());
    }
    GraphLayout layout = GraphLayout.parseInstance(queue);
    report.heading("Memory");
    report.say(
        "%,d waiting URLs of %d characters on %,d hosts: %.1f bytes of heap each (target at most"
            + " 150), in %,d objects.",
        waiting,
        WaitingUrls.LENGTH,
        HOSTS,
        (double) layout.totalSize() / waiting,
        layout.totalCount());
  }
}

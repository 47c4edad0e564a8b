package io.dowser.benchmarks;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.shark.SharkFrontier;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The shark frontier as a crawl uses it: a URL is polled, and its page turns out to have 30 links,
 * of which one is new. The other 29 lead to pending URLs, half of them popular. So the number of
 * pending URLs is constant, and nearly every link is a new in-link that moves one. The result is
 * the number of links a second, polls included. URLs have 80 characters and are on 10,000 hosts.
 *
 * <p>{@code full-sort} is the paper's own way, with both queues sorted after each fetch, on 10,000
 * URLs. Compare it with {@code heaps} on 10,000 URLs.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh SharkFrontierBenchmark}
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 8, time = 2)
public class SharkFrontierBenchmark {

  private static final int PAGES = 1_000;

  /** The order and the number of pending URLs. */
  @Param({"heaps 1000000", "heaps 10000", "full-sort 10000"})
  public String order = "heaps 1000";

  private Frontier frontier = heaps();
  private LinkedPages pages = new LinkedPages(1, 1);

  /** Creates the benchmark; JMH does. */
  public SharkFrontierBenchmark() {}

  /** Fills the frontier. */
  @Setup
  public void fill() {
    String[] words = order.split(" ", 2);
    frontier = words[0].equals("heaps") ? heaps() : new SortedTwoQueues();
    pages = new LinkedPages(Integer.parseInt(words[1]), 1);
    pages.fill(frontier);
  }

  /** Draws the links of the pages to come. */
  @Setup(Level.Invocation)
  public void draw() {
    pages.draw(PAGES);
  }

  /** Polls and expands this many pages. */
  @Benchmark
  @OperationsPerInvocation(PAGES * LinkedPages.LINKS)
  public int pollAndExpand() {
    for (int i = 0; i < PAGES; i++) {
      pages.expand(frontier, frontier.poll(HostGate.OPEN).orElseThrow(), i);
    }
    return frontier.size();
  }

  private static SharkFrontier heaps() {
    return SharkFrontier.of(
        Settings.of(Map.of("minNormal", "0")), CrawlContext.about(Topic.of("laser", "photon")));
  }

  /** Creates a frontier in which this many URLs are pending. */
  static SharkFrontier filled(int pending) {
    SharkFrontier frontier = heaps();
    new LinkedPages(pending, 1).fill(frontier);
    return frontier;
  }
}

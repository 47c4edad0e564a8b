package io.dowser.benchmarks;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The Wang-Landau walk at a constant number of pending links: the walk takes a link, after one to
 * five proposals, and the link is put back. URLs have 80 characters, scores are uniform.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh WangLandauBenchmark}
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 8, time = 2)
public class WangLandauBenchmark {

  /** Pending links. */
  @Param("1000000")
  public int size = 1_000;

  /** Hosts that they are spread over. */
  @Param({"200", "10000"})
  public int hosts = 200;

  private Frontier frontier = filled(0, 1);

  /** Creates the benchmark; JMH does. */
  public WangLandauBenchmark() {}

  /** Fills the frontier; all links are queued. */
  @Setup
  public void fill() {
    frontier = filled(size, hosts);
  }

  /** Creates a frontier in which this many links are pending. */
  static Frontier filled(int size, int hosts) {
    Map<String, String> settings =
        Map.of(
            "leastRelevance", "0",
            "ranks", "false",
            "stepLimit", "" + Integer.MAX_VALUE,
            "schedule", "one-over-t");
    Frontier frontier =
        PluginRegistry.frontiers(WangLandauBenchmark.class.getClassLoader())
            .create("wang-landau", Settings.of(settings), CrawlContext.about(Topic.of("laser")));
    var urls = new PendingUrls(hosts, 1);
    for (int i = 0; i < size; i++) {
      frontier.abandon(urls.next(), AbandonReason.STOPPED); // counts as pending
    }
    return frontier;
  }

  /** Takes a link and puts it back. */
  @Benchmark
  public Candidate takeAndPutBack() {
    Candidate taken = frontier.poll(HostGate.OPEN).orElseThrow();
    frontier.abandon(taken, AbandonReason.STOPPED);
    return taken;
  }
}

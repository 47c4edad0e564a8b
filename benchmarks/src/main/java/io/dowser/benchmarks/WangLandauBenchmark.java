package io.dowser.benchmarks;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.wanglandau.WangLandauFrontier;
import java.util.SplittableRandom;
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

  private WangLandauFrontier frontier = WangLandauFrontier.builder().build();

  /** Creates the benchmark; JMH does. */
  public WangLandauBenchmark() {}

  /** Fills the frontier; all links are queued. */
  @Setup
  public void fill() {
    frontier = filled(size, hosts);
  }

  /** Creates a frontier in which this many links are pending. */
  static WangLandauFrontier filled(int size, int hosts) {
    WangLandauFrontier frontier =
        WangLandauFrontier.builder()
            .leastRelevance(0)
            .ranks(false)
            .stepLimit(Long.MAX_VALUE)
            .schedule(WangLandauFrontier.Schedule.ONE_OVER_T)
            .random(new SplittableRandom(1))
            .build();
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

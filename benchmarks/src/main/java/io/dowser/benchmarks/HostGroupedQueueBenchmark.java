package io.dowser.benchmarks;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The host-grouped queue at a constant size: the best candidate whose host is ready is taken out,
 * and another one is put in; or candidates get new scores. URLs have 80 characters.
 *
 * <p>With the gate {@code open} every host is always ready; with {@code delayed} a host is delayed
 * after each visit for as long as it takes to visit half of the hosts, or of the candidates if
 * these are fewer: more could all be delayed at once.
 *
 * <p>Most of the time goes to trips to memory, so the JVM is set up to use large pages, and has all
 * its memory before anything is measured.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh HostGroupedQueueBenchmark}
 */
@State(Scope.Benchmark)
@Fork(
    value = 1,
    jvmArgs = {
      "-Xms2g",
      "-Xmx2g",
      "-XX:+AlwaysPreTouch",
      "-XX:+UseParallelGC",
      "-XX:+UseTransparentHugePages"
    })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HostGroupedQueueBenchmark {

  /** Pending candidates. */
  @Param("1000000")
  public int size = 1_000;

  /** Hosts that they are spread over. */
  @Param({"200", "10000"})
  public int hosts = 200;

  /** Whether hosts are delayed. */
  @Param({"open", "delayed"})
  public String gate = "open";

  private final HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
  private PendingUrls urls = new PendingUrls(1, 1);
  private HostGate hostGate = HostGate.OPEN;
  private DelayedHosts delayed = new DelayedHosts(1, 1);
  private long round;

  /** Creates the benchmark; JMH does. */
  public HostGroupedQueueBenchmark() {}

  /** Fills the queue. */
  @Setup
  public void fill() {
    urls = new PendingUrls(hosts, 1);
    delayed = new DelayedHosts(hosts, Math.min(hosts, size) / 2);
    hostGate = gate.equals("open") ? HostGate.OPEN : delayed;
    for (int i = 0; i < size; i++) {
      queue.offer(urls.next());
    }
  }

  /** One poll and one offer. */
  @Benchmark
  public HostGroupedQueue.Offer pollAndOffer() {
    Candidate polled = queue.poll(hostGate).orElseThrow();
    delayed.visited(polled.url());
    return queue.offer(urls.after(polled));
  }

  /** New scores for the next hundred. */
  @Benchmark
  public void rescoreSlice() {
    round++;
    queue.rescoreNext(100, this::newScore, Candidate::score);
  }

  /** New scores for all at once. */
  @Benchmark
  public void rescoreAll() {
    round++;
    queue.rescore(this::newScore);
  }

  private double newScore(Candidate candidate) {
    long mixed = (candidate.sequence() + 1) * round * 0x9E3779B97F4A7C15L;
    return (double) (mixed >>> 11) * 0x1p-53;
  }

  /** Counts time in visits. */
  private static final class DelayedHosts implements HostGate {

    private final long[] readyAt;
    private final int rest;
    private long visits;

    DelayedHosts(int hosts, int rest) {
      this.readyAt = new long[hosts];
      this.rest = rest;
    }

    void visited(CrawlUrl url) {
      visits++;
      readyAt[PendingUrls.host(url)] = visits + rest;
    }

    @Override
    public long now() {
      return visits;
    }

    @Override
    public long readyAt(CrawlUrl url) {
      return readyAt[PendingUrls.host(url)];
    }
  }
}

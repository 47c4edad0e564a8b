package io.dowser.crawler.archive;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Simulates a slow and faulty network. The result of a request depends on the seed, the URL and the
 * number of its earlier failures, not on the order of requests. Thread-safe.
 */
final class SimulatedNetwork {

  private static final List<FailureReason> REASONS =
      List.of(FailureReason.TIMEOUT, FailureReason.RESET, FailureReason.HTTP_STATUS);
  private static final int UNAVAILABLE = 503;
  private static final double TWO_TO_53 = 0x1p53;

  private final Duration least;
  private final Duration most;
  private final double faults;
  private final int seed;
  private final ConcurrentMap<CrawlUrl, Integer> failures = new ConcurrentHashMap<>();

  SimulatedNetwork(Duration least, Duration most, double faults, int seed) {
    this.least = least;
    this.most = most;
    this.faults = faults;
    this.seed = seed;
  }

  /** Waits for the latency of a request. */
  void delay(CrawlUrl url) throws InterruptedException {
    if (most.isZero()) {
      return;
    }
    long spread = most.minus(least).toNanos();
    long nanos = least.toNanos() + (long) (spread * uniform(url, -1));
    new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Returns a failure if one befalls this request. */
  Optional<FetchResult> fault(CrawlUrl url) {
    if (faults == 0) {
      return Optional.empty();
    }
    int before = failures.getOrDefault(url, 0);
    double draw = uniform(url, before);
    if (draw >= faults) {
      return Optional.empty();
    }
    failures.merge(url, 1, Integer::sum);
    FailureReason reason = REASONS.get((int) (draw / faults * REASONS.size()));
    int status = reason == FailureReason.HTTP_STATUS ? UNAVAILABLE : 0;
    return Optional.of(
        new FetchResult.Failed(
            url, reason, status, "simulated fault", true, FetchResult.NO_HEADERS));
  }

  private double uniform(CrawlUrl url, int salt) {
    long bits =
        Hashing.murmur3_128(seed)
            .newHasher()
            .putUnencodedChars(url.toString())
            .putInt(salt)
            .hash()
            .asLong();
    return (bits >>> 11) / TWO_TO_53;
  }
}

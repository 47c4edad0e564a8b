package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The plan by which visited pages are rechecked.
 *
 * @param cycle the start of the cycle that this run begins or continues, empty in a run that checks
 *     no pages
 * @param continues whether an earlier run has begun the cycle
 * @param policyChanged whether intervals of another policy are recorded, which do not count
 * @param maxRequests of a cycle, {@code Long.MAX_VALUE} if there is no limit
 * @param newShare of new pages among the requests, 0 to 1
 * @param keepUp the time from one cycle to the next, empty if the run ends with its cycle
 */
public record RecheckPlan(
    Optional<Instant> cycle,
    boolean continues,
    RevisitPolicy policy,
    boolean policyChanged,
    Optional<Duration> maxAge,
    boolean onlyRelevant,
    long maxRequests,
    double newShare,
    Optional<Duration> keepUp) {

  public long maxChecks() {
    return share(1 - newShare);
  }

  public long maxNewPages() {
    return share(newShare);
  }

  private long share(double share) {
    return maxRequests == Long.MAX_VALUE ? Long.MAX_VALUE : Math.round(maxRequests * share);
  }
}

package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The plan by which visited pages are rechecked.
 *
 * @param cycle the start of the cycle that this run begins or continues, empty in a run that
 *     rechecks no pages
 * @param continues whether an earlier run has begun the cycle
 * @param policySince the time from which on the policy has set the intervals of pages; older ones
 *     do not count
 * @param maxRequests of a cycle, {@code Long.MAX_VALUE} if there is no limit
 * @param newShare of new pages among the requests, 0 to 1
 * @param keepUp the time from one cycle to the next, empty if the run ends with its cycle
 */
public record RecheckPlan(
    Optional<Instant> cycle,
    boolean continues,
    RevisitPolicy policy,
    Instant policySince,
    Optional<Duration> maxAge,
    boolean onlyRelevant,
    long maxRequests,
    double newShare,
    Optional<Duration> keepUp) {

  /**
   * Returns the number of rechecks that a cycle has left after those that it has made: its share,
   * or all requests if limits allow no new page.
   */
  public long rechecksLeft(long checks, long newPages, boolean allowsNewPages) {
    long most = allowsNewPages ? share(1 - newShare) : maxRequests - newPages;
    return Math.max(0, most - checks);
  }

  /** Returns the number of new pages that a cycle has left after those that it has requested. */
  public long newPagesLeft(long newPages) {
    return Math.max(0, share(newShare) - newPages);
  }

  /** Returns the new pages among the next requests while pages of both kinds are left. */
  public long newPagesOf(long requests, long checks, long newPages) {
    long wanted = Math.round((newPages + checks + requests) * newShare) - newPages;
    return Math.max(0, Math.min(requests, wanted));
  }

  private long share(double share) {
    return maxRequests == Long.MAX_VALUE ? Long.MAX_VALUE : Math.round(maxRequests * share);
  }
}

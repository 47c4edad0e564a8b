package io.dowser.crawler.internal.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a visited page.
 *
 * @param url its number
 * @param gone number of checks in a row that found no page any more
 * @param interval the time from {@code rechecks.tried} to the next check, null before the first one
 */
public record PageRow(
    long url,
    Status status,
    PageVersion version,
    RecheckCounts rechecks,
    int gone,
    @Nullable Duration interval) {

  /** Whether the page was there when it was last requested with success. */
  public enum Status {
    ALIVE,
    /** Its URL redirects elsewhere. */
    MOVED,
    /** Its URL returns 404 or 410. */
    GONE
  }

  /** Returns the page as it was visited. */
  public static PageRow visited(long url, PageVersion version) {
    return new PageRow(url, Status.ALIVE, version, RecheckCounts.none(version.fetched()), 0, null);
  }

  /**
   * Returns this after a check that found the same page, perhaps with other validators, links and
   * reason.
   */
  public PageRow unchanged(PageVersion same, Instant now) {
    return new PageRow(url, Status.ALIVE, same, rechecks.counted(now, false), 0, interval);
  }

  /** Returns this after a check that found another version. */
  public PageRow changed(PageVersion other) {
    RecheckCounts counts = rechecks.counted(other.fetched(), true);
    return new PageRow(url, Status.ALIVE, other, counts, 0, interval);
  }

  /** Returns this after a check that found no page. */
  public PageRow gone(Instant now) {
    return new PageRow(url, Status.GONE, version, rechecks.tried(now), gone + 1, interval);
  }

  /** Returns this after a check that was redirected. */
  public PageRow moved(Instant now) {
    return new PageRow(url, Status.MOVED, version, rechecks.tried(now), 0, interval);
  }

  /** Returns this after a check that has found out nothing. */
  public PageRow tried(Instant now) {
    return new PageRow(url, status, version, rechecks.tried(now), gone, interval);
  }

  /** Returns this with the numbers of its URL and of its links, sorted. */
  public PageRow numbered(long number, long[] links) {
    return new PageRow(number, status, version.withLinks(links), rechecks, gone, interval);
  }

  public PageRow withVersion(PageVersion same) {
    return new PageRow(url, status, same, rechecks, gone, interval);
  }

  public PageRow withInterval(Duration next) {
    return new PageRow(url, status, version, rechecks, gone, next);
  }
}

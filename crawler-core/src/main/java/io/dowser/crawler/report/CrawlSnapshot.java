package io.dowser.crawler.report;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlStatistics;
import java.util.List;

/**
 * A crawl at one moment, see {@link io.dowser.crawler.CrawlHandle#snapshot}.
 *
 * @param name the crawl's name
 * @param state what it does
 * @param statistics its metrics, of the same moment
 * @param metrics what happened so far
 * @param hosts hosts that are being fetched from, delayed or given up, those that are fetched from
 *     first and then those that wait longest, at most 200; none after the end
 * @param next pending links that are likely to come next, best first, each of another host, at most
 *     20; none after the end, and none if the frontier does not report them, see {@link
 *     io.dowser.crawler.api.Frontier#next}
 */
public record CrawlSnapshot(
    String name,
    State state,
    CrawlStatistics statistics,
    CrawlMetrics metrics,
    List<HostStatus> hosts,
    List<Candidate> next) {

  /** What a crawl does. */
  public enum State {
    /** It fetches pages, or waits for hosts. */
    RUNNING,
    /** It was paused. */
    PAUSED,
    /** Nothing is pending, and it waits for seeds. */
    IDLE,
    /** It has ended. */
    ENDED
  }

  /**
   * What the crawl does with a host.
   *
   * @param name the host, or the group of hosts that shares a delay
   * @param status in words, such as {@code delayed for PT0.8S}
   */
  public record HostStatus(String name, String status) {}

  /**
   * Copies the lists.
   *
   * @param name the crawl's name
   * @param state what it does
   * @param statistics its metrics
   * @param metrics what happened so far
   * @param hosts hosts that are not free
   * @param next pending links that are likely to come next
   */
  public CrawlSnapshot {
    requireNonNull(name, "name");
    requireNonNull(state, "state");
    requireNonNull(statistics, "statistics");
    requireNonNull(metrics, "metrics");
    hosts = List.copyOf(hosts);
    next = List.copyOf(next);
  }
}

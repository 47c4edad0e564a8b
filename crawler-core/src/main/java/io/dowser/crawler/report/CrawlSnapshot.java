package io.dowser.crawler.report;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * A crawl at one moment, see {@link io.dowser.crawler.CrawlHandle#snapshot}.
 *
 * <pre>{@code
 * CrawlSnapshot snapshot = handle.snapshot().join();
 * if (snapshot.state() == CrawlSnapshot.State.RUNNING) {
 *   snapshot.next().forEach(next -> System.out.println(next.candidate().url()));
 * }
 * }</pre>
 *
 * @param name the crawl's name
 * @param state its state
 * @param statistics its statistics at that moment
 * @param metrics the metrics so far; {@link CrawlMetrics#NONE} while it starts
 * @param hosts hosts with requests in flight, delayed or given up, at most 200: those with requests
 *     in flight first, then those with the longest delay. After the end of a crawl with a directory
 *     these are hosts with pending URLs, best first
 * @param next pending URLs that are likely to come next, best first, each of a different host, at
 *     most 20; none after the end of a crawl without a directory, and none if the frontier does not
 *     report them, see {@link io.dowser.crawler.api.Frontier#next}
 */
public record CrawlSnapshot(
    String name,
    State state,
    CrawlStatistics statistics,
    CrawlMetrics metrics,
    List<HostStatus> hosts,
    List<Next> next) {

  /** The states of a crawl. */
  public enum State {
    /** It logs in, or reads its directory, before the first request for a page. */
    STARTING,
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
   * The status of a host.
   *
   * @param name the host, or the group of hosts that shares a delay
   * @param status its status as text, such as {@code delayed for 0.8 s}
   */
  public record HostStatus(String name, String status) {}

  /**
   * A pending URL that is likely to come next.
   *
   * @param candidate the URL with its score in the frontier
   * @param anchor the text of the link to it, at most 80 characters; empty for a seed, for a link
   *     without text, and if it was dropped
   * @param hostStatus the status of its host as text, such as {@code ready}
   * @param explanation the parts of the score when the link was found; empty until they are
   *     committed, and unless the crawl keeps them, see {@link
   *     io.dowser.crawler.Persistence.Builder#explanations}
   */
  public record Next(
      Candidate candidate, String anchor, String hostStatus, Optional<Explanation> explanation) {}

  /**
   * Copies the lists.
   *
   * @param name the crawl's name
   * @param state its state
   * @param statistics its statistics
   * @param metrics the metrics so far
   * @param hosts hosts that are not ready
   * @param next pending URLs that are likely to come next
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

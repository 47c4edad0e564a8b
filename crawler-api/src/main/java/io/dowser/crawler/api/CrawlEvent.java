package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;

/** Something that happened in a crawl; see {@link CrawlListener}. */
public sealed interface CrawlEvent {

  /**
   * The crawl begins.
   *
   * @param time when
   * @param seeds how many seeds it has, duplicates not counted
   */
  record Started(Instant time, int seeds) implements CrawlEvent {

    /**
     * Refuses null.
     *
     * @param time when
     * @param seeds how many seeds it has, duplicates not counted
     */
    public Started {
      requireNonNull(time, "time");
    }
  }

  /**
   * A page was visited.
   *
   * @param visit the visit
   */
  record Visited(Visit visit) implements CrawlEvent {

    /**
     * Refuses null.
     *
     * @param visit the visit
     */
    public Visited {
      requireNonNull(visit, "visit");
    }
  }

  /**
   * A fetch failed.
   *
   * @param candidate what the frontier gave
   * @param failure what came; its URL differs from the candidate's after a redirect
   * @param willRetry whether the engine will try again; this version never does
   */
  record FetchFailed(Candidate candidate, FetchResult.Failed failure, boolean willRetry)
      implements CrawlEvent {

    /**
     * Refuses nulls.
     *
     * @param candidate what the frontier gave
     * @param failure what came
     * @param willRetry whether the engine will try again; this version never does
     */
    public FetchFailed {
      requireNonNull(candidate, "candidate");
      requireNonNull(failure, "failure");
    }
  }

  /**
   * A URL redirects elsewhere.
   *
   * @param candidate what the frontier gave
   * @param from the URL that redirects
   * @param location the target, resolved and canonical if it can be, else as the server wrote it
   * @param followed whether the engine goes there now; if not, the target is known already or may
   *     not be crawled
   */
  record Redirected(Candidate candidate, CrawlUrl from, String location, boolean followed)
      implements CrawlEvent {

    /**
     * Refuses nulls.
     *
     * @param candidate what the frontier gave
     * @param from the URL that redirects
     * @param location the target, resolved and canonical if it can be, else as the server wrote it
     * @param followed whether the engine goes there now
     */
    public Redirected {
      requireNonNull(candidate, "candidate");
      requireNonNull(from, "from");
      requireNonNull(location, "location");
    }
  }

  /**
   * A page is unchanged since an earlier visit.
   *
   * @param candidate what the frontier gave
   */
  record NotModified(Candidate candidate) implements CrawlEvent {

    /**
     * Refuses null.
     *
     * @param candidate what the frontier gave
     */
    public NotModified {
      requireNonNull(candidate, "candidate");
    }
  }

  /**
   * A plugin threw an exception or gave a value that it must not give, and the crawl goes on. The
   * page counts as visited, unless it was the fetcher or the page analyzer: then there is no page.
   *
   * @param kind what the plugin is
   * @param plugin its class name
   * @param url the page it was working on
   * @param cause what it threw, or a {@link CrawlException} that names the value it gave
   */
  record PluginFailed(PluginKind kind, String plugin, CrawlUrl url, Throwable cause)
      implements CrawlEvent {

    /**
     * Refuses nulls.
     *
     * @param kind what the plugin is
     * @param plugin its class name
     * @param url the page it was working on
     * @param cause what it threw, or a {@link CrawlException} that names the value it gave
     */
    public PluginFailed {
      requireNonNull(kind, "kind");
      requireNonNull(plugin, "plugin");
      requireNonNull(url, "url");
      requireNonNull(cause, "cause");
    }
  }

  /**
   * All waiting links were scored again, because the scorer's model had moved.
   *
   * @param waiting how many there are
   * @param elapsed how long it took
   */
  record Rekeyed(int waiting, Duration elapsed) implements CrawlEvent {

    /**
     * Refuses null.
     *
     * @param waiting how many there are
     * @param elapsed how long it took
     */
    public Rekeyed {
      requireNonNull(elapsed, "elapsed");
    }
  }

  /**
   * The crawl has ended; no event follows.
   *
   * @param reason why
   * @param statistics the final figures
   */
  record Finished(StopReason reason, CrawlStatistics statistics) implements CrawlEvent {

    /**
     * Refuses nulls.
     *
     * @param reason why
     * @param statistics the final figures
     */
    public Finished {
      requireNonNull(reason, "reason");
      requireNonNull(statistics, "statistics");
    }
  }
}

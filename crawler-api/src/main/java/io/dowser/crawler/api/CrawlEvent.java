package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An event of a crawl.
 *
 * <pre>{@code
 * public void on(CrawlEvent event) {
 *   if (event instanceof CrawlEvent.FetchFailed failed && !failed.willRetry()) {
 *     System.out.println(failed.candidate().url() + ": " + failed.failure().reason());
 *   } else if (event instanceof CrawlEvent.Finished finished) {
 *     System.out.println(finished.reason() + " " + finished.statistics().visited());
 *   }
 * }
 * }</pre>
 */
public sealed interface CrawlEvent {

  /**
   * The crawl begins.
   *
   * @param name the crawl's name; {@link Finished} has it in its statistics
   * @param time when
   * @param seeds the number of its seeds, without duplicates
   */
  record Started(String name, Instant time, int seeds) implements CrawlEvent {}

  /**
   * A page was visited that is new to the crawl.
   *
   * @param visit the visit
   */
  record Visited(Visit visit) implements CrawlEvent {}

  /**
   * A recheck of a visited page found another text than before, or other links where there is no
   * text, or the page counts and did not before, or the other way round.
   *
   * @param visit the new version; its {@link Visit#version} is above 1
   * @param distance the number of bits, of 64, in which the similarity hashes of both texts differ
   *     (Manku 2007): 0 to 3 for nearly the same text; -1 if the old one is unknown
   * @param linksAdded number of targets that the version before did not have
   * @param linksRemoved number of targets that this version no longer has
   */
  record Changed(Visit visit, int distance, int linksAdded, int linksRemoved)
      implements CrawlEvent {}

  /**
   * A recheck of a visited page found the same text as before; dates, times, counters and links may
   * differ. New links are queued.
   *
   * @param candidate the page
   * @param notModified whether the server responded with status 304; otherwise the response was
   *     compared
   */
  record Unchanged(Candidate candidate, boolean notModified) implements CrawlEvent {}

  /**
   * A recheck found no page any more where one was visited.
   *
   * @param candidate the page
   * @param status 404 or 410
   * @param times the number of rechecks in a row that have found this, 1 or more
   */
  record Gone(Candidate candidate, int status, int times) implements CrawlEvent {}

  /**
   * A recheck of a visited page was redirected.
   *
   * @param candidate the page
   * @param location the target, resolved and canonical if it can be, else as the server wrote it
   * @param queued whether the target was new to the crawl, and is pending now
   */
  record Moved(Candidate candidate, String location, boolean queued) implements CrawlEvent {}

  /**
   * A request for a page, or for a recheck of one, has ended. The events of its outcome follow. A
   * request whose fetcher or page analyzer failed has {@link PluginFailed} alone.
   *
   * @param candidate the candidate from the frontier
   * @param result the result; its URL differs from the candidate's after a redirect
   * @param elapsed the time that the request took
   */
  record RequestEnded(Candidate candidate, FetchResult result, Duration elapsed)
      implements CrawlEvent {}

  /**
   * A fetch failed: of a page, of the robots.txt that a page needs, or of a sitemap or feed that is
   * requested again, with the candidate that led to it. A failure with {@code willRetry} is counted
   * in {@link CrawlStatistics#retries}, any other in {@link CrawlStatistics#failed}, or of a
   * recheck in {@link CrawlStatistics.Rechecks#failed}.
   *
   * @param candidate the candidate from the frontier
   * @param failure the failure; its URL differs from the candidate's after a redirect
   * @param willRetry whether the engine will try again
   */
  record FetchFailed(Candidate candidate, FetchResult.Failed failure, boolean willRetry)
      implements CrawlEvent {}

  /**
   * A candidate will not be fetched at all.
   *
   * @param candidate the candidate from the frontier
   * @param url the URL in question; it differs from the candidate's after a redirect
   * @param reason the reason
   * @param detail one line for people, such as the rule that decided; possibly empty
   */
  record Dropped(Candidate candidate, CrawlUrl url, AbandonReason reason, String detail)
      implements CrawlEvent {}

  /**
   * Links of a visited page or entries of a sitemap or feed were not queued, or the target of a
   * redirect was not fetched.
   *
   * @param page the page, the sitemap or feed, or the URL that redirects
   * @param links the links, each with its reason
   * @param others the number of further links by reason, whose targets are not kept; there is at
   *     least one link in {@code links} or here
   */
  record LinksSkipped(CrawlUrl page, List<SkippedLink> links, Map<SkipReason, Integer> others)
      implements CrawlEvent {

    /**
     * Copies list and map.
     *
     * @param page the page
     * @param links the links
     * @param others the number of further links by reason
     */
    public LinksSkipped {
      requireNonNull(page, "page");
      links = List.copyOf(links);
      others = Map.copyOf(others);
    }
  }

  /**
   * A visited page is a duplicate or near-duplicate of an earlier one.
   *
   * @param visit the visit
   * @param kind the degree of likeness
   * @param original the number of the visit that it repeats
   */
  record DuplicateFound(Visit visit, Likeness kind, long original) implements CrawlEvent {

    /** The degree of likeness of two pages. */
    public enum Likeness {
      /** The texts are equal. */
      EXACT,
      /** The texts differ slightly. */
      NEAR
    }
  }

  /**
   * A visited page is in a language that the crawl does not want, so it was not judged and is not
   * relevant.
   *
   * @param visit the visit
   * @param language its ISO 639-1 code, such as {@code de}
   */
  record OtherLanguage(Visit visit, String language) implements CrawlEvent {}

  /**
   * A host is visited less often than usual from now on, or not at all.
   *
   * @param host the host, or the group of hosts that are treated as one
   * @param cause the cause
   * @param wished the delay that the host requests or that the crawl's rules ask for, {@link
   *     Duration#ZERO} for a host that is given up
   * @param granted the delay that is applied, less than wished if a limit was reached
   */
  record HostSlowed(String host, Cause cause, Duration wished, Duration granted)
      implements CrawlEvent {

    /** The reason why a host is visited less often. */
    public enum Cause {
      /** Its robots.txt asks for a longer delay than the crawl grants; it gets the longest one. */
      CRAWL_DELAY,
      /** It responded with 429 or 503 and {@code Retry-After}. */
      RETRY_AFTER,
      /** It failed. */
      BACK_OFF,
      /** It failed too often in a row and gets no requests for a while. */
      SUSPENDED,
      /** It failed again each time after it had been suspended. */
      GIVEN_UP
    }
  }

  /**
   * A URL redirects elsewhere.
   *
   * @param candidate the candidate from the frontier
   * @param from the URL that redirects
   * @param location the target, resolved and canonical if it can be, else as the server wrote it
   * @param followed whether the engine fetches the target now; if not, the target is known already
   *     or may not be crawled
   */
  record Redirected(Candidate candidate, CrawlUrl from, String location, boolean followed)
      implements CrawlEvent {}

  /**
   * A fetcher returned {@link FetchResult.NotModified} for a page that this crawl has not visited.
   *
   * @param candidate the candidate from the frontier
   */
  record NotModified(Candidate candidate) implements CrawlEvent {}

  /**
   * A plugin threw an exception, returned an invalid value, or took too long, and the crawl
   * continues. The page counts as visited, unless it was the fetcher or the page analyzer, or a
   * plugin that took too long: then there is no page.
   *
   * @param kind the kind of plugin
   * @param plugin its class name
   * @param url the page it was working on
   * @param cause the exception that it threw, or a {@link CrawlException} that names the invalid
   *     value, or a {@link java.util.concurrent.TimeoutException}
   */
  record PluginFailed(PluginKind kind, String plugin, CrawlUrl url, Throwable cause)
      implements CrawlEvent {}

  /**
   * All pending links were scored again at once, because the scorer's model had moved. From 100,000
   * of them on, a frontier may score a few after each visit instead, without an event.
   *
   * @param pending the number of pending links
   * @param elapsed the time that it took
   */
  record Rekeyed(int pending, Duration elapsed) implements CrawlEvent {}

  /**
   * After answers of people, the pages whose texts the crawl keeps were judged again.
   *
   * @param pages their number
   * @param raised the number of those whose relevance is higher by 0.01 or more
   * @param lowered the number of those whose relevance is lower by 0.01 or more
   * @param relevant the number of those that are relevant now by the judge and were not before
   * @param irrelevant the number of those that are not relevant any more by the judge
   * @param learned the terms that the answers have taught, see {@link
   *     RelevanceJudge.Taught#learnedWeights}
   */
  record Rejudged(
      long pages,
      long raised,
      long lowered,
      long relevant,
      long irrelevant,
      Map<String, Double> learned)
      implements CrawlEvent {}

  /**
   * The program has changed the running crawl.
   *
   * @param time when
   * @param command the change, in one line, such as {@code maxPages 500}
   */
  record Steered(Instant time, String command) implements CrawlEvent {}

  /**
   * Nothing is pending, and the crawl waits for seeds before it ends, or for its next cycle of
   * rechecks.
   *
   * @param keepAlive the longest time that it waits
   */
  record Idle(Duration keepAlive) implements CrawlEvent {}

  /**
   * The crawl has ended; no event follows.
   *
   * @param reason the reason
   * @param statistics the final metrics
   */
  record Finished(StopReason reason, CrawlStatistics statistics) implements CrawlEvent {}
}

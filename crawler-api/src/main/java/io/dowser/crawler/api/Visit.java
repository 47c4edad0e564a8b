package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.internal.Checks;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A page that was fetched, analysed and judged.
 *
 * <pre>{@code
 * try (Stream<Visit> pages = crawler.pages()) {
 *   pages
 *       .filter(Visit::relevant)
 *       .forEach(visit -> index.add(visit.url().toString(), visit.page().title()));
 * }
 * }</pre>
 *
 * @param number position in the crawl's order of visits, from 1; a later version of a page has the
 *     number of its first one
 * @param candidate the candidate from the frontier
 * @param page the page, as it was judged; its URL differs from the candidate's after a redirect
 * @param fetched the response from which the page was created
 * @param time the time at which the response was complete
 * @param outLinks the distinct targets of the page's links that may be crawled: visited ones
 *     included, the page itself not
 * @param pathState the numbers that the scorer attached to the page, also if it has no links
 * @param version 1 for a page that is new to the crawl; a page that has changed since it was
 *     fetched before has a version of one more
 */
public record Visit(
    long number,
    Candidate candidate,
    AnalyzedPage page,
    FetchResult.Fetched fetched,
    Instant time,
    OutLinks outLinks,
    PathState pathState,
    int version) {

  /**
   * Refuses nulls, and numbers and versions below 1.
   *
   * @param number position in the crawl's order of visits, from 1
   * @param candidate the candidate from the frontier
   * @param page the page, with its relevance
   * @param fetched the response from which the page was created
   * @param time the time at which the response was complete
   * @param outLinks the distinct targets of the page's links that may be crawled: visited ones
   *     included, the page itself not
   * @param pathState the numbers that the scorer attached to the page
   * @param version 1 for a page that is new to the crawl
   */
  public Visit {
    Checks.positive("number", number);
    Checks.positive("version", version);
    requireNonNull(candidate, "candidate");
    requireNonNull(page, "page");
    requireNonNull(fetched, "fetched");
    requireNonNull(time, "time");
    requireNonNull(outLinks, "outLinks");
    requireNonNull(pathState, "pathState");
  }

  /**
   * Creates the visit of a page that is new to the crawl.
   *
   * @param number position in the crawl's order of visits, from 1
   * @param candidate the candidate from the frontier
   * @param page the page, with its relevance
   * @param fetched the response from which the page was created
   * @param time the time at which the response was complete
   * @param outLinks the distinct targets of the page's links that may be crawled
   * @param pathState the numbers that the scorer attached to the page
   */
  public Visit(
      long number,
      Candidate candidate,
      AnalyzedPage page,
      FetchResult.Fetched fetched,
      Instant time,
      OutLinks outLinks,
      PathState pathState) {
    this(number, candidate, page, fetched, time, outLinks, pathState, 1);
  }

  /** {@return the URL of the page, after redirects} */
  public CrawlUrl url() {
    return page.url();
  }

  /** {@return the relevance of the page, 0 to 1; 0 if it has an {@link #irrelevance}} */
  public double relevance() {
    return page.relevance();
  }

  /** {@return whether the judge's threshold was reached; false if it has an irrelevance} */
  public boolean relevant() {
    return page.relevant();
  }

  /**
   * {@return the reason why the page is not relevant whatever the judge returns, empty by default}
   */
  public Optional<Irrelevance> irrelevance() {
    return page.irrelevance();
  }

  /**
   * The distinct targets of a page's links, by their sequence numbers, in document order.
   *
   * <p>Immutable and thread-safe.
   */
  public static final class OutLinks {

    private final long[] targets;

    private OutLinks(long[] targets) {
      this.targets = targets;
    }

    /**
     * {@return the out-links to some targets}
     *
     * @param targets sequence numbers, none twice; copied
     */
    public static OutLinks of(long... targets) {
      return new OutLinks(targets.clone());
    }

    /** {@return the number of targets, 0 for a page without links} */
    public int size() {
      return targets.length;
    }

    /**
     * {@return the sequence number of one target}
     *
     * @param index 0 up to {@link #size} exclusive
     * @throws IndexOutOfBoundsException if there is no such target
     */
    public long get(int index) {
      return targets[index];
    }

    /** {@return the sequence numbers of all targets in document order} */
    public LongStream stream() {
      return Arrays.stream(targets);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof OutLinks that && Arrays.equals(targets, that.targets);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(targets);
    }

    @Override
    public String toString() {
      return "OutLinks" + Arrays.toString(targets);
    }
  }
}

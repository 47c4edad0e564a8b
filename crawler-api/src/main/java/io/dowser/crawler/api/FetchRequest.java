package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A request for one URL.
 *
 * <pre>{@code
 * FetchResult result = fetcher.fetch(FetchRequest.of(CrawlUrl.of("https://www.example.org/")));
 * }</pre>
 *
 * @param url the URL
 * @param entityTag the {@code ETag} of an earlier visit, sent as {@code If-None-Match}
 * @param lastModified the {@code Last-Modified} of an earlier visit, as the server wrote it, sent
 *     as {@code If-Modified-Since}
 * @param purpose the purpose of the response
 * @param candidate the candidate that led to a page, with its score, if there is one; after a
 *     redirect its URL is another one
 * @param types the types that the page analyzers of the crawl read, each with its limit of bytes;
 *     empty where the fetcher decides. A fetcher need not get a page of another type
 */
public record FetchRequest(
    CrawlUrl url,
    Optional<String> entityTag,
    Optional<String> lastModified,
    Purpose purpose,
    Optional<Candidate> candidate,
    List<PageAnalyzer.Type> types) {

  /**
   * The least number of bytes of a robots.txt that are read, as RFC 9309, section 2.5, requires:
   * 500 KiB.
   */
  public static final int ROBOTS_BYTES = 500 * 1024;

  /** The purpose of the response to a request. */
  public enum Purpose {
    /** A page to be analysed. */
    PAGE,
    /**
     * A robots.txt: any content type will do, and {@link FetchRequest#ROBOTS_BYTES} bytes are read,
     * whatever the limit of pages.
     */
    ROBOTS,
    /** A sitemap or feed: any content type will do. */
    SITEMAP
  }

  /**
   * Refuses nulls.
   *
   * @param url the URL
   * @param entityTag the {@code ETag} of an earlier visit, sent as {@code If-None-Match}
   * @param lastModified the {@code Last-Modified} of an earlier visit, as the server wrote it, sent
   *     as {@code If-Modified-Since}
   * @param purpose the purpose of the response
   * @param candidate the candidate that led to a page, if there is one
   * @param types the types that the page analyzers of the crawl read
   */
  public FetchRequest {
    requireNonNull(url, "url");
    requireNonNull(entityTag, "entityTag");
    requireNonNull(lastModified, "lastModified");
    requireNonNull(purpose, "purpose");
    requireNonNull(candidate, "candidate");
    types = List.copyOf(types);
  }

  /**
   * Creates a request for a page.
   *
   * @param url the URL
   * @param entityTag the {@code ETag} of an earlier visit, sent as {@code If-None-Match}
   * @param lastModified the {@code Last-Modified} of an earlier visit, sent as {@code
   *     If-Modified-Since}
   */
  public FetchRequest(CrawlUrl url, Optional<String> entityTag, Optional<String> lastModified) {
    this(url, entityTag, lastModified, Purpose.PAGE, Optional.empty(), List.of());
  }

  /**
   * {@return a request for a page without conditions}
   *
   * @param url the URL
   */
  public static FetchRequest of(CrawlUrl url) {
    return new FetchRequest(url, Optional.empty(), Optional.empty());
  }

  /**
   * {@return a request without conditions}
   *
   * @param url the URL
   * @param purpose the purpose of the response
   */
  public static FetchRequest of(CrawlUrl url, Purpose purpose) {
    return new FetchRequest(
        url, Optional.empty(), Optional.empty(), purpose, Optional.empty(), List.of());
  }

  /**
   * {@return a copy of this request with a candidate}
   *
   * @param candidate the candidate that led to the page
   */
  public FetchRequest withCandidate(Candidate candidate) {
    return new FetchRequest(url, entityTag, lastModified, purpose, Optional.of(candidate), types);
  }

  /**
   * {@return a copy of this request for a page of one of some media types}
   *
   * @param types the types that the page analyzers of the crawl read
   */
  public FetchRequest withTypes(List<PageAnalyzer.Type> types) {
    return new FetchRequest(url, entityTag, lastModified, purpose, candidate, types);
  }
}

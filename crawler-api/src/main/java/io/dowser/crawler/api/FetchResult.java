package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Map;

/**
 * The result of a {@link FetchRequest}.
 *
 * <pre>{@code
 * FetchResult result = fetcher.fetch(FetchRequest.of(url));
 * if (result instanceof FetchResult.Fetched fetched) {
 *   System.out.println(fetched.status() + " " + fetched.contentType());
 * } else if (result instanceof FetchResult.Failed failed) {
 *   System.out.println(failed.reason());
 * }
 * }</pre>
 */
public sealed interface FetchResult {

  /** No header at all. */
  HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

  /** {@return the URL of the request} */
  CrawlUrl url();

  /** The completeness of the body. */
  enum Truncation {
    /** All of it. */
    NONE,
    /** The byte limit was reached; the rest was not read. */
    BYTE_LIMIT,
    /** The body is compressed more than any page is; this is the part that was inflated by then. */
    RATIO_LIMIT,
    /** The time limit was reached; this is the part that had arrived by then. */
    TIME_LIMIT,
    /**
     * The connection or the compressed stream was aborted; this is the part that had arrived by
     * then.
     */
    ABORTED
  }

  /** The reason why a fetch failed, or a fetched document could not be read. */
  enum FailureReason {
    /** The host name has no address. */
    DNS(true),
    /** Nothing listens at that address. */
    REFUSED(true),
    /**
     * The connection was closed before a response arrived, or before the first byte of its body.
     */
    RESET(true),
    /** No response within the time limit, or no byte of its body. */
    TIMEOUT(true),
    /** The secure connection could not be established. */
    TLS(false),
    /** The address is one that a crawl must not connect to. */
    FORBIDDEN_ADDRESS(false),
    /** The server responded with an error status. */
    HTTP_STATUS(false),
    /** The body is of a kind that cannot hold links and text. */
    CONTENT_TYPE(false),
    /** The response is not HTTP, or it has an invalid header, redirect or coding. */
    PROTOCOL(false),
    /** There were more redirects in a row than allowed. */
    TOO_MANY_REDIRECTS(false),
    /** The site shows this page only after a login, and another login did not help. */
    LOGGED_OUT(false),
    /** The page came, but a browser that was to render it failed on it. */
    NOT_RENDERED(false),
    /**
     * A resource that the page needs, such as a browser, is in use. A crawl does not count this as
     * a failure and publishes no event: it repeats the request soon, until it succeeds, and fetches
     * other pages in between.
     */
    BUSY(true),
    /** The document is truncated, and its type is read whole or not at all. */
    TRUNCATED(false),
    /** The document is encrypted, and no password is known. */
    ENCRYPTED(false),
    /** The document is damaged, or not of the type that it claims. */
    DAMAGED(false),
    /** The document needs more time or memory to be read than it may have. */
    TOO_COSTLY(false),
    /** Some other input or output error. */
    IO(true);

    private final boolean worthRetrying;

    FailureReason(boolean worthRetrying) {
      this.worthRetrying = worthRetrying;
    }

    /** {@return whether the same request may succeed later, unless the response says otherwise} */
    public boolean isWorthRetrying() {
      return worthRetrying;
    }
  }

  /**
   * A page was fetched.
   *
   * <p>A fetcher that runs scripts may end at another URL than the requested one. The engine then
   * treats the page as the target of a redirect: its URL passes the checks of a redirect, and the
   * page is analysed under that URL, or dropped, without another request. But if this is a recheck
   * of a page that was visited before, a new URL is queued like a link.
   *
   * @param url the URL of the request
   * @param finalUrl the URL that the page has, which is {@code url} unless the fetcher was led
   *     elsewhere; only pages are treated as redirected, not robots.txt and sitemaps
   * @param status the HTTP status, 200 to 299
   * @param headers the response headers
   * @param body the decoded bytes
   * @param truncation the completeness of the body
   * @param elapsed time from sending the request to the last byte
   */
  record Fetched(
      CrawlUrl url,
      CrawlUrl finalUrl,
      int status,
      HttpHeaders headers,
      Body body,
      Truncation truncation,
      Duration elapsed)
      implements FetchResult {

    /**
     * Refuses nulls.
     *
     * @param url the URL of the request
     * @param finalUrl the URL that the page has
     * @param status the HTTP status, 200 to 299
     * @param headers the response headers
     * @param body the decoded bytes
     * @param truncation the completeness of the body
     * @param elapsed time from sending the request to the last byte
     */
    public Fetched {
      requireNonNull(url, "url");
      requireNonNull(finalUrl, "finalUrl");
      requireNonNull(headers, "headers");
      requireNonNull(body, "body");
      requireNonNull(truncation, "truncation");
      requireNonNull(elapsed, "elapsed");
    }

    /**
     * Creates a page that has the URL of the request.
     *
     * @param url the URL of the request
     * @param status the HTTP status, 200 to 299
     * @param headers the response headers
     * @param body the decoded bytes
     * @param truncation the completeness of the body
     * @param elapsed time from sending the request to the last byte
     */
    public Fetched(
        CrawlUrl url,
        int status,
        HttpHeaders headers,
        Body body,
        Truncation truncation,
        Duration elapsed) {
      this(url, url, status, headers, body, truncation, elapsed);
    }

    /**
     * {@return this page as the response to a request for another URL}
     *
     * @param other the URL of that request, and of the page
     */
    public Fetched at(CrawlUrl other) {
      return new Fetched(other, status, headers, body, truncation, elapsed);
    }

    /**
     * {@return the content type as the server wrote it, or the empty string; several header lines
     * are one list, separated by commas (RFC 9110, section 5.3)}
     */
    public String contentType() {
      return String.join(", ", headers.allValues("content-type"));
    }
  }

  /**
   * The server redirects to another URL.
   *
   * @param url the URL of the request
   * @param status the HTTP status: 301, 302, 303, 307 or 308; 302 for a redirect by a script or by
   *     the header {@code Refresh}
   * @param location the target as the server wrote it, not resolved
   * @param cookiesChanged whether the server has set or removed a cookie of the fetcher with it, so
   *     that a URL that was requested before may have another response now
   */
  record Redirect(CrawlUrl url, int status, String location, boolean cookiesChanged)
      implements FetchResult {

    /**
     * Refuses nulls.
     *
     * @param url the URL of the request
     * @param status the HTTP status: 301, 302, 303, 307 or 308
     * @param location the target as the server wrote it, not resolved
     * @param cookiesChanged whether a cookie of the fetcher has changed
     */
    public Redirect {
      requireNonNull(url, "url");
      requireNonNull(location, "location");
    }

    /**
     * Creates a redirect that changes no cookie.
     *
     * @param url the URL of the request
     * @param status the HTTP status: 301, 302, 303, 307 or 308
     * @param location the target as the server wrote it, not resolved
     */
    public Redirect(CrawlUrl url, int status, String location) {
      this(url, status, location, false);
    }
  }

  /**
   * The page is the same as at the visit that the request's conditions name.
   *
   * @param url the URL of the request
   * @param headers the response headers, such as a new {@code ETag}
   */
  record NotModified(CrawlUrl url, HttpHeaders headers) implements FetchResult {

    /**
     * Refuses nulls.
     *
     * @param url the URL of the request
     * @param headers the response headers
     */
    public NotModified {
      requireNonNull(url, "url");
      requireNonNull(headers, "headers");
    }

    /**
     * Creates a result without headers.
     *
     * @param url the URL of the request
     */
    public NotModified(CrawlUrl url) {
      this(url, NO_HEADERS);
    }
  }

  /**
   * The fetch failed.
   *
   * @param url the URL of the request
   * @param reason the reason
   * @param status the HTTP status, or 0 if there was no response
   * @param detail one line for people, from the error itself
   * @param retryable whether the same request may succeed later
   * @param headers the response headers, empty if there was no response
   */
  record Failed(
      CrawlUrl url,
      FailureReason reason,
      int status,
      String detail,
      boolean retryable,
      HttpHeaders headers)
      implements FetchResult {

    /**
     * Refuses nulls.
     *
     * @param url the URL of the request
     * @param reason the reason
     * @param status the HTTP status, or 0 if there was no response
     * @param detail one line for people, from the error itself
     * @param retryable whether the same request may succeed later
     * @param headers the response headers, empty if there was no response
     */
    public Failed {
      requireNonNull(url, "url");
      requireNonNull(reason, "reason");
      requireNonNull(detail, "detail");
      requireNonNull(headers, "headers");
    }

    /**
     * {@return a failure without a response, retryable as is usual for its reason}
     *
     * @param url the URL of the request
     * @param reason the reason
     * @param detail one line for people
     */
    public static Failed of(CrawlUrl url, FailureReason reason, String detail) {
      return new Failed(url, reason, 0, detail, reason.isWorthRetrying(), NO_HEADERS);
    }
  }
}

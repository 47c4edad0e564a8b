package io.dowser.crawler.testkit;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Serves an {@link InMemoryWeb} and records the requests.
 *
 * <p>A page comes with status 200, a content type and an entity tag; a request that names that tag
 * gets {@link FetchResult.NotModified}. What the web does not have is a failure with status 404. A
 * fetch after {@link #close} throws an {@link IllegalStateException}.
 *
 * <pre>{@code
 * InMemoryWeb web = InMemoryWeb.builder().page("http://a.example/", "Tides", "ebb and flood").build();
 * InMemoryFetcher fetcher = web.fetcher();
 * Crawler.builder().seed("http://a.example/").topic(Topic.of("ebb")).fetcher(fetcher).build().run();
 * assertThat(fetcher.order()).containsExactly(CrawlUrl.of("http://a.example/"));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class InMemoryFetcher implements Fetcher {

  private final InMemoryWeb web;
  private final Object lock = new Object();
  private final List<CrawlUrl> order = new ArrayList<>();
  private final Map<CrawlUrl, Integer> counts = new HashMap<>();
  private boolean closed;

  InMemoryFetcher(InMemoryWeb web) {
    this.web = web;
  }

  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the fetch of " + request.url());
    }
    int earlier = record(request);
    return result(request, web.responseTo(request.url()), earlier);
  }

  /**
   * Lists the URLs in the order in which they were asked for as pages; requests for robots.txt and
   * sitemaps are not among them.
   *
   * @return a copy, with a URL as often as it was asked for
   */
  public List<CrawlUrl> order() {
    synchronized (lock) {
      return List.copyOf(order);
    }
  }

  /**
   * {@return the number of requests for a URL, 0 or more}
   *
   * @param url the URL
   */
  public int timesFetched(CrawlUrl url) {
    synchronized (lock) {
      return counts.getOrDefault(requireNonNull(url, "url"), 0);
    }
  }

  /** {@return whether {@link #close} was called} */
  public boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /** Refuses fetches from now on; the record stays readable. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
    }
  }

  private int record(FetchRequest request) {
    CrawlUrl url = request.url();
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("the fetcher is closed, but was asked for " + url);
      }
      if (request.purpose() == FetchRequest.Purpose.PAGE) {
        order.add(url);
      }
      return counts.merge(url, 1, Integer::sum) - 1;
    }
  }

  private static FetchResult result(FetchRequest request, WebResponse response, int earlier)
      throws InterruptedException {
    if (response instanceof WebResponse.Document document) {
      return page(request, document);
    }
    if (response instanceof WebResponse.Moved moved) {
      return new FetchResult.Redirect(request.url(), 301, moved.location());
    }
    if (response instanceof WebResponse.BrokenFirst first) {
      return earlier < first.times()
          ? FetchResult.Failed.of(request.url(), first.reason(), "failure " + (earlier + 1))
          : result(request, first.then(), earlier);
    }
    if (response instanceof WebResponse.Broken broken) {
      return failure(request.url(), broken);
    }
    new CountDownLatch(1).await(); // a hanging URL: ends by interruption only
    throw new AssertionError("unreachable");
  }

  private static FetchResult page(FetchRequest request, WebResponse.Document document) {
    if (request.entityTag().equals(Optional.of(document.entityTag()))) {
      return new FetchResult.NotModified(request.url());
    }
    Map<String, List<String>> headers =
        Map.of(
            "content-type", List.of(document.contentType()),
            "etag", List.of(document.entityTag()));
    return new FetchResult.Fetched(
        request.url(),
        200,
        HttpHeaders.of(headers, (name, value) -> true),
        document.body(),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  private static FetchResult failure(CrawlUrl url, WebResponse.Broken broken) {
    int status = broken.status();
    return status == 0
        ? FetchResult.Failed.of(url, broken.reason(), "broken on purpose")
        : new FetchResult.Failed(
            url,
            broken.reason(),
            status,
            "status " + status,
            status >= 500 || status == 429,
            FetchResult.NO_HEADERS);
  }
}

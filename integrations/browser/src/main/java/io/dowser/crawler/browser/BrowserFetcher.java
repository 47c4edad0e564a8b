package io.dowser.crawler.browser;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fetches pages by an {@link OkHttpFetcher}, and renders in Chromium those that a {@link
 * RenderPolicy} chooses.
 *
 * <p><b>Rendering.</b> The browser gets the page that was fetched, so the document is requested
 * once, with the headers, cookies and logins of the fetcher. It then loads what the page asks for,
 * except images, fonts and media, until no request has been in flight for half a second or a
 * selector has an element. The result is the document as scripts have left it, in UTF-8, with the
 * status and headers of the response except those that no longer apply: length, encoding, {@code
 * ETag} and {@code Last-Modified}. Shadow trees and the content of frames are not in it. Each page
 * has a tab with separate cookies and storage.
 *
 * <p><b>URLs.</b> A page that changes its URL has that as {@link Fetched#finalUrl}. A page that
 * leads elsewhere by script or a refreshing element is not followed: it is a {@link
 * FetchResult.Redirect} if it has hardly any text and links, so that the crawl decides, and a page
 * otherwise.
 *
 * <p><b>Limits.</b> A page that is not complete in time is what it is by then, with {@link
 * Truncation#TIME_LIMIT}. Dialogs are dismissed; downloads and new windows are refused; 1,000
 * requests and 100 MiB are served for a page. A page that hangs or crashes its tab is a failure
 * that is not retried, and its browser is replaced.
 *
 * <p><b>Addresses.</b> All requests of a page go through a proxy of this fetcher. It resolves names
 * as the fetcher does and refuses the addresses that it refuses, so a page does not reach this
 * machine or its network. Pages reach no host where a proxy or a socket factory of the fetcher's
 * connects, unless {@link AddressRules#socketFactory} has created it.
 *
 * <p><b>Politeness.</b> The requests of a rendered page, scripts and data mostly, follow each other
 * without delay, as those of a visitor, and robots.txt is not asked about them. The delay of the
 * host begins when they have ended.
 *
 * <p><b>Queue.</b> If all browsers are in use, the result is a {@link Failed} with {@link
 * FailureReason#BUSY}, so that the calling thread can fetch other pages; the page is kept for some
 * minutes for the next request for its URL. A crawl repeats that. After a page has hung or crashed
 * its tab, no page of its host is rendered for ten times as long as that took, and twice as long
 * after each further one in a row: pages with text or links are returned as they came, the others
 * are failures with {@link FailureReason#NOT_RENDERED}.
 *
 * <p>A browser starts with the first page that needs it. Thread-safe.
 *
 * <pre>{@code
 * Crawler.builder().fetcher("browser", Map.of("browsers", "2", "renderHosts", "*.shop.example"));
 * }</pre>
 */
public final class BrowserFetcher implements Fetcher, AddressRules.Lookup, Resumable {

  private final OkHttpFetcher http;
  private final RenderPolicy policy;
  private final BrowserPool pool;
  private final QueuedPages queued = new QueuedPages();
  private final CoolingHosts cooling = new CoolingHosts(System::nanoTime);

  private BrowserFetcher(OkHttpFetcher http, RenderPolicy policy, RenderSettings settings) {
    this.http = http;
    this.policy = policy;
    this.pool = new BrowserPool(settings, http);
  }

  /**
   * Creates a fetcher, which starts no browser yet.
   *
   * @param settings those of {@link Provider} that are about browsers and rendering, but not those
   *     of its policy and of {@code okhttp}; absent ones have their defaults
   * @param http fetches pages before they are rendered, robots.txt and sitemaps. Its user agent is
   *     that of the browsers, and its address rules hold for all requests of pages. It is closed
   *     with the new fetcher
   * @param policy decides which pages are rendered
   * @return a new fetcher, to be closed
   * @throws io.dowser.crawler.api.SettingException if a value or name is not allowed
   * @throws io.dowser.crawler.api.CrawlException if the browser or chromedriver is not on this
   *     machine, and no remote one is set
   */
  public static BrowserFetcher of(Settings settings, OkHttpFetcher http, RenderPolicy policy) {
    requireNonNull(policy, "policy");
    RenderSettings render = RenderSettings.of(settings, http.userAgent());
    settings.refuseUnread();
    return new BrowserFetcher(http, policy, render);
  }

  /**
   * Fetches a page, and renders it if the policy says so.
   *
   * @param request the request
   * @return the result
   * @throws InterruptedException if the calling thread was interrupted
   * @throws io.dowser.crawler.api.CrawlException if no browser can be started
   * @throws IllegalStateException if the fetcher is closed
   */
  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    boolean isPage = request.purpose() == FetchRequest.Purpose.PAGE;
    Fetched kept = isPage ? queued.take(request.url()) : null;
    FetchResult result = kept == null ? http.fetch(request) : kept;
    return result instanceof Fetched page
            && isPage
            && RenderedPage.canBe(page)
            && policy.renders(request, page)
        ? render(page)
        : result;
  }

  private FetchResult render(Fetched page) throws InterruptedException {
    if (cooling.isCoolingDown(page.url())) {
      return EmptyPage.looksEmpty(page)
          ? failed(page, FailureReason.NOT_RENDERED, "the browser has failed on the host lately")
          : page;
    }
    long start = System.nanoTime();
    try {
      Optional<Rendering> rendering = pool.render(page);
      if (rendering.isEmpty()) {
        queued.add(page);
        return failed(page, FailureReason.BUSY, "all browsers are in use");
      }
      cooling.succeeded(page.url());
      return RenderedPage.of(page, rendering.get());
    } catch (BrowserFailure e) {
      cooling.failed(page.url(), System.nanoTime() - start);
      return failed(page, FailureReason.NOT_RENDERED, "the browser failed: " + e.getMessage());
    }
  }

  private static Failed failed(Fetched page, FailureReason reason, String detail) {
    return new Failed(
        page.url(), reason, page.status(), detail, reason.isWorthRetrying(), page.headers());
  }

  @Override
  public void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {
    http.start(delays);
  }

  @Override
  public String productToken() {
    return http.productToken();
  }

  @Override
  public List<InetAddress> addressesOf(String host) throws UnknownHostException {
    return http.addressesOf(host);
  }

  @Override
  public Optional<AddressRules.Kind> refusalOf(String host, InetAddress address) {
    return http.refusalOf(host, address);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    http.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    http.restore(in);
  }

  /** Ends all browsers, and closes the fetcher of unrendered pages. */
  @Override
  public void close() {
    pool.close();
    http.close();
  }

  /**
   * Creates {@link BrowserFetcher}s by the name {@code browser}.
   *
   * <p>The settings, listed in docs/settings.md, are those of {@link OkHttpFetcher.Provider}, such
   * as {@code maxBytes} and {@code cookies}, those of the browsers, such as {@code idle}, and
   * {@code render}, {@code renderHosts} and {@code renderMinScore}, the policy.
   */
  public static final class Provider implements FetcherProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "browser";
    }

    @Override
    public Fetcher create(Settings settings, CrawlContext context) {
      RenderPolicy policy = RenderPolicySettings.policy(settings);
      OkHttpFetcher http = OkHttpFetcher.Provider.builder(settings, context).build();
      try {
        return new BrowserFetcher(http, policy, RenderSettings.of(settings, http.userAgent()));
      } catch (RuntimeException e) {
        http.close();
        throw e;
      }
    }
  }
}

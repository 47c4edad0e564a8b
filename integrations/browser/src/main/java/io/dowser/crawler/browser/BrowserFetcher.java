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
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches pages by an {@link OkHttpFetcher}, and renders those in Chromium that a {@link
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
 * requests and 100 MiB are answered for a page. A page that hangs or crashes its tab is a failure
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
 * OkHttpFetcher http = OkHttpFetcher.builder().connections(4).build();
 * Crawler.builder().fetcher(BrowserFetcher.builder().http(http).browsers(2).build());
 * }</pre>
 */
public final class BrowserFetcher implements Fetcher, AddressRules.Lookup, Resumable {

  private final OkHttpFetcher http;
  private final RenderPolicy policy;
  private final BrowserPool pool;
  private final QueuedPages queued = new QueuedPages();
  private final CoolingHosts cooling = new CoolingHosts(System::nanoTime);

  private BrowserFetcher(OkHttpFetcher http, RenderPolicy policy, BrowserPool pool) {
    this.http = http;
    this.policy = policy;
    this.pool = pool;
  }

  /** {@return a builder with all defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Fetches a page, and renders it if the policy says so.
   *
   * @param request what to get
   * @return what came
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

  /** Ends all browsers, and closes the fetcher that was given to the builder. */
  @Override
  public void close() {
    pool.close();
    http.close();
  }

  /** Sets up a {@link BrowserFetcher}. Each call checks what it is given. Not thread-safe. */
  public static final class Builder {

    private static final Path NO_PROGRAM = Path.of("");

    private @Nullable OkHttpFetcher http;
    private RenderPolicy policy = RenderPolicy.looksEmpty();
    private @Nullable URI remote;
    private @Nullable Path chromium;
    private @Nullable Path chromedriver;
    private boolean sandbox = true;
    int browsers = 2;
    int pages = 100;
    Duration timeout = Duration.ofSeconds(20);
    Duration idle = Duration.ofMillis(500);
    private @Nullable String selector;
    Set<String> blocked = Set.of("image", "font", "media");
    int maxCharacters = 1 << 22;

    private Builder() {}

    /**
     * Sets who fetches pages before they are rendered, robots.txt and sitemaps. Its user agent is
     * that of the browsers, and its address rules hold for all requests of pages.
     *
     * @param fetcher by default one with all defaults; it is closed with the new fetcher
     * @return this builder
     */
    public Builder http(OkHttpFetcher fetcher) {
      http = requireNonNull(fetcher, "http");
      return this;
    }

    /**
     * Sets which pages are rendered.
     *
     * @param renderPolicy by default {@link RenderPolicy#looksEmpty}
     * @return this builder
     */
    public Builder policy(RenderPolicy renderPolicy) {
      policy = requireNonNull(renderPolicy, "policy");
      return this;
    }

    /**
     * Lets another program start the browsers: a chromedriver, or a Selenium Grid. Without this,
     * {@link #chromedriver} starts them on this machine. The proxy of this fetcher listens on the
     * loopback address alone, so the browsers must run on this machine too, or share its network.
     *
     * @param webDriver such as {@code http://127.0.0.1:4444}
     * @return this builder
     * @throws IllegalArgumentException if it is no http or https URL
     */
    public Builder remote(URI webDriver) {
      if (webDriver.getHost() == null || !String.valueOf(webDriver.getScheme()).matches("https?")) {
        throw new IllegalArgumentException(
            "remote must be a URL such as http://127.0.0.1:4444, but was '" + webDriver + "'");
      }
      remote = webDriver;
      return this;
    }

    /**
     * Sets the program of the browser.
     *
     * @param program by default {@code chromium}, {@code chromium-browser} or {@code google-chrome}
     *     on the {@code PATH}
     * @return this builder
     */
    public Builder chromium(Path program) {
      chromium = requireNonNull(program, "chromium");
      return this;
    }

    /**
     * Sets the program that starts browsers; it must be of the version of the browser.
     *
     * @param program by default {@code chromedriver} on the {@code PATH}
     * @return this builder
     */
    public Builder chromedriver(Path program) {
      chromedriver = requireNonNull(program, "chromedriver");
      return this;
    }

    /**
     * Sets whether the browser confines its processes. Where it runs as root, or in a container
     * without user namespaces, it does not start with it.
     *
     * @param enabled by default true; without it, a page that breaks out of the browser has the
     *     rights of this process
     * @return this builder
     */
    public Builder sandbox(boolean enabled) {
      sandbox = enabled;
      return this;
    }

    /**
     * Sets the most browsers that run at once. Each renders one page at a time and takes some
     * hundred MiB.
     *
     * @param number 1 to 64; 2 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder browsers(int number) {
      browsers = Checks.within("browsers", number, 1, 64);
      return this;
    }

    /**
     * Sets the number of pages after which a browser is replaced, because browsers leak memory.
     *
     * @param number 1 to 10,000; 100 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder pagesPerBrowser(int number) {
      pages = Checks.within("pagesPerBrowser", number, 1, 10_000);
      return this;
    }

    /**
     * Limits the time to render a page.
     *
     * @param limit 100 ms to 10 min; 20 s by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder renderTimeout(Duration limit) {
      timeout =
          Checks.within("renderTimeout", limit, Duration.ofMillis(100), Duration.ofMinutes(10));
      return this;
    }

    /**
     * Sets the time without a request in flight after which a page is complete. Requests for media
     * and event streams do not count.
     *
     * @param time 10 ms to 1 min; 500 ms by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder idle(Duration time) {
      idle = Checks.within("idle", time, Duration.ofMillis(10), Duration.ofMinutes(1));
      return this;
    }

    /**
     * Waits for an element instead of an idle network.
     *
     * @param css the selector of an element that completes each page
     * @return this builder
     * @throws IllegalArgumentException if it is blank
     */
    public Builder selector(String css) {
      if (css.isBlank()) {
        throw new IllegalArgumentException("selector must be a CSS selector, but was blank");
      }
      selector = css;
      return this;
    }

    /**
     * Sets the requests of pages that fail, by the resource types of Chromium's DevTools protocol.
     *
     * @param types of {@code image}, {@code font}, {@code media}, {@code stylesheet}, {@code
     *     texttrack}, {@code xhr}, {@code fetch}, {@code prefetch}, {@code eventsource}, {@code
     *     manifest}, {@code ping}, {@code other}; by default the first three
     * @return this builder
     * @throws IllegalArgumentException if one of them is none of these
     */
    public Builder block(Collection<String> types) {
      types.forEach(RenderSettings::checkType);
      blocked = Set.copyOf(types);
      return this;
    }

    /**
     * Limits the characters that are kept of a rendered page.
     *
     * @param characters 1 to 67,108,864; 4,194,304 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder maxCharacters(int characters) {
      maxCharacters = Checks.within("maxCharacters", characters, 1, 1 << 26);
      return this;
    }

    /**
     * Creates the fetcher. It starts no browser yet.
     *
     * @return a new fetcher, to be closed
     * @throws io.dowser.crawler.api.CrawlException if the browser or chromedriver is not on this
     *     machine, and no remote one is set
     */
    public BrowserFetcher build() {
      Path browser = remote == null ? Programs.chromium(chromium) : NO_PROGRAM;
      Path driver = remote == null ? Programs.chromedriver(chromedriver) : NO_PROGRAM;
      OkHttpFetcher fetcher = http == null ? OkHttpFetcher.builder().build() : http;
      var settings =
          new RenderSettings(
              fetcher.userAgent(),
              Optional.ofNullable(remote),
              browser,
              driver,
              sandbox,
              browsers,
              pages,
              timeout,
              idle,
              Optional.ofNullable(selector),
              blocked,
              maxCharacters);
      return new BrowserFetcher(fetcher, policy, new BrowserPool(settings, fetcher));
    }
  }

  /**
   * Creates {@link BrowserFetcher}s by the name {@code browser}.
   *
   * <p>The settings, listed in docs/settings.md, are those of {@link OkHttpFetcher.Provider}, such
   * as {@code maxBytes} and {@code cookies}, those of {@link Builder} under the names of its
   * methods, and {@code render}, {@code renderHosts} and {@code renderMinScore}, the policy.
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
      return BrowserFetcherSettings.builder(settings, context).build();
    }
  }
}

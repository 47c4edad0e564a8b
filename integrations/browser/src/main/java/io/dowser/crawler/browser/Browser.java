package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser with its proxy. It renders one page at a time, each in a tab with separate cookies
 * and storage. Not thread-safe, except {@link #close}.
 */
final class Browser implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Browser.class);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** The most bytes of all responses to a page. */
  private static final long PAGE_BYTES = 100L * 1_048_576;

  /**
   * Runs in a sandbox, whose functions the page cannot have replaced. Properties of the document
   * and of elements are read by the getters of their types, because an element that is named like a
   * property takes its place.
   */
  private static final String READ =
      """
      (() => {
        const get = (type, name, of) =>
          Object.getOwnPropertyDescriptor(type.prototype, name).get.call(of);
        const root = get(Document, 'documentElement', document);
        const html = root ? get(Element, 'outerHTML', root) : '';
        const size = html.length > MOST ? 'long' : '';
        return location.href + '\\n' + size + '\\n' + html.slice(0, MOST);
      })()""";

  private static final String FIND =
      """
      Document.prototype.querySelector.call(document, SELECTOR) === null
        || location.href === 'about:blank' ? '' : 'found'""";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final RenderSettings settings;
  private final FilteringProxy proxy;
  private final BrowserSession session;
  private final SubresourceCache cache;
  private String collector = "";
  private volatile @Nullable PageLoad loading;
  private int pages;
  private boolean isBroken;

  private Browser(
      RenderSettings settings,
      FilteringProxy proxy,
      BrowserSession session,
      SubresourceCache cache) {
    this.settings = settings;
    this.proxy = proxy;
    this.session = session;
    this.cache = cache;
  }

  static Browser start(
      RenderSettings settings, AddressRules.Lookup addresses, SubresourceCache cache)
      throws BrowserFailure, InterruptedException {
    FilteringProxy proxy = FilteringProxy.start(addresses, InetAddress.getLoopbackAddress());
    Browser browser;
    try {
      var session = BrowserSession.start(settings, proxy.address());
      browser = new Browser(settings, proxy, session, cache);
    } catch (BrowserFailure | InterruptedException | RuntimeException e) {
      proxy.close();
      throw e;
    }
    try {
      browser.listen();
      browser.collectBodies();
      browser.checkSelector();
      return browser;
    } catch (BrowserFailure | InterruptedException | RuntimeException e) {
      browser.close();
      throw e;
    }
  }

  private void listen() throws BrowserFailure, InterruptedException {
    session
        .channel()
        .listen(
            Map.of(
                "network.beforeRequestSent", each(PageLoad::requestSent),
                "network.responseCompleted", each(PageLoad::responseCompleted),
                "network.fetchError", each(PageLoad::requestEnded),
                "browsingContext.load", each(PageLoad::loaded)),
            ANSWER);
    call("network.addIntercept", Map.of("phases", List.of("beforeRequestSent")));
    call("browser.setDownloadBehavior", Map.of("downloadBehavior", Map.of("type", "denied")));
  }

  /**
   * Has the browser keep the bodies of responses; one that cannot do so loads each for each page.
   */
  private void collectBodies() throws InterruptedException {
    Map<String, Object> parameters =
        Map.of(
            "dataTypes",
            List.of("response"),
            "maxEncodedDataSize",
            SubresourceCache.RESPONSE_BYTES);
    try {
      collector = call("network.addDataCollector", parameters).text("collector");
    } catch (BrowserFailure e) {
      LOG.warn("pages share no responses: {}", e.getMessage());
    }
  }

  /** Throws if the browser does not know the selector. */
  private void checkSelector() throws BrowserFailure, InterruptedException {
    if (settings.selector().isPresent()) {
      Tab tab = open();
      try {
        evaluate(tab, find(settings.selector().get()));
      } catch (PageFailure e) {
        throw new CrawlException(
            "selector must be a CSS selector, but was '" + settings.selector().get() + "': " + e,
            e);
      }
      close(tab);
      pages = 0;
    }
  }

  /** Events without a page to load are those of a page that has been removed. */
  private Consumer<Map<String, Object>> each(BiConsumer<PageLoad, BiDiEvent> to) {
    return values -> {
      PageLoad page = loading;
      if (page != null) {
        to.accept(page, new BiDiEvent(values));
      }
    };
  }

  /** Returns whether it can render another page. */
  boolean isUsable() {
    return !isBroken && pages < settings.pages();
  }

  /** Opens a tab for {@link #render}; fails if the browser is gone. */
  Tab open() throws BrowserFailure, InterruptedException {
    isBroken = true; // until the tab is closed
    String user = call("browser.createUserContext", Map.of()).text("userContext");
    Map<String, Object> place = Map.of("type", "tab", "userContext", user, "background", true);
    return new Tab(user, call("browsingContext.create", place).text("context"));
  }

  /** A tab, and the cookies and storage that it has alone. */
  record Tab(String user, String context) {}

  /** Renders a page, and closes the tab. */
  Rendering render(Fetched page, Tab tab) throws BrowserFailure, InterruptedException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    proxy.allowBytes(PAGE_BYTES);
    var load = new PageLoad(page, tab.context(), settings, session.channel(), cache, collector);
    loading = load;
    load.navigate();
    boolean isComplete =
        settings.selector().isPresent()
            ? awaitElement(tab, settings.selector().get(), deadline)
            : load.awaitIdle(deadline);
    Rendering rendering = read(tab, load, isComplete);
    close(tab);
    return rendering;
  }

  private boolean awaitElement(Tab tab, String selector, long deadline)
      throws BrowserFailure, InterruptedException {
    String find = find(selector);
    while (System.nanoTime() < deadline) {
      if (evaluate(tab, find).equals("found")) {
        return true;
      }
      Thread.sleep(LOOK_AGAIN.toMillis());
    }
    return false;
  }

  private static String find(String selector) {
    return FIND.replace("SELECTOR", new Json().toJson(selector));
  }

  private Rendering read(Tab tab, PageLoad load, boolean isComplete)
      throws BrowserFailure, InterruptedException {
    String most = String.valueOf(settings.maxCharacters());
    String[] parts = evaluate(tab, READ.replace("MOST", most)).split("\n", 3);
    Truncation truncation = parts[1].isEmpty() ? Truncation.NONE : Truncation.BYTE_LIMIT;
    return new Rendering(
        parts[0], parts[2], isComplete ? truncation : Truncation.TIME_LIMIT, load.next());
  }

  private String evaluate(Tab tab, String expression) throws BrowserFailure, InterruptedException {
    Map<String, Object> target = Map.of("context", tab.context(), "sandbox", "dowser");
    Map<String, Object> parameters =
        Map.of("expression", expression, "target", target, "awaitPromise", false);
    BiDiEvent result = call("script.evaluate", parameters);
    if (result.text("type").equals("exception")) {
      throw new PageFailure("the page cannot be read: " + result.text("exceptionDetails", "text"));
    }
    return result.text("result", "value");
  }

  private void close(Tab tab) throws InterruptedException {
    try {
      call("browser.removeUserContext", Map.of("userContext", tab.user()));
      isBroken = false;
    } catch (BrowserFailure e) {
      isBroken = true; // the page is there; the browser is replaced
    } finally {
      loading = null;
      pages++;
    }
  }

  private BiDiEvent call(String method, Map<String, Object> parameters)
      throws BrowserFailure, InterruptedException {
    return new BiDiEvent(session.channel().call(method, parameters, ANSWER));
  }

  /** Ends the browser, without waiting for its end. */
  @Override
  public void close() {
    session.close();
    proxy.close();
  }
}

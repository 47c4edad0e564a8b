package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.net.AddressRules;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded number of browsers, which are started on demand and replaced when they are used up,
 * hang or have ended. Thread-safe.
 */
final class BrowserPool implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BrowserPool.class);

  private final RenderSettings settings;
  private final AddressRules.Lookup addresses;
  private final SubresourceCache cache = new SubresourceCache();
  private final Semaphore free;
  private final Deque<Browser> idle = new ArrayDeque<>();
  private final Set<Browser> all = new HashSet<>();
  private boolean isClosed;

  BrowserPool(RenderSettings settings, AddressRules.Lookup addresses) {
    this.settings = settings;
    this.addresses = addresses;
    this.free = new Semaphore(settings.browsers());
  }

  /**
   * Renders a page in a free browser; returns empty if there is none.
   *
   * @throws BrowserFailure if the browser failed on the page
   * @throws CrawlException if no browser can be started
   */
  Optional<Rendering> render(Fetched page) throws BrowserFailure, InterruptedException {
    if (!free.tryAcquire()) {
      return Optional.empty();
    }
    try {
      return Optional.of(renderInNext(page));
    } finally {
      free.release();
    }
  }

  /** Replaces idle browsers that have ended, until one opens a tab. */
  private Rendering renderInNext(Fetched page) throws BrowserFailure, InterruptedException {
    while (true) {
      Browser kept = pollIdle();
      Browser browser = kept == null ? start() : kept;
      try {
        Browser.Tab tab = open(browser, kept != null);
        if (tab != null) {
          return browser.render(page, tab);
        }
      } finally {
        giveBack(browser);
      }
    }
  }

  /** Opens a tab; returns null if a kept browser has ended. */
  private static Browser.@Nullable Tab open(Browser browser, boolean isKept)
      throws BrowserFailure, InterruptedException {
    try {
      return browser.open();
    } catch (BrowserFailure e) {
      if (!isKept) {
        throw e;
      }
      LOG.warn("a browser is gone and is replaced: {}", e.getMessage());
      return null;
    }
  }

  private synchronized @Nullable Browser pollIdle() {
    throwIfClosed();
    return idle.poll();
  }

  private Browser start() throws InterruptedException {
    Browser browser;
    try {
      browser = Browser.start(settings, addresses, cache);
    } catch (BrowserFailure e) {
      throw new CrawlException("no browser: " + e.getMessage(), e);
    }
    synchronized (this) {
      all.add(browser);
      if (isClosed) {
        browser.close();
      }
      throwIfClosed();
    }
    return browser;
  }

  private void throwIfClosed() {
    if (isClosed) {
      throw new IllegalStateException("the fetcher is closed");
    }
  }

  private synchronized void giveBack(Browser browser) {
    if (browser.isUsable() && !isClosed) {
      idle.push(browser);
    } else {
      all.remove(browser);
      browser.close();
    }
  }

  /** Ends all browsers. */
  @Override
  public synchronized void close() {
    isClosed = true;
    all.forEach(Browser::close);
    all.clear();
    idle.clear();
  }
}

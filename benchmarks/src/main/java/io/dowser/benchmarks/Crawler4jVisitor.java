package io.dowser.benchmarks;

import edu.uci.ics.crawler4j.crawler.Page;
import edu.uci.ics.crawler4j.crawler.WebCrawler;
import edu.uci.ics.crawler4j.url.WebURL;

/** One thread of crawler4j. It takes style sheets for pages, so they are skipped here. */
final class Crawler4jVisitor extends WebCrawler {

  private final DistinctPages pages;

  Crawler4jVisitor(DistinctPages pages) {
    this.pages = pages;
  }

  @Override
  public boolean shouldVisit(Page referringPage, WebURL url) {
    return !url.getURL().endsWith(".css") && super.shouldVisit(referringPage, url);
  }

  @Override
  public void visit(Page page) {
    pages.add(page.getWebURL().getURL());
  }

  @Override
  protected void onContentFetchError(Page page) {
    fail(new IllegalStateException("no content of " + page.getWebURL().getURL()));
  }

  @Override
  protected void onParseError(WebURL url) {
    fail(new IllegalStateException("no page in the content of " + url.getURL()));
  }

  @Override
  protected void onUnhandledException(WebURL url, Throwable cause) {
    fail(cause);
  }

  /** Reports a failure, unless it comes from closed connections at the end of the crawl. */
  private void fail(Throwable cause) {
    if (!getMyController().isShuttingDown()) {
      pages.fail(cause);
    }
  }
}

package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;

/** Throws once it was notified of this many visits. */
final class BreakingListener implements CrawlListener {

  private final CrawlListener listener;
  private int left;

  BreakingListener(CrawlListener listener, int visits) {
    this.listener = listener;
    this.left = visits;
  }

  boolean hasBroken() {
    return left < 0;
  }

  @Override
  public void on(CrawlEvent event) {
    listener.on(event);
    if (event instanceof CrawlEvent.Visited && left-- <= 0) {
      throw new IllegalStateException("broken off on purpose");
    }
  }
}

package io.dowser.crawler.api;

/**
 * Receives the events of a crawl.
 *
 * <p>Events come in crawl order, one at a time, on the crawl's own thread; a slow listener slows
 * the crawl. A program that runs several crawls gives each a listener of its own, because most
 * events do not name their crawl. A listener that throws ends the crawl with that exception as
 * cause.
 */
@FunctionalInterface
public interface CrawlListener {

  /**
   * Takes note of an event.
   *
   * @param event the event; switch over its type
   */
  void on(CrawlEvent event);
}

package io.dowser.crawler.api;

/**
 * Receives the events of a crawl.
 *
 * <p>Events come in crawl order, one at a time, on the crawl's own thread; a slow listener slows
 * the crawl. A program that runs several crawls gives each a separate listener, because most events
 * do not name their crawl. If a listener throws, the crawl ends with that exception as cause.
 *
 * <pre>{@code
 * CrawlListener relevantPages =
 *     event -> {
 *       if (event instanceof CrawlEvent.Visited visited && visited.visit().relevant()) {
 *         System.out.println(visited.visit().url());
 *       }
 *     };
 * }</pre>
 */
@FunctionalInterface
public interface CrawlListener {

  /**
   * Handles an event.
   *
   * @param event the event; switch over its type
   */
  void on(CrawlEvent event);
}

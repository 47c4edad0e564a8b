package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the events of a crawl to the log and to its listeners. */
public final class Events {

  private static final Logger LOG = LoggerFactory.getLogger("io.dowser.crawler.Crawler");

  private final List<CrawlListener> listeners = new ArrayList<>();

  /** Creates events for the log and then for some listeners, in their order. */
  public Events(List<CrawlListener> listeners) {
    this.listeners.add(Events::log);
    this.listeners.addAll(listeners);
  }

  public void publish(CrawlEvent event) {
    for (CrawlListener listener : listeners) {
      listener.on(event);
    }
  }

  /** Logs events other than pages and redirects. */
  private static void log(CrawlEvent event) {
    if (event instanceof CrawlEvent.Started started) {
      LOG.info("crawl started with {} seeds", started.seeds());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      LOG.warn("{} {} failed on {}", failed.kind(), failed.plugin(), failed.url(), failed.cause());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      var failure = failed.failure();
      LOG.debug("{}: {} {}", failure.url(), failure.reason(), failure.detail());
    } else if (event instanceof CrawlEvent.HostSlowed slowed) {
      LOG.debug("{}: {} for {}", slowed.host(), slowed.cause(), slowed.granted());
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      LOG.debug("{}: {} {}", dropped.url(), dropped.reason(), dropped.detail());
    } else if (event instanceof CrawlEvent.Steered steered) {
      LOG.info("crawl steered: {}", steered.command());
    } else if (event instanceof CrawlEvent.Rejudged rejudged) {
      LOG.info("visited pages judged again: {}", rejudged);
    } else if (event instanceof CrawlEvent.Idle idle) {
      LOG.info("crawl is idle, and waits {}", idle.keepAlive());
    } else if (event instanceof CrawlEvent.Finished finished) {
      CrawlStatistics all = finished.statistics();
      LOG.info(
          "crawl ended: {} after {} pages, {} of them relevant; {} URLs failed, {} pending",
          finished.reason(),
          all.visited(),
          all.relevant(),
          all.failed(),
          all.pending());
    }
  }
}

package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs events other than pages and redirects. */
final class EventLogger implements CrawlListener {

  private static final Logger LOG = LoggerFactory.getLogger("io.dowser.crawler.Crawler");

  @Override
  public void on(CrawlEvent event) {
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
    } else if (event instanceof CrawlEvent.Finished finished) {
      LOG.info("crawl ended: {}, {}", finished.reason(), finished.statistics());
    }
  }
}

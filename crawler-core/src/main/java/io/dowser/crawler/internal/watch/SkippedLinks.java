package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import java.util.List;
import java.util.Map;

/** Counts, records and publishes links that are not queued. Confined to the engine thread. */
public final class SkippedLinks {

  private final CrawlCounters counters;
  private final CrawlRecord record;
  private final Events events;

  public SkippedLinks(CrawlCounters counters, CrawlRecord record, Events events) {
    this.counters = counters;
    this.record = record;
    this.events = events;
  }

  /** Takes links of a page, sitemap, feed or redirect. */
  public void add(CrawlUrl page, List<SkippedLink> links) {
    add(page, links, Map.of());
  }

  /** Takes links of a page, and others that are counted only. */
  public void add(CrawlUrl page, List<SkippedLink> links, Map<SkipReason, Integer> others) {
    if (!links.isEmpty() || !others.isEmpty()) {
      counters.countSkipped(links);
      others.values().forEach(number -> counters.add(Count.SKIPPED, number));
      record.skipped(links);
      events.publish(new CrawlEvent.LinksSkipped(page, links, others));
    }
  }
}

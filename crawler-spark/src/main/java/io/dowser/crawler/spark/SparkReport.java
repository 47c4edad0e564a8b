package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.StopReason;

/** TEMP */
public record SparkReport(StopReason reason, long visited, long relevant) {
  static SparkReport of(StopReason reason, CrawlCounts counts, CrawlTables tables) {
    return new SparkReport(reason, counts.get(CrawlCounts.VISITED), counts.get(CrawlCounts.RELEVANT));
  }
}

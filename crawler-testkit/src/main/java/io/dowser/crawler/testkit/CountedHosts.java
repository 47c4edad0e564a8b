package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlContext.HostRecord;
import io.dowser.crawler.api.CrawlContext.Hosts;
import io.dowser.crawler.api.CrawlUrl;
import java.util.HashMap;
import java.util.Map;

/** Counts the visits and failures of full host names, as a crawl does. */
final class CountedHosts implements Hosts {

  private final Map<String, HostRecord> records = new HashMap<>();

  @Override
  public HostRecord of(CrawlUrl url) {
    return records.getOrDefault(url.host(), HostRecord.NONE);
  }

  void visited(CrawlUrl url, boolean relevant) {
    HostRecord old = of(url);
    int relevantPages = old.relevant() + (relevant ? 1 : 0);
    records.put(url.host(), new HostRecord(old.visits() + 1, relevantPages, old.failures()));
  }

  void failed(CrawlUrl url) {
    HostRecord old = of(url);
    records.put(url.host(), new HostRecord(old.visits(), old.relevant(), old.failures() + 1));
  }

  void clear() {
    records.clear();
  }
}

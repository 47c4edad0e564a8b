package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.CrawlContext.HostRecord;
import io.dowser.crawler.api.CrawlContext.Hosts;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the visits and failures of each host for plugins. Written by the engine thread; {@link
 * #of} is thread-safe.
 */
public final class HostRecords implements Hosts, Resumable {

  private static final int FORMAT = 1;

  private final HostGrouping grouping;
  private final Map<String, HostRecord> records = new ConcurrentHashMap<>();
  private final List<String> order = new ArrayList<>(); // saved states differ in few places

  /** Starts with nothing counted. */
  public HostRecords(HostGrouping grouping) {
    this.grouping = grouping;
  }

  @Override
  public HostRecord of(CrawlUrl url) {
    return records.getOrDefault(grouping.groupOf(url), HostRecord.NONE);
  }

  public void visited(CrawlUrl url, boolean relevant) {
    add(url, new HostRecord(1, relevant ? 1 : 0, 0));
  }

  public void failed(CrawlUrl url) {
    add(url, new HostRecord(0, 0, 1));
  }

  private void add(CrawlUrl url, HostRecord more) {
    String host = grouping.groupOf(url);
    if (!records.containsKey(host)) {
      order.add(host);
    }
    records.merge(host, more, HostRecords::sum);
  }

  private static HostRecord sum(HostRecord a, HostRecord b) {
    return new HostRecord(
        a.visits() + b.visits(), a.relevant() + b.relevant(), a.failures() + b.failures());
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("host records", FORMAT);
    out.writeInt(order.size());
    for (String host : order) {
      HostRecord record = records.getOrDefault(host, HostRecord.NONE);
      out.writeText(host);
      out.writeInt(record.visits());
      out.writeInt(record.relevant());
      out.writeInt(record.failures());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    records.clear();
    order.clear();
    in.section("host records", FORMAT);
    for (int left = in.readCount("number of hosts"); left > 0; left--) {
      String host = in.readText();
      int visits = in.readCount("visits of a host");
      int relevant = in.readInt(0, visits, "relevant pages of a host");
      records.put(host, new HostRecord(visits, relevant, in.readCount("failures of a host")));
      order.add(host);
    }
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.shark.SharkFrontier.LinkSources;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Counts the in-links of each target of a page: one for the page, or one for its host, however many
 * of its pages link there. The latter takes about 60 bytes for each pair of host and URL.
 */
final class InLinkCounter implements Resumable {

  private static final int HOST_SHIFT = 32;
  private static final int PAIR_BYTES = 60;

  private final LinkLedger ledger;
  private final HostGrouping hosts;
  private final boolean byHost;
  private final Map<String, Integer> hostNumbers = new LinkedHashMap<>(); // from 1
  private final Set<Long> pairs = new HashSet<>(); // of host and URL

  InLinkCounter(Settings settings, LinkLedger ledger, HostGrouping hosts) {
    this.ledger = ledger;
    this.hosts = hosts;
    this.byHost =
        settings.choice(
                "linkSources",
                LinkSources.PAGES,
                "unit of in-links; hosts resists navigation bars and link farms, for about 60 bytes a pair of host and URL")
            == LinkSources.HOSTS;
  }

  /** Counts a page for each of its targets, crawled, pending and rejected ones alike. */
  void count(Visit visit, IntConsumer cited) {
    long host = byHost ? number(hosts.groupOf(visit.url())) : 0;
    Visit.OutLinks targets = visit.outLinks();
    for (int i = 0; i < targets.size(); i++) {
      int url = LinkLedger.number(targets.get(i));
      if (!byHost || pairs.add(host << HOST_SHIFT | url)) {
        ledger.increment(url);
        cited.accept(url);
      }
    }
  }

  /** Estimates the memory that it takes. */
  long bytes() {
    return (long) PAIR_BYTES * pairs.size();
  }

  private int number(String host) {
    return hostNumbers.computeIfAbsent(host, name -> hostNumbers.size() + 1);
  }

  void clear() {
    hostNumbers.clear();
    pairs.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeBoolean(byHost);
    out.writeInt(hostNumbers.size());
    for (String name : hostNumbers.keySet()) {
      out.writeText(name);
    }
    out.writeInt(pairs.size());
    for (long pair : pairs) {
      out.writeLong(pair);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    StateReader.require(in.readBoolean() == byHost, "in-links must be of the same kind");
    int hostCount = in.readCount("hosts");
    for (int i = 1; i <= hostCount; i++) {
      StateReader.require(number(in.readText()) == i, "no host may be there twice");
    }
    for (int left = in.readCount("links"); left > 0; left--) {
      long pair = in.readLong();
      long host = pair >>> HOST_SHIFT;
      StateReader.require(
          host >= 1 && host <= hostCount && (int) pair >= 0 && pairs.add(pair),
          "links must name a host and a URL once, but one was " + pair);
    }
  }
}

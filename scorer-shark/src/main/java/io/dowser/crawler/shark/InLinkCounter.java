package io.dowser.crawler.shark;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Counts the in-links of each target of a page: one for the page, or one for its host. */
final class InLinkCounter implements Resumable {

  /** Is notified of URLs that were known before and have one more in-link. */
  @FunctionalInterface
  interface Listener {

    void cited(int url, int inLinks);
  }

  private final LinkLedger ledger;
  private final HostGrouping hosts;
  private final @Nullable SourceHosts sourceHosts;

  InLinkCounter(LinkLedger ledger, HostGrouping hosts, SharkFrontier.LinkSources sources) {
    this.ledger = ledger;
    this.hosts = hosts;
    this.sourceHosts = sources == SharkFrontier.LinkSources.HOSTS ? new SourceHosts() : null;
  }

  /** Counts a page for each of its targets, crawled, waiting and rejected ones alike. */
  void count(Visit visit, Listener listener) {
    int host = sourceHosts == null ? 0 : sourceHosts.number(hosts.groupOf(visit.url()));
    Visit.OutLinks targets = visit.outLinks();
    for (int i = 0; i < targets.size(); i++) {
      int url = LinkLedger.number(targets.get(i));
      if (sourceHosts == null || sourceHosts.add(host, url)) {
        boolean known = ledger.knows(url);
        int inLinks = ledger.increment(url);
        if (known) { // a new URL is pending nowhere
          listener.cited(url, inLinks);
        }
      }
    }
  }

  void clear() {
    if (sourceHosts != null) {
      sourceHosts.clear();
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeBoolean(sourceHosts != null);
    if (sourceHosts != null) {
      sourceHosts.save(out);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    StateReader.require(
        in.readBoolean() == (sourceHosts != null), "in-links must be of the same kind");
    if (sourceHosts != null) {
      sourceHosts.restore(in);
    }
  }
}

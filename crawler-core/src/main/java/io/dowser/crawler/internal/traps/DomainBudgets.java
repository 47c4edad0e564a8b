package io.dowser.crawler.internal.traps;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.RegistrableDomain;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts hosts, pending URLs and relevant pages of each registrable domain. Not thread-safe.
 *
 * <p>A name with wildcard DNS has hosts without end, which budgets of single hosts do not bound.
 */
final class DomainBudgets {

  /** Estimated size of the entry of a domain, and of a host with its places in all tables. */
  private static final int DOMAIN_BYTES = 150;

  private static final int HOST_BYTES = 700;

  /** A domain is bounded once it holds this part of the room for pending URLs. */
  private static final int PART = 4;

  private final TrapRules rules;
  private final int capacity;
  private final HostGrouping grouping = new RegistrableDomain();
  private final Map<String, Domain> domains = new HashMap<>();
  private final PatternCounts hosts = new PatternCounts();
  private long pending;
  private long relevant;

  private static final class Domain {

    int hosts;
    int pending;
    int relevant;
  }

  DomainBudgets(TrapRules rules, int capacity) {
    this.rules = rules;
    this.capacity = capacity;
  }

  /** Returns whether the host of a new URL is one too many for its domain. */
  boolean hasTooManyHosts(CrawlUrl url) {
    Domain domain = domains.get(grouping.groupOf(url));
    return domain != null && domain.hosts >= hostLimit(domain) && hosts.get(keyOf(url)) == 0;
  }

  private double hostLimit(Domain domain) {
    return rules.maxHostsPerDomain() + (double) rules.pagesPerRelevantPage() * domain.relevant;
  }

  /**
   * Returns whether the domain of a URL has too many URLs pending. One that gives its share of the
   * relevant pages may be pending four times as often.
   */
  boolean exceedsShare(CrawlUrl url) {
    Domain domain = domains.get(grouping.groupOf(url));
    return domain != null
        && relevant > 0
        && domain.pending >= capacity / PART
        && domain.pending > (1.0 / PART + (double) PART * domain.relevant / relevant) * pending;
  }

  /** Counts a URL that is queued. */
  void queued(CrawlUrl url) {
    Domain domain = domains.computeIfAbsent(grouping.groupOf(url), name -> new Domain());
    long key = keyOf(url);
    if (hosts.get(key) == 0) {
      hosts.increment(key);
      domain.hosts += hosts.get(key); // not if there is no room for its key
    }
    domain.pending++;
    pending++;
  }

  /** Counts a URL that has left the queue. */
  void left(CrawlUrl url) {
    Domain domain = domains.get(grouping.groupOf(url));
    if (domain != null && domain.pending > 0) {
      domain.pending--;
      pending--;
    }
  }

  /** Counts a relevant page. */
  void relevant(CrawlUrl url) {
    domains.computeIfAbsent(grouping.groupOf(url), name -> new Domain()).relevant++;
    relevant++;
  }

  private static long keyOf(CrawlUrl url) {
    return Hashing.farmHashFingerprint64().hashUnencodedChars(url.host()).asLong();
  }

  /** Estimates the bytes that hosts and domains take here and in a frontier. */
  long bytes() {
    return (long) HOST_BYTES * hosts.size() + (long) DOMAIN_BYTES * domains.size();
  }

  void clear() {
    domains.clear();
    hosts.clear();
    pending = 0;
    relevant = 0;
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(domains.size());
    for (Map.Entry<String, Domain> each : domains.entrySet()) {
      out.writeText(each.getKey());
      out.writeInt(each.getValue().hosts);
      out.writeInt(each.getValue().pending);
      out.writeInt(each.getValue().relevant);
    }
    hosts.save(out);
  }

  void restore(StateReader in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readText();
      var domain = new Domain();
      domain.hosts = in.readCount("number of hosts");
      domain.pending = in.readCount("number of pending pages");
      domain.relevant = in.readCount("number of relevant pages");
      domains.put(name, domain);
      pending += domain.pending;
      relevant += domain.relevant;
    }
    hosts.restore(in);
  }
}

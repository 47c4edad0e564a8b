package io.dowser.crawler.internal.traps;

import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.RegistrableDomain;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the hosts and pending URLs of each registrable domain, and of the domains to which it
 * leads. Not thread-safe.
 *
 * <p>Names cost nothing: one with wildcard DNS has hosts without end, a page may name thousands
 * without an owner, and a farm has domains without end. Budgets of single hosts bound none of
 * these. So each host is charged to the page that was the first to name it, as long as the host has
 * not responded; and domains without relevant pages share the budget of the {@link DomainBranch}
 * that led to them. The domains of seeds, and those that have given a relevant page, are trusted:
 * they share with no other one.
 */
final class DomainBudgets {

  /** Estimated size of the entry of a domain, and of a host with its places in all tables. */
  private static final int DOMAIN_BYTES = 200;

  private static final int HOST_BYTES = 700;

  /** A host that was given up has left the queues, and cannot enter them again. */
  private static final int LOST_HOST_BYTES = 500;

  /** A domain or branch is bounded once it holds this part of the room for pending URLs. */
  private static final int PART = 4;

  /** The new hosts of a branch may be one for this number of URLs that may be pending. */
  private static final int URLS_PER_HOST = 32;

  /** Pages off the topic cost half a page more, as those of a host do. */
  private static final double COST_OF_PAGE = 1.5;

  private static final int LOST = 2; // the count of a host; of others it is 1

  private final TrapRules rules;
  private final int capacity;
  private final HostGrouping grouping = new RegistrableDomain();
  private final Map<String, Domain> domains = new HashMap<>();
  private final PatternCounts hosts = new PatternCounts();
  private final Map<Long, DomainBranch> namedBy = new HashMap<>(); // hosts without a response
  private int lostHosts;
  private long pending;
  private long relevant;

  private static final class Domain {

    DomainBranch branch;
    int hosts;
    int lost;
    int pending;
    int relevant;
    boolean isFirst;

    Domain(DomainBranch branch) {
      this.branch = branch;
      branch.domains++;
    }

    boolean isTrusted() {
      return isFirst || relevant > 0;
    }

    void leaveBranch() {
      branch.domains--;
      branch.pending -= pending;
      branch = new DomainBranch();
      branch.domains++;
      branch.pending += pending;
    }
  }

  DomainBudgets(TrapRules rules, int capacity) {
    this.rules = rules;
    this.capacity = capacity;
  }

  private @Nullable Domain find(CrawlUrl url) {
    return domains.get(grouping.groupOf(url));
  }

  private Domain findOrCreate(CrawlUrl url) {
    return domains.computeIfAbsent(grouping.groupOf(url), name -> new Domain(new DomainBranch()));
  }

  /** Returns whether a URL of the host of this one was queued before. */
  boolean knowsHost(CrawlUrl url) {
    return hosts.get(keyOf(url)) > 0;
  }

  /** Returns whether the domain of a URL has a seed, or has given a relevant page. */
  boolean trusts(CrawlUrl url) {
    Domain domain = find(url);
    return domain != null && domain.isTrusted();
  }

  /** Trusts the domain of a seed. */
  void seed(CrawlUrl url) {
    Domain domain = findOrCreate(url);
    if (!domain.isTrusted()) {
      domain.leaveBranch();
    }
    domain.isFirst = true;
  }

  /**
   * Returns whether the host of a new URL is one too many for its domain, or for the domain that
   * names it.
   */
  boolean hasTooManyHosts(CrawlUrl namer, CrawlUrl url) {
    if (knowsHost(url)) {
      return false;
    }
    Domain domain = find(url);
    Domain from = find(namer);
    return (domain != null && domain.hosts >= hostLimit(domain))
        || (from != null && namesTooMany(from, domain == null));
  }

  private double hostLimit(Domain domain) {
    return rules.maxHostsPerDomain() + (double) rules.pagesPerRelevantPage() * domain.relevant;
  }

  private boolean namesTooMany(Domain from, boolean isNewDomain) {
    DomainBranch branch = from.branch;
    double most = Math.max(rules.maxHostsPerDomain(), capacity / URLS_PER_HOST);
    double mostDomains = most + (double) rules.pagesPerRelevantPage() * branch.relevant;
    return branch.unresponsive >= most + branch.responsive
        || (isNewDomain && !from.isTrusted() && branch.domains >= mostDomains);
  }

  /**
   * Returns whether the domain of a URL, or its branch, has too many URLs pending. One that gives
   * its share of the relevant pages may be pending four times as often.
   */
  boolean exceedsShare(CrawlUrl url) {
    Domain domain = find(url);
    return domain != null
        && relevant > 0
        && (exceedsShare(domain.pending, domain.relevant)
            || (!domain.isTrusted()
                && exceedsShare(domain.branch.pending, domain.branch.relevant)));
  }

  private boolean exceedsShare(int ofPending, int ofRelevant) {
    return ofPending >= capacity / PART
        && ofPending > (1.0 / PART + (double) PART * ofRelevant / relevant) * pending;
  }

  /** Returns whether the domains of a URL's branch have given as many pages as one host may. */
  boolean isSpent(CrawlUrl url) {
    Domain domain = find(url);
    return domain != null
        && !domain.isTrusted()
        && domain.branch.domains > 1
        && COST_OF_PAGE * domain.branch.visited
            >= rules.pagesPerHost()
                + (double) rules.pagesPerRelevantPage() * domain.branch.relevant;
  }

  /** Counts a URL that is queued. */
  void queued(CrawlUrl namer, CrawlUrl url) {
    long key = keyOf(url);
    boolean isNewHost = hosts.get(key) == 0;
    Domain known = find(url);
    Domain domain = known == null || isNewHost ? named(findOrCreate(namer), url) : known;
    if (isNewHost) {
      hosts.increment(key);
      domain.hosts += hosts.get(key); // not if there is no room for its key
      if (hosts.get(key) > 0) {
        DomainBranch branch = findOrCreate(namer).branch;
        branch.unresponsive++;
        namedBy.put(key, branch);
      }
    }
    domain.pending++;
    domain.branch.pending++;
    pending++;
  }

  private Domain named(Domain namer, CrawlUrl url) {
    return domains.computeIfAbsent(
        grouping.groupOf(url),
        name -> new Domain(namer.isTrusted() ? new DomainBranch() : namer.branch));
  }

  /** Counts a URL that has left the queue. */
  void left(CrawlUrl url) {
    Domain domain = find(url);
    if (domain != null && domain.pending > 0) {
      domain.pending--;
      domain.branch.pending--;
      pending--;
      forgetIfLost(domain, url);
    }
  }

  /** Counts a page that was visited. */
  void visited(CrawlUrl url, boolean isRelevant) {
    Domain domain = findOrCreate(url);
    domain.branch.visited++;
    if (isRelevant) {
      if (!domain.isTrusted()) {
        domain.branch.relevant++;
        domain.leaveBranch();
      }
      domain.relevant++;
      relevant++;
    }
  }

  /** Takes a host from the budget of the page that has named it, because it has responded. */
  void responded(CrawlUrl url) {
    long key = keyOf(url);
    DomainBranch branch = namedBy.remove(key);
    if (branch != null) {
      branch.unresponsive--;
      branch.responsive++;
    } else if (hosts.get(key) == LOST) {
      hosts.decrement(key);
      lostHosts--;
      Domain domain = find(url);
      if (domain != null && domain.lost > 0) {
        domain.lost--;
      }
    }
  }

  /** Frees the memory of a host that was given up, if it has never responded. */
  void lost(CrawlUrl url) {
    long key = keyOf(url);
    if (namedBy.remove(key) != null) {
      hosts.increment(key);
      lostHosts++;
      Domain domain = find(url);
      if (domain != null) {
        domain.lost++;
        forgetIfLost(domain, url);
      }
    }
  }

  private void forgetIfLost(Domain domain, CrawlUrl url) {
    if (!domain.isTrusted() && domain.pending == 0 && domain.lost == domain.hosts) {
      domains.remove(grouping.groupOf(url));
    }
  }

  private static long keyOf(CrawlUrl url) {
    return Hashing.farmHashFingerprint64().hashUnencodedChars(url.host()).asLong();
  }

  /** Estimates the bytes that hosts and domains take here and in a frontier. */
  long bytes() {
    return (long) HOST_BYTES * (hosts.size() - lostHosts)
        + (long) LOST_HOST_BYTES * lostHosts
        + (long) DOMAIN_BYTES * domains.size();
  }

  void clear() {
    domains.clear();
    hosts.clear();
    namedBy.clear();
    lostHosts = 0;
    pending = 0;
    relevant = 0;
  }

  void save(StateWriter out) throws IOException {
    Map<DomainBranch, Integer> numbers = new LinkedHashMap<>();
    domains.values().forEach(each -> numbers.putIfAbsent(each.branch, numbers.size()));
    namedBy.values().forEach(each -> numbers.putIfAbsent(each, numbers.size()));
    out.writeInt(numbers.size());
    for (DomainBranch branch : numbers.keySet()) {
      branch.save(out);
    }
    out.writeInt(domains.size());
    for (Map.Entry<String, Domain> each : domains.entrySet()) {
      out.writeText(each.getKey());
      Domain domain = each.getValue();
      out.writeInt(requireNonNull(numbers.get(domain.branch)));
      out.writeInt(domain.hosts);
      out.writeInt(domain.lost);
      out.writeInt(domain.pending);
      out.writeInt(domain.relevant);
      out.writeBoolean(domain.isFirst);
    }
    out.writeInt(lostHosts);
    hosts.save(out);
    out.writeInt(namedBy.size());
    for (Map.Entry<Long, DomainBranch> each : namedBy.entrySet()) {
      out.writeLong(each.getKey());
      out.writeInt(requireNonNull(numbers.get(each.getValue())));
    }
  }

  void restore(StateReader in) throws IOException {
    List<DomainBranch> branches = new ArrayList<>();
    for (int left = in.readCount("number of branches"); left > 0; left--) {
      branches.add(DomainBranch.restore(in));
    }
    for (int left = in.readCount("number of domains"); left > 0; left--) {
      String name = in.readText();
      var domain = new Domain(branch(in, branches));
      domain.branch.domains--; // it was counted when it was saved
      domain.hosts = in.readCount("number of hosts");
      domain.lost = in.readCount("number of lost hosts");
      domain.pending = in.readCount("number of pending pages");
      domain.relevant = in.readCount("number of relevant pages");
      domain.isFirst = in.readBoolean();
      domains.put(name, domain);
      pending += domain.pending;
      relevant += domain.relevant;
    }
    lostHosts = in.readCount("number of lost hosts");
    hosts.restore(in);
    for (int left = in.readCount("number of hosts without a response"); left > 0; left--) {
      long host = in.readLong();
      namedBy.put(host, branch(in, branches));
    }
  }

  private static DomainBranch branch(StateReader in, List<DomainBranch> branches)
      throws IOException {
    return branches.get(in.readInt(0, branches.size() - 1, "number of a branch"));
  }
}

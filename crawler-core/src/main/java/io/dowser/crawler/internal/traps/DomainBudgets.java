package io.dowser.crawler.internal.traps;

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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Changes<String> changedDomains = new Changes<>();
  private final Changes<DomainBranch> changedBranches = new Changes<>();
  private final Changes<Long> changedNames = new Changes<>();
  private final List<DomainBranch> saved = new ArrayList<>(); // by their places
  private int lostHosts;
  private long pending;
  private long relevant;

  private static final class Domain {

    final String name;
    DomainBranch branch;
    int hosts;
    int lost;
    int pending;
    int relevant;
    boolean isFirst;

    Domain(String name, DomainBranch branch) {
      this.name = name;
      this.branch = branch;
      branch.domains++;
    }

    boolean isTrusted() {
      return isFirst || relevant > 0;
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
    return domains.computeIfAbsent(grouping.groupOf(url), name -> create(name, new DomainBranch()));
  }

  private Domain create(String name, DomainBranch branch) {
    var domain = new Domain(name, branch);
    changed(domain);
    return domain;
  }

  private void changed(Domain domain) {
    changedDomains.add(domain.name);
    changedBranches.add(domain.branch);
  }

  private void leaveBranch(Domain domain) {
    changed(domain);
    domain.branch.domains--;
    domain.branch.pending -= domain.pending;
    domain.branch = new DomainBranch();
    domain.branch.domains++;
    domain.branch.pending += domain.pending;
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
      leaveBranch(domain);
    }
    domain.isFirst = true;
    changed(domain);
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
        Domain from = findOrCreate(namer);
        from.branch.unresponsive++;
        namedBy.put(key, from.branch);
        changedNames.add(key);
        changed(from);
      }
    }
    domain.pending++;
    domain.branch.pending++;
    pending++;
    changed(domain);
  }

  private Domain named(Domain namer, CrawlUrl url) {
    return domains.computeIfAbsent(
        grouping.groupOf(url),
        name -> create(name, namer.isTrusted() ? new DomainBranch() : namer.branch));
  }

  /** Counts a URL that has left the queue. */
  void left(CrawlUrl url) {
    Domain domain = find(url);
    if (domain != null && domain.pending > 0) {
      domain.pending--;
      domain.branch.pending--;
      pending--;
      changed(domain);
      forgetIfLost(domain);
    }
  }

  /** Counts a page that was visited. */
  void visited(CrawlUrl url, boolean isRelevant) {
    Domain domain = findOrCreate(url);
    domain.branch.visited++;
    if (isRelevant) {
      if (!domain.isTrusted()) {
        domain.branch.relevant++;
        leaveBranch(domain);
      }
      domain.relevant++;
      relevant++;
    }
    changed(domain);
  }

  /** Takes a host from the budget of the page that has named it, because it has responded. */
  void responded(CrawlUrl url) {
    long key = keyOf(url);
    DomainBranch branch = namedBy.remove(key);
    if (branch != null) {
      branch.unresponsive--;
      branch.responsive++;
      changedNames.add(key);
      changedBranches.add(branch);
    } else if (hosts.get(key) == LOST) {
      hosts.decrement(key);
      lostHosts--;
      Domain domain = find(url);
      if (domain != null && domain.lost > 0) {
        domain.lost--;
        changed(domain);
      }
    }
  }

  /** Frees the memory of a host that was given up, if it has never responded. */
  void lost(CrawlUrl url) {
    long key = keyOf(url);
    if (namedBy.remove(key) != null) {
      hosts.increment(key);
      lostHosts++;
      changedNames.add(key);
      Domain domain = find(url);
      if (domain != null) {
        domain.lost++;
        changed(domain);
        forgetIfLost(domain);
      }
    }
  }

  private void forgetIfLost(Domain domain) {
    if (!domain.isTrusted() && domain.pending == 0 && domain.lost == domain.hosts) {
      domains.remove(domain.name);
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
    saved.clear();
    lostHosts = 0;
    pending = 0;
    relevant = 0;
  }

  void save(StateWriter out) throws IOException {
    changedDomains.take();
    changedBranches.take();
    changedNames.take();
    saved.forEach(branch -> branch.place = -1);
    saved.clear();
    Set<DomainBranch> branches = new LinkedHashSet<>();
    domains.values().forEach(each -> branches.add(each.branch));
    branches.addAll(namedBy.values());
    save(branches, domains.keySet(), namedBy.keySet(), out);
    hosts.save(out);
  }

  void saveChanges(StateWriter out) throws IOException {
    save(changedBranches.take(), changedDomains.take(), changedNames.take(), out);
    hosts.saveChanges(out);
  }

  /** Writes some branches, then domains and hosts without a response that may refer to them. */
  private void save(
      Set<DomainBranch> branches, Set<String> names, Set<Long> hostKeys, StateWriter out)
      throws IOException {
    out.writeInt(branches.size());
    for (DomainBranch branch : branches) {
      out.writeInt(place(branch));
      branch.save(out);
    }
    out.writeInt(names.size());
    for (String name : names) {
      out.writeText(name);
      Domain domain = domains.get(name);
      out.writeBoolean(domain != null);
      if (domain != null) {
        save(domain, out);
      }
    }
    out.writeInt(lostHosts);
    out.writeInt(hostKeys.size());
    for (Long key : hostKeys) {
      out.writeLong(key);
      DomainBranch branch = namedBy.get(key);
      out.writeInt(branch == null ? -1 : branch.place);
    }
  }

  private int place(DomainBranch branch) {
    if (branch.place < 0) {
      branch.place = saved.size();
      saved.add(branch);
    }
    return branch.place;
  }

  private static void save(Domain domain, StateWriter out) throws IOException {
    out.writeInt(domain.branch.place);
    out.writeInt(domain.hosts);
    out.writeInt(domain.lost);
    out.writeInt(domain.pending);
    out.writeInt(domain.relevant);
    out.writeBoolean(domain.isFirst);
  }

  /** Reads what {@link #save} or {@link #saveChanges} wrote, which replaces what it names. */
  void restore(StateReader in) throws IOException {
    for (int left = in.readCount("number of branches"); left > 0; left--) {
      int place = in.readInt(0, saved.size(), "place of a branch");
      if (place == saved.size()) {
        place(new DomainBranch());
      }
      saved.get(place).restore(in);
    }
    for (int left = in.readCount("number of domains"); left > 0; left--) {
      restoreDomain(in.readText(), in);
    }
    lostHosts = in.readCount("number of lost hosts");
    for (int left = in.readCount("number of hosts without a response"); left > 0; left--) {
      long host = in.readLong();
      int place = in.readInt(-1, saved.size() - 1, "place of a branch");
      if (place < 0) {
        namedBy.remove(host);
      } else {
        namedBy.put(host, saved.get(place));
      }
    }
    hosts.restore(in);
  }

  private void restoreDomain(String name, StateReader in) throws IOException {
    Domain before = domains.remove(name);
    if (before != null) {
      pending -= before.pending;
      relevant -= before.relevant;
    }
    if (!in.readBoolean()) {
      return;
    }
    var domain = new Domain(name, saved.get(in.readInt(0, saved.size() - 1, "place of a branch")));
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
}

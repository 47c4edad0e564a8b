package io.dowser.crawler.internal.traps;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.politeness.HostKnowledge;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts the pages and URLs of each host, and reports when its budget is spent; not thread-safe.
 *
 * <p>See {@link TrapRules.Builder#pagesPerHost} and {@link TrapRules.Builder#maxUrlsPerPattern} for
 * the rules. A host takes some 150 bytes of memory, a pattern 24 to 48, and a registrable domain
 * some 200 and 24 to 48 for each of its hosts.
 */
public final class HostBudgets implements HostKnowledge, ChangingState {

  private static final int FORMAT = 4;
  private static final int HOST_BYTES = 150;
  private static final int PATTERN_BYTES = 36;
  private static final double COST_OF_COPY = 2;
  private static final double COST_OFF_TOPIC = 0.5;
  private static final double SHARE_OF_TRUSTED = 0.75;
  private static final double SHARE_OF_OTHERS = 0.5;

  private final TrapRules rules;
  private final HostGrouping grouping;
  private final Map<String, Yield> yields = new HashMap<>();
  private final Changes<String> changes = new Changes<>();
  private final PatternCounts patterns = new PatternCounts();
  private final DomainBudgets domains;
  private final Function<CrawlUrl, Optional<Integer>> ownBudgets;

  /** Counts of the pages of a host. */
  private static final class Yield {

    int visited;
    int relevant;
    int copies;
  }

  /**
   * Starts with nothing counted.
   *
   * @param capacity the number of URLs that may be pending in memory, 1 or more; a registrable
   *     domain that fills a quarter of them must give relevant pages
   */
  public HostBudgets(TrapRules rules, HostGrouping grouping, int capacity) {
    this(rules, grouping, capacity, url -> Optional.empty());
  }

  /** Creates budgets with nothing counted; some hosts have separate page budgets. */
  public HostBudgets(
      TrapRules rules,
      HostGrouping grouping,
      int capacity,
      Function<CrawlUrl, Optional<Integer>> ownBudgets) {
    this.ownBudgets = ownBudgets;
    this.rules = requireNonNull(rules, "rules");
    this.grouping = requireNonNull(grouping, "grouping");
    this.domains = new DomainBudgets(rules, capacity);
  }

  /** Estimates the memory that is taken by what was counted, and by the hosts in a frontier. */
  public long bytes() {
    return domains.bytes()
        + (long) HOST_BYTES * yields.size()
        + (long) PATTERN_BYTES * patterns.size();
  }

  /**
   * Takes note of a visited page.
   *
   * @param copy whether it is a copy, or nearly, of an earlier one
   */
  public void visited(CrawlUrl url, boolean relevant, boolean copy) {
    String key = key(url);
    changes.add(key);
    Yield yield = yields.computeIfAbsent(key, absent -> new Yield());
    yield.visited++;
    yield.relevant += relevant ? 1 : 0;
    yield.copies += copy ? 1 : 0;
    domains.visited(url, relevant);
  }

  /**
   * Returns the key by which a URL counts. Pages of a host with a separate budget do not count for
   * its group.
   */
  private String key(CrawlUrl url) {
    String group = grouping.groupOf(url);
    boolean alone = ownBudgets.apply(url).isPresent() && grouping != HostGrouping.FULL_HOST;
    return alone ? url.host() + " alone" : group;
  }

  /** Takes note of a seed, whose domain is trusted. */
  public void seed(CrawlUrl url) {
    domains.seed(url);
  }

  /** Takes note of a URL that is queued again, after it has left the frontier. */
  public void queuedAgain(CrawlUrl url) {
    domains.queued(url, url);
  }

  /** Takes note of a URL that has left the frontier. */
  public void left(CrawlUrl url) {
    domains.left(url);
  }

  @Override
  public boolean hasGiven(CrawlUrl url) {
    return yields.containsKey(key(url));
  }

  @Override
  public void responded(CrawlUrl url) {
    domains.responded(url);
  }

  @Override
  public void lost(CrawlUrl url) {
    domains.lost(url);
  }

  /**
   * Returns how full the tables may be for a new URL, 0 to 1. New hosts leave room to known ones,
   * and those that a domain without relevant pages names leave more.
   *
   * @param namer the page, sitemap or feed that has its link
   */
  public double tableShare(CrawlUrl namer, CrawlUrl url) {
    if (domains.knowsHost(url)) {
      return 1;
    }
    return domains.trusts(namer) ? SHARE_OF_TRUSTED : SHARE_OF_OTHERS;
  }

  /**
   * Returns whether the host of a URL, or the domains that led to it, have given as many pages as
   * they may.
   */
  public boolean isSpent(CrawlUrl url) {
    Yield yield = yields.get(key(url));
    boolean isHostSpent = yield != null && yield.visited >= budget(url);
    return isHostSpent || (ownBudgets.apply(url).isEmpty() && domains.isSpent(url));
  }

  /** Returns the current page budget of the host of a URL. */
  public double budget(CrawlUrl url) {
    Optional<Integer> own = ownBudgets.apply(url);
    if (own.isPresent()) {
      return own.get();
    }
    Yield yield = yields.get(key(url));
    return yield == null ? rules.pagesPerHost() : budget(yield);
  }

  private double budget(Yield yield) {
    double offTopic = (double) yield.visited - yield.relevant;
    return rules.pagesPerHost()
        + (double) rules.pagesPerRelevantPage() * yield.relevant
        - COST_OF_COPY * yield.copies
        - COST_OFF_TOPIC * offTopic;
  }

  /**
   * Takes note of a URL that is about to be queued for the first time.
   *
   * @param namer the page, sitemap or feed that has its link
   */
  public Optional<SkipReason> admit(CrawlUrl namer, CrawlUrl url) {
    return domains.exceedsShare(url) ? Optional.of(SkipReason.DOMAIN_SHARE) : charge(namer, url);
  }

  private Optional<SkipReason> charge(CrawlUrl namer, CrawlUrl url) {
    if (domains.hasTooManyHosts(namer, url)) {
      return Optional.of(SkipReason.TOO_MANY_HOSTS);
    }
    long pattern = UrlPattern.of(url, grouping.groupOf(url));
    if (patterns.get(pattern) >= patternLimit(yields.get(key(url)))) {
      boolean query = !url.query().isEmpty();
      return Optional.of(query ? SkipReason.QUERY_EXPLOSION : SkipReason.PATTERN_EXPLOSION);
    }
    patterns.increment(pattern);
    domains.queued(namer, url);
    return Optional.empty();
  }

  /**
   * Takes note of a URL that another one redirects to. One of the same pattern is not counted: it
   * takes the place of the other.
   *
   * @param from the URL that was asked for, counted before
   */
  public Optional<SkipReason> admitInPlaceOf(CrawlUrl from, CrawlUrl target) {
    long pattern = UrlPattern.of(target, grouping.groupOf(target));
    if (pattern == UrlPattern.of(from, grouping.groupOf(from))) {
      return Optional.empty();
    }
    Optional<SkipReason> reason = charge(from, target);
    if (reason.isEmpty()) {
      domains.left(target); // it is fetched at once, and so takes no share of what is pending
    }
    return reason;
  }

  private double patternLimit(@Nullable Yield yield) {
    double more = yield == null ? 0 : (double) rules.pagesPerRelevantPage() * yield.relevant;
    return rules.maxUrlsPerPattern() + more;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    changes.take();
    save(yields.keySet(), out);
    patterns.save(out);
    domains.save(out);
  }

  @Override
  public void saveChanges(StateWriter out) throws IOException {
    save(changes.take(), out);
    patterns.saveChanges(out);
    domains.saveChanges(out);
  }

  private void save(Set<String> keys, StateWriter out) throws IOException {
    out.section("host budgets", FORMAT);
    out.writeInt(keys.size());
    for (String key : keys) {
      Yield yield = requireNonNull(yields.get(key));
      out.writeText(key);
      out.writeInt(yield.visited);
      out.writeInt(yield.relevant);
      out.writeInt(yield.copies);
    }
  }

  /** Replaces everything by what was saved; if it fails, nothing is counted. */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  @Override
  public void restoreChanges(StateReader in) throws IOException {
    read(in);
  }

  private void clear() {
    yields.clear();
    patterns.clear();
    domains.clear();
  }

  private void read(StateReader in) throws IOException {
    in.section("host budgets", FORMAT);
    int count = in.readCount("number of host budgets");
    for (int i = 0; i < count; i++) {
      String group = in.readText();
      var yield = new Yield();
      yield.visited = in.readInt();
      yield.relevant = in.readInt();
      yield.copies = in.readInt();
      if (Math.min(yield.relevant, yield.copies) < 0
          || Math.max(yield.relevant, yield.copies) > yield.visited) {
        throw new IOException("pages of " + group + " must be counted from 0 to all of them");
      }
      yields.put(group, yield);
    }
    patterns.restore(in);
    domains.restore(in);
  }
}

package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.OutLinks;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import io.dowser.crawler.traps.TrapRules;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which URLs a crawl takes: seeds, links, sitemap entries and the targets of redirects.
 *
 * <p>The checks, in their order; the first that refuses gives the {@link SkipReason}:
 *
 * <ol>
 *   <li>Scheme, {@code rel} values and the limit of links: the page analyzer leaves such links out
 *       and counts them ({@link AnalyzedPage#skippedLinks}).
 *   <li>Scope: the crawl's link filter.
 *   <li>Traps: what {@link TrapRules#check} says of the URL alone.
 *   <li>Duplicates: a URL that is known gets no second number, and no budget is charged again.
 *   <li>Memory: whether another URL may become known, and pending in a frontier that cannot drop.
 *   <li>Budgets: what {@link HostBudgets#admit} says of a URL that is new.
 *   <li>Depth: links from a seed. A URL that is too deep is known, but not queued.
 * </ol>
 *
 * <p>Exemptions: seeds pass scope, traps, memory and budgets, because they were asked for by name.
 * Seeds and sitemap entries have depth 0, and a redirect has the depth of its candidate, so depth
 * concerns links alone. A redirect is fetched at once, so its host must have budget left, as that
 * of a candidate from the frontier must ({@link HostBudgets#isSpent}).
 *
 * <p>{@link #refusal} is thread-safe. All else is confined to the engine thread.
 */
final class LinkAdmission {

  private final Predicate<CrawlUrl> linkFilter;
  private final TrapRules traps;
  private final int maxDepth;
  private final InstantSource clock;
  private final KnownUrls known;
  private final HostBudgets budgets;
  private final MemoryBudget memory;
  private final boolean refusesWhenFull;
  private final @Nullable QueueFrontier dropping;
  private final CrawlRecord record;
  private final Frontier frontier;

  LinkAdmission(
      CrawlPlan plan, KnownUrls known, HostBudgets budgets, CrawlRecord record, Frontier frontier) {
    this.linkFilter = plan.linkFilter();
    this.traps = plan.traps();
    this.maxDepth = plan.maxDepth();
    this.clock = plan.clock();
    this.known = known;
    this.budgets = budgets;
    this.memory = plan.memory();
    this.refusesWhenFull = plan.refusesWhenFull();
    this.dropping = plan.frontier() instanceof QueueFrontier queue ? queue : null;
    this.record = record;
    this.frontier = frontier;
  }

  /** Checks scope and traps, which need the URL alone. Thread-safe. */
  Optional<SkipReason> refusal(CrawlUrl url) {
    return linkFilter.test(url) ? traps.check(url) : Optional.of(SkipReason.OUT_OF_SCOPE);
  }

  /** Queues a seed, unless it is known. */
  void seed(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    if (known.find(fingerprint) == KnownUrls.UNKNOWN) {
      queueSeed(url, fingerprint);
    }
  }

  private void queueSeed(CrawlUrl url, Fingerprint fingerprint) {
    record.discovered(url, 0, Candidate.NO_PARENT, clock.instant());
    frontier.seed(Candidate.seed(url, known.add(fingerprint)));
  }

  /** Queues the entry of a sitemap, unless it is known, or returns why not. */
  Optional<SkipReason> sitemapEntry(CrawlUrl url) {
    Optional<SkipReason> reason = refusal(url);
    Fingerprint fingerprint = Fingerprint.of(url);
    if (reason.isPresent() || known.find(fingerprint) != KnownUrls.UNKNOWN) {
      return reason;
    }
    reason = admitNew(url, 0);
    if (reason.isEmpty()) {
      queueSeed(url, fingerprint);
    }
    return reason;
  }

  /**
   * Checks memory and budgets for a URL that is not known yet, and charges them.
   *
   * @param others how many URLs are about to be queued with it
   */
  private Optional<SkipReason> admitNew(CrawlUrl url, int others) {
    Optional<SkipReason> reason = memoryRefusal(others);
    return reason.isPresent() ? reason : budgets.admit(url);
  }

  private Optional<SkipReason> memoryRefusal(int others) {
    if (!memory.hasRoom(known.size(), budgets.bytes())) {
      return Optional.of(SkipReason.MEMORY_BUDGET);
    }
    boolean full = refusesWhenFull && frontier.size() + others >= memory.pendingUrls();
    return full ? Optional.of(SkipReason.FRONTIER_FULL) : Optional.empty();
  }

  /**
   * Returns the pending URLs that the frontier has dropped since the last call.
   *
   * @return those that did not fit; they are queued again if a page links to them later
   */
  List<SkippedLink> dropped() {
    if (dropping == null) {
      return List.of();
    }
    List<CrawlUrl> urls = dropping.takeDropped();
    urls.forEach(budgets::left);
    return urls.stream().map(url -> new SkippedLink(url, SkipReason.FRONTIER_FULL)).toList();
  }

  /** Checks the target of a redirect, at each hop; a target in the candidate's pattern is free. */
  Optional<SkipReason> refusalOfRedirect(CrawlUrl target, Candidate from) {
    Optional<SkipReason> reason = refusal(target);
    if (reason.isPresent()) {
      return reason;
    }
    if (budgets.isSpent(target)) {
      return Optional.of(SkipReason.HOST_BUDGET);
    }
    return known.find(Fingerprint.of(target)) == KnownUrls.UNKNOWN
        ? budgets.admitInPlaceOf(from.url(), target)
        : Optional.empty();
  }

  /** Returns the number of an admitted redirect target, and registers it if it is new. */
  int redirectTarget(CrawlUrl target, Candidate from) {
    Fingerprint fingerprint = Fingerprint.of(target);
    int sequence = known.find(fingerprint);
    if (sequence != KnownUrls.UNKNOWN) {
      return sequence;
    }
    record.discovered(target, from.depth(), from.sequence(), clock.instant());
    return known.add(fingerprint);
  }

  /**
   * What a page's links come to.
   *
   * @param scored the links for the frontier
   * @param outLinks all distinct targets that may be crawled
   * @param skipped the other targets
   */
  record Links(List<ScoredLink> scored, OutLinks outLinks, List<SkippedLink> skipped) {}

  /** Admits the links of a page, whose scope and traps its worker has checked. */
  Links links(Outcome.Page page) {
    List<ScoredTarget> targets = page.targets();
    var scored = new ArrayList<ScoredLink>(targets.size());
    var skipped = new ArrayList<>(page.skipped());
    long[] outLinks = new long[targets.size()];
    int count = 0;
    int depth = page.fetchTask().candidate().depth() + 1;
    for (ScoredTarget target : targets) {
      int earlier = known.find(target.fingerprint());
      boolean isKnown = earlier != KnownUrls.UNKNOWN;
      if (!isKnown && isTooMany(target, scored.size(), skipped)) {
        continue;
      }
      int sequence = isKnown ? earlier : add(target, page);
      outLinks[count++] = sequence;
      boolean offered = depth <= maxDepth && !known.isClosed(sequence);
      LinkKind kind = isKnown ? LinkKind.KNOWN : LinkKind.NEW;
      record.link(target, sequence, offered ? kind : LinkKind.IGNORED);
      if (offered) {
        scored.add(new ScoredLink(target.link(), candidate(page, target, sequence), isKnown));
      } else if (!isKnown) {
        budgets.left(target.link().target());
        skipped.add(new SkippedLink(target.link().target(), SkipReason.TOO_DEEP));
      }
    }
    return new Links(scored, OutLinks.of(Arrays.copyOf(outLinks, count)), skipped);
  }

  private boolean isTooMany(ScoredTarget target, int others, List<SkippedLink> skipped) {
    CrawlUrl url = target.link().target();
    Optional<SkipReason> reason = admitNew(url, others);
    reason.ifPresent(why -> skipped.add(new SkippedLink(url, why)));
    return reason.isPresent();
  }

  private int add(ScoredTarget target, Outcome.Page page) {
    Candidate parent = page.fetchTask().candidate();
    record.discovered(target.link().target(), parent.depth() + 1, parent.sequence(), page.time());
    return known.add(target.fingerprint());
  }

  private static Candidate candidate(Outcome.Page page, ScoredTarget target, int sequence) {
    Candidate parent = page.fetchTask().candidate();
    return new Candidate(
        target.link().target(),
        sequence,
        parent.depth() + 1,
        target.score(),
        target.tieBreak(),
        parent.sequence(),
        page.pathState(),
        target.features());
  }
}

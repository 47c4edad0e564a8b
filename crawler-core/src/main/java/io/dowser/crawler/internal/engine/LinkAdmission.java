package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.traps.HostBudgets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which URLs a crawl takes: seeds, links, entries of sitemaps and feeds, and the targets of
 * redirects.
 *
 * <p>The checks, in their order; the first that refuses gives the {@link SkipReason}:
 *
 * <ol>
 *   <li>Scheme, {@code rel} values and the limit of links: the page analyzer leaves such links out
 *       and counts them ({@link AnalyzedPage#skippedLinks}); the target of a redirect is resolved
 *       by {@link Redirects}, whose canonicalizer refuses other schemes.
 *   <li>Hosts that were excluded while the crawl ran.
 *   <li>Scope: {@link CrawlScope}, which may let a link of a page in it lead beyond. A redirect out
 *       of the scope counts as a link, one beyond it does not; entries of a sitemap or feed must be
 *       in the scope.
 *   <li>The crawl's {@link LinkPolicy}, by the URL alone.
 *   <li>Traps, and media types that no page analyzer reads: {@link
 *       io.dowser.crawler.traps.TrapRules#check} of the URL alone.
 *   <li>For a link of a page, sort orders of directory listings, {@link
 *       io.dowser.crawler.traps.TrapRules#checkLink}, the link policy by the page, and then the
 *       scorer, see {@link PageScoring#drop}.
 *   <li>Pages of the host, for a redirect: its host must have pages left, because the target is
 *       fetched at once. {@link Dispatcher} checks the same of each candidate.
 *   <li>Duplicates: a URL that is known keeps its number, and no budget is charged again. A link
 *       that differs from a known URL in parameters without effect is refused.
 *   <li>Memory: whether another URL may become known, and pending if it is queued.
 *   <li>Budgets: {@link HostBudgets#admit}; a redirect within a pattern takes its source's place.
 *   <li>Depth: distance from a seed. A URL that is too deep is known, but not queued.
 * </ol>
 *
 * <p>Seeds are exempt from scope, policy, traps, memory and budgets, because they were requested by
 * name. Seeds have depth 0. A redirect has the depth of its candidate, and an entry of a sitemap or
 * feed that of the page which led to it.
 *
 * <p>Both methods {@code refusal} are thread-safe. All else is confined to the engine thread.
 */
final class LinkAdmission {

  private final CrawlPlan plan;
  private final EngineContext context;

  LinkAdmission(EngineContext context) {
    this.plan = context.plan;
    this.context = context;
  }

  /** Checks scope, policy and traps of a URL that is on no page of its scope. Thread-safe. */
  Optional<SkippedLink> refusal(CrawlUrl url) {
    return refusal(url, plan.scope()::contains);
  }

  /** Checks scope, policy and traps of a URL, by a test of the URLs in reach. Thread-safe. */
  Optional<SkippedLink> refusal(CrawlUrl url, Predicate<CrawlUrl> inReach) {
    if (plan.steering().excludes(url)) {
      return Optional.of(new SkippedLink(url, SkipReason.EXCLUDED));
    }
    if (!inReach.test(url)) {
      return Optional.of(new SkippedLink(url, SkipReason.OUT_OF_SCOPE));
    }
    return plan.policyRefusal(url)
        .or(() -> plan.trap(url).map(reason -> new SkippedLink(url, reason)));
  }

  /**
   * Queues a seed, unless it was polled before. The frontier merges it with a pending link; a link
   * that was too deep, or dropped by a full frontier, is queued now.
   */
  void seed(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    int known = context.known.find(fingerprint);
    int sequence =
        known == KnownUrls.UNKNOWN
            ? register(url, fingerprint, 0, Candidate.NO_PARENT, plan.clock().instant())
            : known;
    context.budgets.seed(url);
    if (!context.known.isClosed(sequence)) {
      context.frontier.seed(Candidate.seed(url, sequence));
    }
  }

  private int register(
      CrawlUrl url, Fingerprint fingerprint, int depth, long referrer, Instant time) {
    int sequence = context.known.add(fingerprint); // first, because a full disk refuses it
    context.sites.addAlias(url, sequence);
    context.record.discovered(url, depth, referrer, time);
    return sequence;
  }

  /**
   * Queues an entry of a sitemap or feed unless it is known, or adds it to the refused ones;
   * returns whether it was queued. The store keeps it without a referrer, because it is no link of
   * a page.
   */
  boolean listed(Outcome.Page list, ScoredTarget entry, List<SkippedLink> refused) {
    if (context.known.find(entry.fingerprint()) != KnownUrls.UNKNOWN) {
      return false;
    }
    CrawlUrl url = entry.link().target();
    Optional<SkipReason> reason = admitQueued(list.task().url(), url, 0);
    if (reason.isPresent()) {
      refused.add(new SkippedLink(url, reason.get()));
      return false;
    }
    int depth = list.task().candidate().depth();
    int sequence = register(url, entry.fingerprint(), depth, Candidate.NO_PARENT, list.time());
    context.frontier.seed(candidate(list, entry.raised(plan.priority(url)), sequence, depth));
    context.counters.estimate().queued(sequence);
    return true;
  }

  /** Checks the target of a redirect, at each hop, and charges its budgets. */
  Optional<SkippedLink> refusalOfRedirect(CrawlUrl target, FetchTask task) {
    return refusal(target, plan.scope().redirectedFrom(task.url()))
        .or(() -> overBudget(target, task).map(reason -> new SkippedLink(target, reason)));
  }

  private Optional<SkipReason> overBudget(CrawlUrl target, FetchTask task) {
    if (context.budgets.isSpent(target)) {
      return Optional.of(SkipReason.HOST_BUDGET);
    }
    if (context.known.find(Fingerprint.of(target)) != KnownUrls.UNKNOWN) {
      return Optional.empty();
    }
    return hasMemory(task.candidate().url(), target)
        ? context.budgets.admitInPlaceOf(task.candidate().url(), target)
        : Optional.of(SkipReason.MEMORY_BUDGET);
  }

  /** Returns the number of an admitted redirect target, and registers it if it is new. */
  int redirectTarget(CrawlUrl target, FetchTask task) {
    Candidate from = task.candidate();
    Fingerprint fingerprint = Fingerprint.of(target);
    int sequence = context.known.find(fingerprint);
    return sequence == KnownUrls.UNKNOWN
        ? register(target, fingerprint, from.depth(), from.sequence(), plan.clock().instant())
        : sequence;
  }

  /** Checks and charges memory and budgets for a new URL, queued with a number of others. */
  private Optional<SkipReason> admitQueued(CrawlUrl page, CrawlUrl url, int others) {
    if (!hasMemory(page, url)) {
      return Optional.of(SkipReason.MEMORY_BUDGET);
    }
    if (context.deferred.isFull() && context.sites.wait(url).isPresent()) {
      return Optional.of(SkipReason.DEFERRED);
    }
    return isFull(others)
        ? Optional.of(SkipReason.FRONTIER_FULL)
        : context.budgets.admit(page, url);
  }

  /** Returns whether the frontier, with a number of URLs more, takes no other one. */
  boolean isFull(int others) {
    return context.frontier.isFull(others);
  }

  private boolean hasMemory(CrawlUrl page, CrawlUrl url) {
    long others =
        context.budgets.bytes()
            + context.duplicates.bytes()
            + context.sites.bytes()
            + context.frontier.tableBytes();
    return plan.memory().allows(context.known, others, context.budgets.tableShare(page, url));
  }

  /**
   * Returns the pending URLs that a full frontier has dropped since the last call. They are queued
   * again if a page links to them later.
   */
  List<SkippedLink> dropped() {
    List<CrawlUrl> urls = context.frontier.takeDropped();
    urls.forEach(context.budgets::left);
    urls.forEach(
        url -> context.counters.estimate().dropped(context.known.find(Fingerprint.of(url))));
    return urls.stream().map(url -> new SkippedLink(url, SkipReason.FRONTIER_FULL)).toList();
  }

  /** Checks and charges memory and budgets for a link that a later version of a page has. */
  Optional<SkipReason> refusalOfNew(CrawlUrl page, ScoredTarget target, int depth) {
    return depth > plan.maxDepth()
        ? Optional.of(SkipReason.TOO_DEEP)
        : admitQueued(page, target.link().target(), 0);
  }

  /** Numbers the target of a link that a later version of a page has. */
  int registerLink(Outcome.Page page, ScoredTarget target, int depth) {
    CrawlUrl url = target.link().target();
    long from = page.task().candidate().sequence();
    return register(url, target.fingerprint(), depth, from, page.time());
  }

  /** Returns whether a link of a page leads to a new URL, which would be queued. */
  boolean takes(Outcome.Page page, CrawlUrl url) {
    return page.task().candidate().depth() < plan.maxDepth()
        && page.targets().stream().anyMatch(target -> target.link().target().equals(url));
  }

  /** Returns the number of a link's target, or else of a URL that it is merged with. */
  int find(ScoredTarget target) {
    int own = context.known.find(target.fingerprint());
    return own == KnownUrls.UNKNOWN ? mergedWith(target.link().target()) : own;
  }

  /** Returns the number of a pending or visited URL that differs in nothing that has an effect. */
  private int mergedWith(CrawlUrl url) {
    String identity = context.sites.identity(url);
    if (identity.equals(url.toString())) {
      return KnownUrls.UNKNOWN;
    }
    int plain = context.known.find(Fingerprint.of(identity));
    int other = plain == KnownUrls.UNKNOWN ? context.sites.alias(url.host(), identity) : plain;
    boolean lives =
        other >= 0 && (!context.known.isClosed(other) || context.worth.isVisited(other));
    return lives ? other : KnownUrls.UNKNOWN;
  }

  private SkippedLink merged(CrawlUrl url) {
    String parameters = String.join(" ", context.sites.ignored(url));
    return new SkippedLink(
        url, SkipReason.PARAMETER_WITHOUT_EFFECT, parameters + " on " + url.host());
  }

  /** Queues a URL to which the check of a visited page has led. */
  void queueLater(Candidate candidate, String anchor) {
    context.record.laterLink(candidate, anchor);
    context.frontier.seed(candidate);
    context.counters.estimate().queued(candidate.sequence());
  }

  static Candidate candidate(Outcome.Page page, ScoredTarget target, int sequence, int depth) {
    return new Candidate(
        target.link().target(),
        sequence,
        depth,
        target.score(),
        target.tieBreak(),
        page.task().candidate().sequence(),
        page.pathState(),
        target.features());
  }

  /** The links of a page for the frontier, all targets that may be crawled, and the others. */
  record Links(List<ScoredLink> scored, Visit.OutLinks outLinks, List<SkippedLink> skipped) {}

  /** Admits the links of a page, whose scope, policy and traps its worker has checked. */
  Links links(Outcome.Page page) {
    return new PageLinks(page).admit();
  }

  /** The admission of one page's links. */
  private final class PageLinks {

    private final Outcome.Page page;
    private final Candidate parent;
    private final List<ScoredLink> scored = new ArrayList<>();
    private final List<SkippedLink> skipped;
    private final long[] outLinks;
    private final Set<Integer> targets = new HashSet<>();
    private int count;

    PageLinks(Outcome.Page page) {
      this.page = page;
      this.parent = page.task().candidate();
      this.skipped = new ArrayList<>(page.skipped());
      this.outLinks = new long[page.targets().size()];
    }

    Links admit() {
      page.targets().forEach(target -> admit(target.raised(plan.priority(target.link().target()))));
      return new Links(scored, Visit.OutLinks.of(Arrays.copyOf(outLinks, count)), skipped);
    }

    private void admit(ScoredTarget target) {
      CrawlUrl url = target.link().target();
      int sequence = find(target);
      if (sequence != KnownUrls.UNKNOWN) {
        if (context.known.find(target.fingerprint()) == sequence) {
          offer(target, sequence, true);
        } else {
          skipped.add(merged(url));
          addOutLink(sequence);
        }
        return;
      }
      Optional<SkipReason> reason = admitQueued(page.task().url(), url, scored.size());
      if (reason.isPresent()) {
        skipped.add(new SkippedLink(url, reason.get()));
        return;
      }
      int added =
          register(url, target.fingerprint(), parent.depth() + 1, parent.sequence(), page.time());
      if (!offer(target, added, false)) {
        context.budgets.left(url);
        skipped.add(new SkippedLink(url, SkipReason.TOO_DEEP));
      }
    }

    /** Adds a target, unless another URL that is merged with it has added it. */
    private void addOutLink(int sequence) {
      if (targets.add(sequence)) {
        outLinks[count++] = sequence;
      }
    }

    /** Adds a link to those for the frontier, unless it is too deep or was polled before. */
    private boolean offer(ScoredTarget target, int sequence, boolean isKnown) {
      boolean offered = parent.depth() < plan.maxDepth() && !context.known.isClosed(sequence);
      LinkKind kind = isKnown ? LinkKind.KNOWN : LinkKind.NEW;
      addOutLink(sequence);
      context.record.link(target, sequence, offered ? kind : LinkKind.IGNORED);
      if (offered) {
        Candidate candidate = candidate(page, target, sequence, parent.depth() + 1);
        scored.add(new ScoredLink(target.link(), candidate, isKnown));
      }
      return offered;
    }
  }
}

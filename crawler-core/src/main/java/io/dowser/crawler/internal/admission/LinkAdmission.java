package io.dowser.crawler.internal.admission;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.CrawlScope;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.Seeds;
import io.dowser.crawler.internal.watch.SkippedLinks;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which URLs a crawl takes: seeds, links, entries of sitemaps and feeds, and the targets of
 * redirects.
 *
 * <p>The checks, in their order; the first that refuses gives the {@link SkipReason}:
 *
 * <ol>
 *   <li>Scheme, {@code rel} values and the limit of links: the page analyzer leaves such links out
 *       and counts them ({@link AnalyzedPage#skippedLinks}); the target of a redirect is resolved
 *       by {@code Redirects}, whose canonicalizer refuses other schemes.
 *   <li>URLs that were excluded while the crawl ran.
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
 *       fetched at once. {@code Dispatcher} checks the same of each request for a page.
 *   <li>Duplicates: a URL that is known keeps its number, and no budget is charged again. A link
 *       that differs from a known URL in parameters without effect is refused.
 *   <li>Memory: whether another URL may become known, and pending if it is queued.
 *   <li>Budgets: {@link HostBudgets#admit}; a redirect within a pattern takes its source's place.
 *   <li>Depth: distance from a seed. A URL that is too deep is known, but not queued.
 * </ol>
 *
 * <p>Seeds are exempt from scope, policy, traps, memory and budgets when they are queued, because
 * they were requested by name. Seeds have depth 0. A redirect has the depth of its candidate, and
 * an entry of a sitemap or feed that of the page which led to it.
 *
 * <p>Exclusion, scope, policy and traps are checked by {@link CrawlPlan.Rules}, on workers for
 * links and entries of lists. Each method here charges the budgets of what it admits. Confined to
 * the engine thread.
 */
public final class LinkAdmission {

  private final CrawlPlan.Rules rules;
  private final int maxDepth;
  private final InstantSource clock;
  private final UrlNumbers numbers;
  private final CrawlRecord record;
  private final PendingUrls frontier;
  private final DeferredUrls deferred;
  private final HostBudgets budgets;
  private final Sites sites;
  private final CrawlCounters counters;
  private final Seeds seeds;
  private final SkippedLinks skipped;

  public LinkAdmission(
      CrawlPlan.Rules rules,
      int maxDepth,
      InstantSource clock,
      UrlNumbers numbers,
      CrawlRecord record,
      PendingUrls frontier,
      DeferredUrls deferred,
      HostBudgets budgets,
      Sites sites,
      CrawlCounters counters,
      Seeds seeds,
      SkippedLinks skipped) {
    this.rules = rules;
    this.maxDepth = maxDepth;
    this.clock = clock;
    this.numbers = numbers;
    this.record = record;
    this.frontier = frontier;
    this.deferred = deferred;
    this.budgets = budgets;
    this.sites = sites;
    this.counters = counters;
    this.seeds = seeds;
    this.skipped = skipped;
  }

  /**
   * Queues a seed, unless it was polled before. The frontier merges it with a pending link; a link
   * that was too deep, or dropped by a full frontier, is queued now.
   */
  public void seed(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    int known = numbers.find(fingerprint);
    int sequence =
        known == KnownUrls.UNKNOWN
            ? numbers.add(url, fingerprint, 0, Candidate.NO_PARENT, clock.instant())
            : known;
    budgets.seed(url);
    if (!numbers.isClosed(sequence)) {
      frontier.seed(Candidate.seed(url, sequence));
    }
  }

  /**
   * Queues an entry of a sitemap or feed unless it is known, or adds it to the refused ones;
   * returns whether it was queued. The store keeps it without a referrer, because it is no link of
   * a page.
   */
  public boolean listed(Outcome.Page list, ScoredTarget entry, List<SkippedLink> refused) {
    if (numbers.find(entry.fingerprint()) != KnownUrls.UNKNOWN) {
      return false;
    }
    CrawlUrl url = entry.link().target();
    Optional<SkipReason> reason = admitQueued(list.task().url(), url, 0);
    if (reason.isPresent()) {
      refused.add(new SkippedLink(url, reason.get()));
      return false;
    }
    int depth = list.task().candidate().depth();
    int sequence = numbers.add(url, entry.fingerprint(), depth, Candidate.NO_PARENT, list.time());
    frontier.seed(candidate(list, entry.raised(rules.priority(url)), sequence, depth));
    counters.estimate().queued(sequence);
    return true;
  }

  /** Admits the target of a redirect, at each hop, or returns why not. */
  public Optional<SkippedLink> admitRedirect(CrawlUrl target, FetchTask task) {
    return rules
        .refusal(target, rules.scope().redirectedFrom(task.url()))
        .or(() -> overBudget(target, task).map(reason -> new SkippedLink(target, reason)));
  }

  private Optional<SkipReason> overBudget(CrawlUrl target, FetchTask task) {
    if (budgets.isSpent(target)) {
      return Optional.of(SkipReason.HOST_BUDGET);
    }
    if (numbers.find(Fingerprint.of(target)) != KnownUrls.UNKNOWN) {
      return Optional.empty();
    }
    return hasRoom(task.candidate().url(), target)
        ? budgets.admitInPlaceOf(task.candidate().url(), target)
        : Optional.of(SkipReason.MEMORY_BUDGET);
  }

  /** Returns the number of an admitted redirect target, and registers it if it is new. */
  public int redirectTarget(CrawlUrl target, FetchTask task) {
    Candidate from = task.candidate();
    Fingerprint fingerprint = Fingerprint.of(target);
    int sequence = numbers.find(fingerprint);
    return sequence == KnownUrls.UNKNOWN
        ? numbers.add(target, fingerprint, from.depth(), from.sequence(), clock.instant())
        : sequence;
  }

  /** Checks and charges memory and budgets for a new URL, queued with a number of others. */
  private Optional<SkipReason> admitQueued(CrawlUrl page, CrawlUrl url, int others) {
    if (!hasRoom(page, url)) {
      return Optional.of(SkipReason.MEMORY_BUDGET);
    }
    if (deferred.isFull() && sites.wait(url).isPresent()) {
      return Optional.of(SkipReason.DEFERRED);
    }
    return frontier.isFull(others)
        ? Optional.of(SkipReason.FRONTIER_FULL)
        : budgets.admit(page, url);
  }

  /** Returns whether memory suffices for another URL, which a page names. */
  private boolean hasRoom(CrawlUrl page, CrawlUrl url) {
    return numbers.hasRoom(budgets.tableShare(page, url));
  }

  /**
   * Publishes the pending URLs that a full frontier has dropped since the last call. They are
   * queued again if a page links to them later.
   *
   * @param page the page that has led to the URLs that they gave way to
   */
  public void reportDropped(CrawlUrl page) {
    List<CrawlUrl> urls = frontier.takeDropped();
    urls.forEach(budgets::left);
    urls.forEach(url -> counters.estimate().dropped(numbers.find(Fingerprint.of(url))));
    skipped.add(
        page, urls.stream().map(url -> new SkippedLink(url, SkipReason.FRONTIER_FULL)).toList());
  }

  /**
   * Admits the links of a page that was fetched again.
   *
   * @param before the targets of the version before, sorted
   */
  public ChangedLinks changedLinks(Outcome.Page page, long[] before) {
    Outcome.Page expanded = expanded(page);
    var links = new ChangedLinks(expanded, before);
    expanded
        .targets()
        .forEach(
            target -> admitLater(target.raised(rules.priority(target.link().target())), links));
    return links;
  }

  private void admitLater(ScoredTarget target, ChangedLinks links) {
    Outcome.Page page = links.page();
    CrawlUrl url = target.link().target();
    Candidate parent = page.task().candidate();
    int depth = parent.depth() + 1;
    int sequence = numbers.find(target);
    if (sequence == KnownUrls.UNKNOWN) {
      Optional<SkipReason> reason =
          depth > maxDepth
              ? Optional.of(SkipReason.TOO_DEEP)
              : admitQueued(page.task().url(), url, 0);
      if (reason.isPresent()) {
        links.skipped().add(new SkippedLink(url, reason.get()));
        return;
      }
      sequence = numbers.add(url, target.fingerprint(), depth, parent.sequence(), page.time());
    }
    if (numbers.find(target.fingerprint()) != sequence) {
      links.skipped().add(merged(url));
      links.add(sequence);
      return;
    }
    // a known target is offered too: it may have been too deep, or dropped
    if (links.add(sequence) && depth <= maxDepth && !numbers.isClosed(sequence)) {
      queueLater(candidate(page, target, sequence, depth), target.link().anchorText());
    }
  }

  /**
   * Queues the target to which the check of a page was redirected, if it is new and admitted;
   * returns whether it was.
   */
  public boolean queueRedirect(CrawlUrl target, FetchTask check) {
    Optional<SkippedLink> refusal = admitRedirect(target, check);
    if (refusal.isPresent()) {
      skipped.add(check.url(), List.of(refusal.get()));
      return false;
    }
    if (numbers.find(Fingerprint.of(target)) != KnownUrls.UNKNOWN) {
      return false;
    }
    Candidate from = check.candidate();
    int sequence = redirectTarget(target, check);
    double score = Double.isFinite(from.score()) ? from.score() : 0;
    queueLater(
        new Candidate(
            target,
            sequence,
            from.depth(),
            score,
            from.tieBreak(),
            from.sequence(),
            from.pathState(),
            from.features()),
        "");
    return true;
  }

  /**
   * Queues URLs again that were dropped because they were excluded or the budget of their host was
   * spent, where neither holds now, and returns whether there were any.
   *
   * @param seedsFailed whether to queue seeds, too, that failed for a reason that may be over
   */
  public boolean queueEnded(boolean seedsFailed) throws InterruptedException {
    List<PageReader.Failed> ended =
        record.toQueueAgain(seedsFailed, rules.scope()::excludes, budgets::isSpent);
    ended.forEach(this::queueAgain);
    return !ended.isEmpty();
  }

  /** Queues a URL as if it had not been polled, if there is room for it. */
  public void queueAgain(PageReader.Failed failed) {
    Candidate candidate = failed.candidate();
    if (frontier.isFull(0)) {
      return;
    }
    numbers.reopen(candidate.sequence());
    seeds.queuedAgain(candidate);
    counters.add(Count.FAILED, failed.isRedirectTarget() ? 0 : -1);
    counters.estimate().queuedAgain(candidate.sequence());
    budgets.queuedAgain(candidate.url());
    frontier.seed(candidate);
  }

  /** Returns whether a link of a page leads to a new URL, which would be queued. */
  public boolean takes(Outcome.Page page, CrawlUrl url) {
    return page.task().candidate().depth() < maxDepth
        && page.targets().stream().anyMatch(target -> target.link().target().equals(url));
  }

  private SkippedLink merged(CrawlUrl url) {
    String parameters = String.join(" ", sites.ignored(url));
    return new SkippedLink(
        url, SkipReason.PARAMETER_WITHOUT_EFFECT, parameters + " on " + url.host());
  }

  /** Queues a URL to which the check of a visited page has led. */
  private void queueLater(Candidate candidate, String anchor) {
    record.laterLink(candidate, anchor);
    frontier.seed(candidate);
    counters.estimate().queued(candidate.sequence());
  }

  private static Candidate candidate(
      Outcome.Page page, ScoredTarget target, int sequence, int depth) {
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
  public record Links(
      List<ScoredLink> scored, Visit.OutLinks outLinks, List<SkippedLink> skipped) {}

  /** Admits the links of a page, whose scope, policy and traps its worker has checked. */
  public Links links(Outcome.Page page) {
    return new PageLinks(expanded(page)).admit();
  }

  /** Takes the links off a copy, if copies are not to be expanded. */
  private Outcome.Page expanded(Outcome.Page page) {
    if (rules.traps().expandsDuplicates() || !page.isCopy()) {
      return page;
    }
    List<SkippedLink> all = new ArrayList<>(page.skipped());
    for (ScoredTarget target : page.targets()) {
      all.add(new SkippedLink(target.link().target(), SkipReason.DUPLICATE_PAGE));
    }
    return page.withLinks(List.of(), all);
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
      page.targets()
          .forEach(target -> admit(target.raised(rules.priority(target.link().target()))));
      return new Links(scored, Visit.OutLinks.of(Arrays.copyOf(outLinks, count)), skipped);
    }

    private void admit(ScoredTarget target) {
      CrawlUrl url = target.link().target();
      int sequence = numbers.find(target);
      if (sequence != KnownUrls.UNKNOWN) {
        if (numbers.find(target.fingerprint()) == sequence) {
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
          numbers.add(
              url, target.fingerprint(), parent.depth() + 1, parent.sequence(), page.time());
      if (!offer(target, added, false)) {
        budgets.left(url);
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
      boolean offered = parent.depth() < maxDepth && !numbers.isClosed(sequence);
      LinkKind kind = isKnown ? LinkKind.KNOWN : LinkKind.NEW;
      addOutLink(sequence);
      record.link(target, sequence, offered ? kind : LinkKind.IGNORED);
      if (offered) {
        Candidate candidate = candidate(page, target, sequence, parent.depth() + 1);
        scored.add(new ScoredLink(target.link(), candidate, isKnown));
      }
      return offered;
    }
  }
}

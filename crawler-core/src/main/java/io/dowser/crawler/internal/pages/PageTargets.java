package io.dowser.crawler.internal.pages;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The targets of one page's links, each with its best link, and why others are refused. A target is
 * refused if all links to it are; links of a page to itself do not count. Not thread-safe.
 */
public final class PageTargets {

  private final FetchTask task;
  private final AnalyzedPage page;
  private final List<Link> wanted = new ArrayList<>();
  private final Map<CrawlUrl, SkippedLink> refused = new LinkedHashMap<>();
  private final Map<CrawlUrl, ScoredTarget> targets = new LinkedHashMap<>();

  PageTargets(FetchTask task, AnalyzedPage page) {
    this.task = task;
    this.page = page;
  }

  /** Checks scope, policy and traps of each link. */
  void check(CrawlPlan.Rules rules) throws InterruptedException {
    Predicate<CrawlUrl> inReach =
        task.isPage() ? rules.scope().linkedFrom(task.url()) : rules.scope()::contains;
    var byUrl = new HashMap<CrawlUrl, Optional<SkippedLink>>();
    for (Link link : page.links()) {
      throwIfInterrupted(task);
      CrawlUrl url = link.target();
      if (url.equals(page.url()) || url.equals(task.candidate().url())) {
        continue;
      }
      Optional<SkippedLink> refusal =
          byUrl
              .computeIfAbsent(url, each -> rules.refusal(each, inReach))
              .or(() -> byPage(rules, link));
      refusal.ifPresentOrElse(this::refuse, () -> wanted.add(link));
    }
  }

  /** An entry of a sitemap or feed is on no page. */
  private Optional<SkippedLink> byPage(CrawlPlan.Rules rules, Link link) {
    return task.isPage() ? rules.refusalOnPage(page, link) : Optional.empty();
  }

  private void refuse(SkippedLink link) {
    refused.putIfAbsent(link.target(), link);
  }

  /** Scores the links that passed the checks. */
  void score(PageScoring scoring) throws InterruptedException {
    for (Link link : wanted) {
      throwIfInterrupted(task);
      Optional<SkippedLink> dropped = refusal(scoring, link);
      if (dropped.isPresent()) {
        refuse(dropped.get());
      } else {
        score(link, scoring);
      }
    }
  }

  /** Asks a scorer whether it drops a link. */
  public static Optional<SkippedLink> refusal(PageScoring scoring, Link link) {
    return scoring.drop(link).map(why -> new SkippedLink(link.target(), SkipReason.SCORER, why));
  }

  private void score(Link link, PageScoring scoring) {
    double score = scoring.score(link);
    double tieBreak = scoring.tieBreak(link);
    if (!Double.isFinite(score) || !Double.isFinite(tieBreak)) {
      throw new CrawlException(
          "a score must be finite, but was "
              + score
              + " (tie-break "
              + tieBreak
              + ") for the link to "
              + link.target());
    }
    ScoredTarget earlier = targets.get(link.target());
    if (earlier == null || isBetter(score, tieBreak, earlier)) {
      Fingerprint fingerprint =
          earlier == null ? Fingerprint.of(link.target()) : earlier.fingerprint();
      targets.put(
          link.target(),
          new ScoredTarget(
              link,
              fingerprint,
              score,
              tieBreak,
              requireNonNull(scoring.features(link), "no link features"),
              null));
    }
  }

  private static boolean isBetter(double score, double tieBreak, ScoredTarget earlier) {
    return score > earlier.score() || (score == earlier.score() && tieBreak > earlier.tieBreak());
  }

  /** Adds the parts of the scores. */
  void explain(PageScoring scoring) {
    targets.replaceAll((url, target) -> target.explained(scoring.explain(target.link())));
  }

  /** Takes all targets out, because the scorer failed. */
  void clear() {
    targets.clear();
  }

  List<ScoredTarget> scored() {
    return List.copyOf(targets.values());
  }

  /** Returns the links that the analyzer skipped, and the refused targets. */
  List<SkippedLink> skipped() {
    var skipped = new LinkedHashSet<>(page.skippedLinks());
    skipped.removeIf(
        link -> link.target().equals(page.url()) || refused.containsKey(link.target()));
    skipped.addAll(refused.values());
    skipped.removeIf(link -> targets.containsKey(link.target()));
    return List.copyOf(skipped);
  }

  /** Ends the work on a page of very many links once the crawl is closed. */
  static void throwIfInterrupted(FetchTask task) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted at work on " + task.url());
    }
  }
}

package io.dowser.crawler.internal.engine;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.engine.Outcome.Trouble;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Fetches, analyses, judges and scores one page, on workers. Thread-safe. */
final class PageProcessor {

  private final CrawlPlan plan;
  private final SiteRequests siteRequests;
  private final LinkAdmission admission;
  private final HopsLeft hops;
  private final Semaphore analyses;

  PageProcessor(CrawlPlan plan, LinkAdmission admission, HopsLeft hops) {
    this.plan = plan;
    this.admission = admission;
    this.hops = hops;
    this.analyses = new Semaphore(plan.analyses());
    this.siteRequests = new SiteRequests(plan, analyses);
  }

  /** Creates the analysis that {@link #run} needs for one task. */
  Analysis analysis() {
    return new Analysis(analyses, PluginKind.PAGE_ANALYZER, plan.analyzer());
  }

  Outcome run(FetchTask task, Analysis analysis) throws InterruptedException {
    if (!task.isPage()) {
      return siteRequests.run(task);
    }
    FetchResult result;
    try {
      result = requireNonNull(plan.fetcher().fetch(FetchRequest.of(task.url())), "no fetch result");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(task, Trouble.of(PluginKind.FETCHER, plan.fetcher(), e));
    }
    return result instanceof FetchResult.Fetched fetched
        ? analyzeWithPermit(task, fetched, analysis)
        : new Outcome.NoPage(task, result);
  }

  private Outcome analyzeWithPermit(FetchTask task, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    analysis.begin();
    try {
      return analyze(task, fetched, analysis);
    } finally {
      analysis.end();
    }
  }

  private Outcome analyze(FetchTask task, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    AnalyzedPage page;
    try {
      page = requireNonNull(plan.analyzer().analyze(fetched, task.candidate()), "no page");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(task, Trouble.of(PluginKind.PAGE_ANALYZER, plan.analyzer(), e));
    }
    throwIfInterrupted(task);
    var troubles = new ArrayList<Trouble>(0);
    analysis.enter(PluginKind.RELEVANCE_JUDGE, plan.judge());
    AnalyzedPage judged = judge(page, troubles);
    throwIfInterrupted(task);
    analysis.enter(PluginKind.LINK_SCORER, plan.scorer());
    return score(task, fetched, judged, troubles, analysis);
  }

  private AnalyzedPage judge(AnalyzedPage page, List<Trouble> troubles) {
    try {
      return page.judgedBy(plan.judge());
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      troubles.add(Trouble.of(PluginKind.RELEVANCE_JUDGE, plan.judge(), e));
      return page;
    }
  }

  private Outcome score(
      FetchTask task,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      List<Trouble> troubles,
      Analysis analysis)
      throws InterruptedException {
    var targets = new LinkedHashMap<CrawlUrl, ScoredTarget>();
    PathState pathState = PathState.NONE;
    try {
      PageScoring scoring = plan.scorer().forPage(page);
      for (Link link : page.links()) {
        throwIfInterrupted(task);
        score(link, scoring, targets);
      }
      if (plan.keepsExplanations()) {
        targets.replaceAll((url, target) -> target.explained(scoring.explain(target.link())));
      }
      pathState = requireNonNull(scoring.pathState(), "no path state");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      targets.clear();
      troubles.add(Trouble.of(PluginKind.LINK_SCORER, plan.scorer(), e));
    }
    targets.remove(page.url());
    targets.remove(task.candidate().url());
    analysis.enter(PluginKind.LINK_FILTER, plan.linkFilter());
    List<SkippedLink> skipped = skip(page, targets, hops.from(task.url(), task.candidate()));
    return new Outcome.Page(
        task,
        fetched,
        page,
        pathState,
        List.copyOf(targets.values()),
        skipped,
        PageContentHash.of(page.text()),
        plan.clock().instant(),
        troubles);
  }

  /** Removes the refused targets, and returns them with those that the analyzer skipped. */
  private List<SkippedLink> skip(
      AnalyzedPage page, Map<CrawlUrl, ScoredTarget> targets, int hopsLeft) {
    var skipped = new LinkedHashSet<>(page.skippedLinks());
    skipped.removeIf(
        link -> targets.containsKey(link.target()) || link.target().equals(page.url()));
    for (Iterator<CrawlUrl> i = targets.keySet().iterator(); i.hasNext(); ) {
      CrawlUrl url = i.next();
      Optional<SkipReason> reason = admission.refusal(url, hopsLeft);
      if (reason.isPresent()) {
        skipped.add(new SkippedLink(url, reason.get()));
        i.remove();
      }
    }
    return List.copyOf(skipped);
  }

  private static void score(Link link, PageScoring scoring, Map<CrawlUrl, ScoredTarget> targets) {
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

  /** Ends the work on a page of very many links once the crawl is closed. */
  private static void throwIfInterrupted(FetchTask task) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted at work on " + task.url());
    }
  }
}

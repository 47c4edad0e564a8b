package io.dowser.crawler.internal.engine;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.engine.Outcome.Trouble;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/** What a worker does with one flight: fetch, analyse, judge, score. Safe for many threads. */
final class PageProcessor {

  private final Fetcher fetcher;
  private final PageAnalyzer analyzer;
  private final RelevanceJudge judge;
  private final LinkScorer scorer;
  private final InstantSource clock;
  private final SiteRequests siteRequests;
  private final LinkAdmission admission;
  private final Predicate<CrawlUrl> linkFilter;
  private final Semaphore analyses;
  private final boolean explains;

  PageProcessor(CrawlPlan plan, LinkAdmission admission) {
    this.fetcher = plan.fetcher();
    this.analyzer = plan.analyzer();
    this.judge = plan.judge();
    this.scorer = plan.scorer();
    this.clock = plan.clock();
    this.admission = admission;
    this.linkFilter = plan.linkFilter();
    this.analyses = new Semaphore(plan.analyses());
    this.siteRequests = new SiteRequests(plan, analyses);
    this.explains = plan.keepsExplanations();
  }

  /** Creates the analysis that {@link #run} needs for one flight. */
  Analysis analysis() {
    return new Analysis(analyses, PluginKind.PAGE_ANALYZER, analyzer);
  }

  Outcome run(FetchTask fetchTask, Analysis analysis) throws InterruptedException {
    if (!fetchTask.isPage()) {
      return siteRequests.run(fetchTask);
    }
    FetchResult result;
    try {
      result = requireNonNull(fetcher.fetch(FetchRequest.of(fetchTask.url())), "no fetch result");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(fetchTask, trouble(PluginKind.FETCHER, fetcher, e));
    }
    return result instanceof FetchResult.Fetched fetched
        ? inTurn(fetchTask, fetched, analysis)
        : new Outcome.NoPage(fetchTask, result);
  }

  private Outcome inTurn(FetchTask fetchTask, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    analysis.begin();
    try {
      return analyze(fetchTask, fetched, analysis);
    } finally {
      analysis.end();
    }
  }

  private Outcome analyze(FetchTask fetchTask, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    AnalyzedPage page;
    try {
      page = requireNonNull(analyzer.analyze(fetched, fetchTask.candidate()), "no page");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(fetchTask, trouble(PluginKind.PAGE_ANALYZER, analyzer, e));
    }
    throwIfInterrupted(fetchTask);
    var troubles = new ArrayList<Trouble>(0);
    analysis.enter(PluginKind.RELEVANCE_JUDGE, judge);
    AnalyzedPage judged = judge(page, troubles);
    throwIfInterrupted(fetchTask);
    analysis.enter(PluginKind.LINK_SCORER, scorer);
    return score(fetchTask, fetched, judged, troubles, analysis);
  }

  private AnalyzedPage judge(AnalyzedPage page, List<Trouble> troubles) {
    try {
      return page.withRelevance(judge.relevance(page));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      troubles.add(trouble(PluginKind.RELEVANCE_JUDGE, judge, e));
      return page;
    }
  }

  private Outcome score(
      FetchTask fetchTask,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      List<Trouble> troubles,
      Analysis analysis)
      throws InterruptedException {
    var targets = new LinkedHashMap<CrawlUrl, ScoredTarget>();
    PathState pathState = PathState.NONE;
    try {
      PageScoring scoring = scorer.forPage(page);
      for (Link link : page.links()) {
        throwIfInterrupted(fetchTask);
        score(link, scoring, targets);
      }
      if (explains) {
        targets.replaceAll((url, target) -> target.explained(scoring.explain(target.link())));
      }
      pathState = requireNonNull(scoring.pathState(), "no carry");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      targets.clear();
      troubles.add(trouble(PluginKind.LINK_SCORER, scorer, e));
    }
    targets.remove(page.url());
    targets.remove(fetchTask.candidate().url());
    analysis.enter(PluginKind.LINK_FILTER, linkFilter);
    List<SkippedLink> skipped = skip(page, targets);
    return new Outcome.Page(
        fetchTask,
        fetched,
        page,
        pathState,
        List.copyOf(targets.values()),
        skipped,
        PageContentHash.of(page.text()),
        clock.instant(),
        troubles);
  }

  /** Removes the targets that are refused, and returns them with what the analyzer skipped. */
  private List<SkippedLink> skip(AnalyzedPage page, Map<CrawlUrl, ScoredTarget> targets) {
    var skipped = new LinkedHashSet<>(page.skippedLinks());
    skipped.removeIf(
        link -> targets.containsKey(link.target()) || link.target().equals(page.url()));
    for (Iterator<CrawlUrl> i = targets.keySet().iterator(); i.hasNext(); ) {
      CrawlUrl url = i.next();
      Optional<SkipReason> reason = admission.refusal(url);
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

  /** A closed crawl must not keep its threads busy with a page of very many links. */
  private static void throwIfInterrupted(FetchTask fetchTask) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted at work on " + fetchTask.url());
    }
  }

  static Trouble trouble(PluginKind kind, Object plugin, Throwable cause) {
    return new Trouble(kind, plugin.getClass().getName(), cause);
  }
}

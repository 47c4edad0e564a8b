package io.dowser.crawler.internal.pages;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.content.StableText;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Fetches, analyses, judges and scores one page, or one sitemap or feed as a page of links, on
 * workers. Thread-safe.
 */
public final class PageProcessor {

  /** Of this number of checks of a page, the last one has no conditions. */
  private static final int UNCONDITIONAL = 16;

  private final CrawlPlan.Strategy strategy;
  private final CrawlPlan.Rules rules;
  private final CrawlPlan.Means means;
  private final boolean isChecked;
  private final PagesInRecheck inRecheck;
  private final PageWorth worth;
  private final PageJudge judge;
  private final SiteRequests siteRequests;
  private final Semaphore analyses;

  /**
   * Creates a processor.
   *
   * @param isChecked whether later runs compare the pages with other versions
   */
  public PageProcessor(
      CrawlPlan.Strategy strategy,
      CrawlPlan.Rules rules,
      CrawlPlan.Means means,
      boolean isChecked,
      PagesInRecheck inRecheck,
      PageWorth worth,
      PageJudge judge) {
    this.strategy = strategy;
    this.rules = rules;
    this.means = means;
    this.isChecked = isChecked;
    this.inRecheck = inRecheck;
    this.worth = worth;
    this.judge = judge;
    this.siteRequests = new SiteRequests(strategy.fetcher(), rules.politeness().robotsReader());
    this.analyses = new Semaphore(means.analyses());
  }

  /** Creates the analysis that {@link #run} needs for one task. */
  Analysis analysis() {
    return new Analysis(analyses, PluginKind.PAGE_ANALYZER, strategy.analyzers().all().get(0));
  }

  /** Returns the number of fetched pages that wait for their analysis. */
  int queuedAnalyses() {
    return analyses.getQueueLength();
  }

  Outcome run(FetchTask task, Analysis analysis) throws InterruptedException {
    boolean isList = task.kind() == FetchTask.Kind.SITEMAP;
    if (!task.isPage() && !isList) {
      return siteRequests.run(task);
    }
    FetchResult result;
    long started = System.nanoTime();
    try {
      result = requireNonNull(fetch(task), "no fetch result");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(task, PluginFailure.of(PluginKind.FETCHER, strategy.fetcher(), e));
    }
    if (result instanceof FetchResult.Fetched fetched
        && !(task.isPage() && rules.isElsewhere(fetched))) {
      if (task.isRecheck() && isSame(inRecheck.page(task).row().version(), fetched)) {
        return new Outcome.Same(task, fetched);
      }
      return analyzeWithPermit(task, fetched, analysis);
    }
    return isList
        ? new Outcome.Listed(task, result, List.of(), Map.of(), Optional.empty())
        : new Outcome.NoPage(task, result, Duration.ofNanos(System.nanoTime() - started));
  }

  /** Returns whether a page has the same bytes, and these alone decide whether it counts. */
  private static boolean isSame(PageVersion before, FetchResult.Fetched fetched) {
    return before.hasDigest(fetched.body())
        && before.irrelevance().isEmpty()
        && fetched.headers().firstValue("x-robots-tag").isEmpty();
  }

  /** Sends the request of a page, sitemap or feed, unless the page has arrived already. */
  private FetchResult fetch(FetchTask task) throws InterruptedException {
    if (task.arrived() != null) {
      return task.arrived();
    }
    if (!task.isPage()) {
      return strategy.fetcher().fetch(FetchRequest.of(task.url(), Purpose.SITEMAP));
    }
    FetchRequest request = task.isRecheck() ? conditional(task) : FetchRequest.of(task.url());
    return strategy
        .fetcher()
        .fetch(request.withCandidate(task.candidate()).withTypes(strategy.analyzers().types()));
  }

  /**
   * Returns a request with the validators of the last response. Every few checks it has none, for
   * servers that always return 304. The request of a duplicate never has validators, because the
   * other page may have changed.
   */
  private FetchRequest conditional(FetchTask check) {
    PageRow row = inRecheck.page(check).row();
    return row.version().isDuplicate()
            || row.rechecks().rechecks() % UNCONDITIONAL == UNCONDITIONAL - 1
        ? FetchRequest.of(check.url())
        : new FetchRequest(
            check.url(),
            Optional.ofNullable(row.version().entityTag()),
            Optional.ofNullable(row.version().lastModified()));
  }

  private Outcome analyzeWithPermit(FetchTask task, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    analysis.begin();
    try {
      return task.isPage() ? analyze(task, fetched, analysis) : list(task, fetched, analysis);
    } finally {
      analysis.end();
    }
  }

  private Outcome analyze(FetchTask task, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    PageAnalyzer analyzer = strategy.analyzers().of(fetched);
    analysis.enter(PluginKind.PAGE_ANALYZER, analyzer);
    AnalyzedPage page;
    PageContentHash text;
    PageContentHash stableHash;
    try {
      page = requireNonNull(analyzer.analyze(fetched, task.candidate()), "no page");
      text = PageContentHash.of(String.join("\n", page.mainBlocks()), page.text());
      stableHash = stableHash(page);
      page.otherBlocks(); // found with the main text, from the same parse
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(task, PluginFailure.of(PluginKind.PAGE_ANALYZER, analyzer, e));
    }
    PageTargets.throwIfInterrupted(task);
    if (page.unreadable().isPresent()) {
      return unreadable(task, fetched, page.unreadable().get());
    }
    var failed = new ArrayList<PluginFailure>(0);
    analysis.enter(PluginKind.RELEVANCE_JUDGE, strategy.judge());
    Optional<String> otherLanguage = rules.languages().unwanted(page);
    Optional<Irrelevance> reason =
        otherLanguage.isPresent()
            ? Optional.of(Irrelevance.OTHER_LANGUAGE)
            : worth.assume(task, page, text);
    AnalyzedPage judged =
        reason.isPresent() ? page.withoutRelevance(reason.get()) : judge(page, failed);
    PageTargets.throwIfInterrupted(task);
    boolean isExtracted = judged.relevant() && !strategy.extracts().isEmpty();
    if (isExtracted || strategy.excerpts().needsAttributes(judged)) {
      analysis.enter(PluginKind.PAGE_ANALYZER, analyzer);
      try {
        judged.attributes(); // on this worker, since reports need them
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        return new Outcome.Broken(task, PluginFailure.of(PluginKind.PAGE_ANALYZER, analyzer, e));
      }
    }
    return score(task, fetched, judged, text, stableHash, failed, analysis).in(otherLanguage);
  }

  /** Returns the hash of the stable text if checks can follow. */
  private PageContentHash stableHash(AnalyzedPage page) {
    return isChecked ? PageContentHash.of(StableText.of(page)) : PageContentHash.EMPTY;
  }

  private static Outcome unreadable(
      FetchTask task, FetchResult.Fetched fetched, AnalyzedPage.Unreadable why) {
    var failed =
        new FetchResult.Failed(
            fetched.url(), why.reason(), fetched.status(), why.detail(), false, fetched.headers());
    return new Outcome.NoPage(task, failed, fetched.elapsed());
  }

  /**
   * Scores what a sitemap or feed lists as the links of a page that was reached like the one that
   * led to it, and is just relevant: the judge sees pages alone.
   */
  private Outcome list(FetchTask task, FetchResult.Fetched fetched, Analysis analysis)
      throws InterruptedException {
    Sitemap list = Sitemap.read(fetched);
    var links = new ListedLinks(task, list, rules.canonicalizer());
    AnalyzedPage page;
    try {
      page = links.page(strategy.textAnalyzer()).withRelevance(strategy.threshold().value(), true);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(
          task, PluginFailure.of(PluginKind.RELEVANCE_JUDGE, strategy.judge(), e));
    }
    Outcome.Page scored =
        score(
            task,
            fetched,
            page,
            PageContentHash.EMPTY,
            PageContentHash.EMPTY,
            new ArrayList<>(0),
            analysis);
    return new Outcome.Listed(task, fetched, list.sitemaps(), links.dates(), Optional.of(scored));
  }

  private AnalyzedPage judge(AnalyzedPage page, List<PluginFailure> failed) {
    try {
      return judge.judged(page);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      failed.add(PluginFailure.of(PluginKind.RELEVANCE_JUDGE, strategy.judge(), e));
      return page;
    }
  }

  private Outcome.Page score(
      FetchTask task,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      PageContentHash text,
      PageContentHash stableHash,
      List<PluginFailure> failed,
      Analysis analysis)
      throws InterruptedException {
    analysis.enter(PluginKind.LINK_POLICY, rules.linkPolicy());
    var targets = new PageTargets(task, page);
    targets.check(rules);
    analysis.enter(PluginKind.LINK_SCORER, strategy.scorer());
    PathState pathState = PathState.NONE;
    try {
      PageScoring scoring = strategy.scorer().forPage(page);
      targets.score(scoring);
      if (means.keepsExplanations()) {
        targets.explain(scoring);
      }
      pathState = requireNonNull(scoring.pathState(), "no path state");
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      targets.clear();
      failed.add(PluginFailure.of(PluginKind.LINK_SCORER, strategy.scorer(), e));
    }
    return new Outcome.Page(
        task,
        fetched,
        page,
        pathState,
        targets.scored(),
        targets.skipped(),
        text,
        stableHash,
        means.clock().instant(),
        Optional.empty(),
        failed);
  }
}

package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.LanguageFilter;
import io.dowser.crawler.internal.politeness.PolitenessPlan;
import io.dowser.crawler.internal.recovery.CrawlStorage;
import io.dowser.crawler.internal.types.AnalyzersByType;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The plugins, rules and limits of one crawl, checked. The engine thread may add seeds. */
public record CrawlPlan(
    CrawlThreads threads,
    Map<String, String> settings,
    Set<CrawlUrl> seeds,
    Frontier frontier,
    Fetcher fetcher,
    boolean ownsFetcher,
    AnalyzersByType analyzers,
    TextAnalyzer textAnalyzer,
    LanguageFilter languages,
    RelevanceJudge judge,
    LinkScorer scorer,
    HostRecords hosts,
    UrlCanonicalizer canonicalizer,
    CrawlScope scope,
    LinkPolicy linkPolicy,
    TrapRules traps,
    Steering steering,
    Duration keepAlive,
    RecheckPlan rechecks,
    PolitenessPlan politeness,
    int workers,
    int analyses,
    Duration analysisTimeout,
    int maxDepth,
    int maxRedirects,
    int maxPluginFailures,
    MemoryBudget memory,
    List<CrawlListener> listeners,
    InstantSource clock,
    @Nullable Executor executor,
    @Nullable PrintStream progress,
    @Nullable CrawlStorage storage,
    @Nullable PageSink pageSink) {

  /** The name under which a crawl's directory keeps the judge's threshold. */
  public static final String THRESHOLD = "threshold";

  /** Returns what the rules of its host add to the score of a URL. */
  double priority(CrawlUrl url) {
    return politeness.hosts().rulesOf(url).priority();
  }

  StopConditions stopConditions() {
    return steering.limits();
  }

  /** Frees what a crawl holds that was not started. */
  public void close() {
    @Nullable PageSink sink = pageSink;
    try (sink) {
      closePlugins();
      if (storage != null) {
        storage.store().close();
      }
    } catch (IOException e) {
      throw new CrawlException("the page sink cannot be closed: " + e, e);
    }
  }

  /** Closes the fetcher and the page analyzers that the crawl has created. */
  public void closePlugins() {
    try (analyzers) {
      if (ownsFetcher) {
        fetcher.close();
      }
    }
  }

  /** Asks the link policy about a URL alone. */
  Optional<SkippedLink> policyRefusal(CrawlUrl url) {
    return policyRefusal(url, () -> linkPolicy.refusal(url));
  }

  /** Returns which trap a URL alone shows, or that no page analyzer reads the type it names. */
  Optional<SkipReason> trap(CrawlUrl url) {
    return traps.check(url, analyzers::read);
  }

  /** Asks the rules about traps, and then the link policy, about a link of a page. */
  Optional<SkippedLink> refusalOnPage(AnalyzedPage page, Link link) {
    CrawlUrl target = link.target();
    return traps
        .checkLink(page.url(), target)
        .map(reason -> new SkippedLink(target, reason))
        .or(() -> policyRefusal(target, () -> linkPolicy.refusal(page, link)));
  }

  /** Asks a scorer whether it drops a link. */
  static Optional<SkippedLink> scorerRefusal(PageScoring scoring, Link link) {
    return scoring.drop(link).map(why -> new SkippedLink(link.target(), SkipReason.SCORER, why));
  }

  private Optional<SkippedLink> policyRefusal(CrawlUrl url, Supplier<Optional<String>> policy) {
    try {
      return policy.get().map(why -> new SkippedLink(url, SkipReason.POLICY, why));
    } catch (RuntimeException e) {
      String name = linkPolicy.getClass().getName();
      throw new CrawlException("the link policy " + name + " failed on " + url, e);
    }
  }

  /** Returns whether a page has another URL than the one that was asked for. */
  boolean isElsewhere(FetchResult.Fetched page) {
    return !page.finalUrl().equals(page.url())
        && !canonicalForm(page.finalUrl()).equals(canonicalForm(page.url()));
  }

  Optional<CrawlUrl> canonicalForm(CrawlUrl url) {
    return canonicalizer.canonicalize(url.toString());
  }

  /** Returns whether the parts of link scores are stored. */
  boolean keepsExplanations() {
    return storage != null && storage.store().options().explanations();
  }
}

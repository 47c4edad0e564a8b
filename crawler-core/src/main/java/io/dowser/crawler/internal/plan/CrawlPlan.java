package io.dowser.crawler.internal.plan;

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
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.LanguageFilter;
import io.dowser.crawler.internal.content.Excerpts;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The plan of one crawl: its plugins, rules, limits and means, all checked. */
public record CrawlPlan(Strategy strategy, Rules rules, Limits limits, Means means) {

  /** The name under which a crawl's directory keeps the judge's threshold. */
  public static final String THRESHOLD = "threshold";

  /** The name under which it keeps when the revisit policy was changed. */
  public static final String POLICY_SINCE = "revisitPolicySince";

  /** Frees what a crawl holds that was not started. */
  public void close() {
    @Nullable PageSink sink = means.pageSink;
    try (sink) {
      strategy.close();
      if (means.storage != null) {
        means.storage.store().close();
      }
    } catch (IOException e) {
      throw new CrawlException("the page sink cannot be closed: " + e, e);
    }
  }

  /**
   * The plugins that fetch, read, judge and order pages.
   *
   * @param threshold that of the judge, or what answers of people have made of it
   * @param ownsFetcher whether the crawl has created the fetcher
   * @param extracts the names of the values that the crawl extracts from pages
   * @param textAnalyzer the tokenizer of the titles of entries of sitemaps and feeds
   * @param excerpts the choice of the parts of pages that are shown
   * @param hosts the records of hosts that plugins see
   */
  public record Strategy(
      Frontier frontier,
      LinkScorer scorer,
      RelevanceJudge judge,
      Threshold threshold,
      Fetcher fetcher,
      boolean ownsFetcher,
      AnalyzersByType analyzers,
      Set<String> extracts,
      TextAnalyzer textAnalyzer,
      Excerpts excerpts,
      HostRecords hosts) {

    /** Closes the fetcher and the page analyzers that the crawl has created. */
    public void close() {
      try (analyzers) {
        if (ownsFetcher) {
          fetcher.close();
        }
      }
    }
  }

  /**
   * The rules of a crawl: the URLs that it may fetch, their times, and the pages that it judges.
   *
   * @param seeds to which the engine thread may add others
   * @param readsType whether a page analyzer reads a media type
   */
  public record Rules(
      Set<CrawlUrl> seeds,
      CrawlScope scope,
      UrlCanonicalizer canonicalizer,
      LinkPolicy linkPolicy,
      TrapRules traps,
      Predicate<String> readsType,
      LanguageFilter languages,
      PolitenessPlan politeness) {

    /** Checks scope, policy and traps of a URL that is on no page of its scope. Thread-safe. */
    public Optional<SkippedLink> refusal(CrawlUrl url) {
      return refusal(url, scope::contains);
    }

    /**
     * Checks exclusions, scope, policy and traps of a URL, by a test of the URLs in reach.
     * Thread-safe.
     */
    public Optional<SkippedLink> refusal(CrawlUrl url, Predicate<CrawlUrl> inReach) {
      if (scope.excludes(url)) {
        return Optional.of(new SkippedLink(url, SkipReason.EXCLUDED));
      }
      if (!inReach.test(url)) {
        return Optional.of(new SkippedLink(url, SkipReason.OUT_OF_SCOPE));
      }
      return policyRefusal(url).or(() -> trap(url).map(reason -> new SkippedLink(url, reason)));
    }

    /**
     * Asks the rules about traps, and then the link policy, about a link of a page. Thread-safe.
     */
    public Optional<SkippedLink> refusalOnPage(AnalyzedPage page, Link link) {
      CrawlUrl target = link.target();
      return traps
          .checkLink(page.url(), target)
          .map(reason -> new SkippedLink(target, reason))
          .or(() -> policyRefusal(target, () -> linkPolicy.refusal(page, link)));
    }

    /** Asks the link policy about a URL alone. Thread-safe. */
    public Optional<SkippedLink> policyRefusal(CrawlUrl url) {
      return policyRefusal(url, () -> linkPolicy.refusal(url));
    }

    private Optional<SkippedLink> policyRefusal(CrawlUrl url, Supplier<Optional<String>> policy) {
      try {
        return policy.get().map(why -> new SkippedLink(url, SkipReason.POLICY, why));
      } catch (RuntimeException e) {
        String name = linkPolicy.getClass().getName();
        throw new CrawlException("the link policy " + name + " failed on " + url, e);
      }
    }

    /**
     * Returns which trap a URL alone shows, or that no page analyzer reads the type it names.
     * Thread-safe.
     */
    public Optional<SkipReason> trap(CrawlUrl url) {
      return traps.check(url, readsType);
    }

    /** Returns what the rules of its host add to the score of a URL. Thread-safe. */
    public double priority(CrawlUrl url) {
      return politeness.hosts().rulesOf(url).priority();
    }

    /** Returns the canonical form of a URL that another party gave; empty if it has none. */
    public Optional<CrawlUrl> canonicalForm(CrawlUrl url) {
      return canonicalizer.canonicalize(url.toString());
    }

    /** Returns whether a page has another URL than the one that was asked for. */
    public boolean isElsewhere(FetchResult.Fetched page) {
      return !page.finalUrl().equals(page.url())
          && !canonicalForm(page.finalUrl()).equals(canonicalForm(page.url()));
    }
  }

  /**
   * The limits of a crawl.
   *
   * @param steering the limits that may change while it runs
   * @param idle the time that it waits for seeds once nothing is pending
   * @param maxPluginFailures the number of consecutive failures of a plugin after which it ends
   */
  public record Limits(
      Steering steering,
      int maxDepth,
      int maxRedirects,
      Duration idle,
      int maxPluginFailures,
      MemoryBudget memory,
      RecheckPlan rechecks) {}

  /**
   * The threads, clock and directory of a crawl, and the destinations of its results.
   *
   * @param settings in their recorded form, by name
   * @param analyses the number of pages analysed at once
   * @param executor the executor of the workers, null for new threads
   * @param progress the destination of the progress line, null for none
   * @param storage the directory, null for a crawl in memory
   */
  public record Means(
      CrawlThreads threads,
      Map<String, String> settings,
      int workers,
      int analyses,
      Duration analysisTimeout,
      @Nullable Executor executor,
      InstantSource clock,
      List<CrawlListener> listeners,
      @Nullable PrintStream progress,
      @Nullable CrawlStorage storage,
      @Nullable PageSink pageSink) {

    /** Returns whether the parts of link scores are stored. */
    public boolean keepsExplanations() {
      return storage != null && storage.store().options().explanations();
    }
  }
}

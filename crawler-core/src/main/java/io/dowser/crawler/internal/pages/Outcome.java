package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.content.StableText;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of a task, from a worker to the engine thread. */
public sealed interface Outcome {

  FetchTask task();

  /**
   * A page, judged and scored, with the failures of judge and scorer.
   *
   * @param contentHash of its text, by which it is compared with other pages
   * @param stableHash of its {@link StableText}, by which it is compared with its other versions
   * @param otherLanguage the language of a page that was not judged for it
   */
  record Page(
      FetchTask task,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      PathState pathState,
      List<ScoredTarget> targets,
      List<SkippedLink> skipped,
      PageContentHash contentHash,
      PageContentHash stableHash,
      Instant time,
      Optional<String> otherLanguage,
      List<PluginFailure> failures)
      implements Outcome {

    /**
     * Returns whether it counts for nothing because an earlier page has the same text, or nearly.
     */
    public boolean isCopy() {
      Optional<Irrelevance> reason = page.irrelevance();
      return reason.equals(Optional.of(Irrelevance.DUPLICATE))
          || reason.equals(Optional.of(Irrelevance.NEAR_DUPLICATE));
    }

    /** Returns the visit of the page, or another version of it. */
    public Visit visit(long number, Visit.OutLinks links, int version) {
      return new Visit(number, task.candidate(), page, fetched, time, links, pathState, version);
    }

    public Page in(Optional<String> language) {
      return with(targets, skipped, language);
    }

    public Page withLinks(List<ScoredTarget> others, List<SkippedLink> othersSkipped) {
      return with(others, othersSkipped, otherLanguage);
    }

    private Page with(
        List<ScoredTarget> links, List<SkippedLink> others, Optional<String> language) {
      return new Page(
          task,
          fetched,
          page,
          pathState,
          links,
          others,
          contentHash,
          stableHash,
          time,
          language,
          failures);
    }
  }

  /** A response to a check with the same bytes as before. */
  record Same(FetchTask task, FetchResult.Fetched fetched) implements Outcome {}

  /** A response without a page. */
  record NoPage(FetchTask task, FetchResult result, Duration elapsed) implements Outcome {}

  /** A response to a request for robots.txt, with its rules if it has any. */
  record Robots(FetchTask task, FetchResult result, Optional<RobotsFile> file) implements Outcome {}

  /**
   * A response to a request for a sitemap or feed.
   *
   * @param dates the times when its pages were last changed, for those with a date
   * @param page the page of links that it represents, if it can be read
   */
  record Listed(
      FetchTask task,
      FetchResult result,
      List<String> sitemaps,
      Map<Fingerprint, Instant> dates,
      Optional<Page> page)
      implements Outcome {}

  /** The address of a host, if it has one. */
  record Located(FetchTask task, Optional<String> address) implements Outcome {}

  /** A failure of fetcher or analyzer, so that there is no page. */
  record Broken(FetchTask task, PluginFailure failure) implements Outcome {}

  /** An error that ends the crawl, such as lack of memory. */
  record Fatal(FetchTask task, Throwable cause) implements Outcome {}
}

package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a worker brings back from a flight. */
public sealed interface Outcome {

  FetchTask fetchTask();

  /** A page, judged and scored; if judge or scorer failed, their trouble is with it. */
  record Page(
      FetchTask fetchTask,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      PathState pathState,
      List<ScoredTarget> targets,
      List<SkippedLink> skipped,
      PageContentHash digest,
      Instant time,
      List<Trouble> troubles)
      implements Outcome {

    Page withLinks(List<ScoredTarget> others, List<SkippedLink> othersSkipped) {
      return new Page(
          fetchTask, fetched, page, pathState, others, othersSkipped, digest, time, troubles);
    }
  }

  /** An answer without a page. */
  record NoPage(FetchTask fetchTask, FetchResult result) implements Outcome {}

  /**
   * What came for a robots.txt.
   *
   * @param file the rules, if they could be had
   */
  record Robots(FetchTask fetchTask, FetchResult result, Optional<RobotsFile> file)
      implements Outcome {}

  /** What came for a sitemap. */
  record Listed(FetchTask fetchTask, FetchResult result, Sitemap sitemap) implements Outcome {}

  /** The address of a host, if it has one. */
  record Located(FetchTask fetchTask, Optional<String> address) implements Outcome {}

  /** Fetcher or analyzer failed, so there is nothing to show. */
  record Broken(FetchTask fetchTask, Trouble trouble) implements Outcome {}

  /** An error after which the crawl cannot go on, such as lack of memory. */
  record Fatal(FetchTask fetchTask, Throwable cause) implements Outcome {}

  /** A plugin that failed. */
  record Trouble(PluginKind kind, String plugin, Throwable cause) {}
}

package io.dowser.crawler;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.Sitemap;
import io.dowser.crawler.traps.PageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a worker brings back from a flight. */
sealed interface Outcome {

  Flight flight();

  /** A page, judged and scored; if judge or scorer failed, their trouble is with it. */
  record Page(
      Flight flight,
      FetchResult.Fetched fetched,
      AnalyzedPage page,
      Carry carry,
      List<Target> targets,
      List<SkippedLink> skipped,
      PageDigest digest,
      Instant time,
      List<Trouble> troubles)
      implements Outcome {

    Page withLinks(List<Target> others, List<SkippedLink> othersSkipped) {
      return new Page(flight, fetched, page, carry, others, othersSkipped, digest, time, troubles);
    }
  }

  /** An answer without a page. */
  record NoPage(Flight flight, FetchResult result) implements Outcome {}

  /**
   * What came for a robots.txt.
   *
   * @param file the rules, if they could be had
   */
  record Robots(Flight flight, FetchResult result, Optional<RobotsFile> file) implements Outcome {}

  /** What came for a sitemap. */
  record Listed(Flight flight, FetchResult result, Sitemap sitemap) implements Outcome {}

  /** The address of a host, if it has one. */
  record Located(Flight flight, Optional<String> address) implements Outcome {}

  /** Fetcher or analyzer failed, so there is nothing to show. */
  record Broken(Flight flight, Trouble trouble) implements Outcome {}

  /** An error after which the crawl cannot go on, such as lack of memory. */
  record Fatal(Flight flight, Throwable cause) implements Outcome {}

  /** A plugin that failed. */
  record Trouble(PluginKind kind, String plugin, Throwable cause) {}

  /**
   * A distinct target of the page, with its best link.
   *
   * @param explanation the parts of the score, or null if nobody keeps them
   */
  record Target(
      Link link,
      Fingerprint fingerprint,
      double score,
      double tieBreak,
      LinkFeatures features,
      @Nullable Explanation explanation) {

    Target explained(Explanation parts) {
      return new Target(link, fingerprint, score, tieBreak, features, parts);
    }
  }
}

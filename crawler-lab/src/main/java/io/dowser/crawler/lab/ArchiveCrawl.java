package io.dowser.crawler.lab;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Crawls in an archive. */
final class ArchiveCrawl {

  private ArchiveCrawl() {}

  /** Starts to describe a crawl that nothing keeps from any page; workers take any page. */
  static Crawler.Builder of(
      List<CrawlUrl> seeds,
      Fetcher archive,
      PageAnalyzer reader,
      int workers,
      Means.Builder means) {
    return Crawler.builder()
        .seeds(seeds.stream().map(CrawlUrl::toString).toList())
        .fetcher(archive)
        .strategy(Strategy.builder().pageAnalyzer(reader).traps(TrapRules.NONE).build())
        .means(means.workers(workers).build())
        .politeness(
            Politeness.builder()
                .delay(Duration.ZERO)
                .connectionsPerHost(workers)
                .robots(RobotsPolicy.IGNORE) // an archive has no one to disturb
                .build());
  }

  /**
   * Creates a reader of pages.
   *
   * @param everyLink whether links with {@code rel=nofollow}, {@code ugc} or {@code sponsored} are
   *     followed, and those of pages that say {@code nofollow}
   */
  static PageAnalyzer reader(boolean everyLink) {
    String obey = Boolean.toString(!everyLink);
    return HtmlPageAnalyzer.of(
        Settings.of(Map.of("obeyNofollow", obey, "obeyUgc", obey, "obeySponsored", obey)));
  }

  /** Visits all pages that the seeds lead to, breadth-first. */
  static void all(
      List<CrawlUrl> seeds, Fetcher archive, PageAnalyzer reader, CrawlListener listener)
      throws InterruptedException {
    for (CrawlUrl seed : seeds) {
      refuseOtherScheme(seed, archive);
    }
    var builder =
        of(seeds, archive, reader, 1, Means.builder())
            .judge(page -> 0)
            .frontier("breadth-first", Map.of())
            .scorer(page -> link -> 0)
            .listener(listener);
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
  }

  private static void refuseOtherScheme(CrawlUrl seed, Fetcher archive)
      throws InterruptedException {
    String other = seed.scheme().equals("http") ? "https" : "http";
    CrawlUrl sibling = TextFiles.url(other + seed.toString().substring(seed.scheme().length()));
    if (!has(archive, seed) && has(archive, sibling)) {
      throw new LabException(
          "the archive does not have the seed " + seed + ", but it has " + sibling + ": give that");
    }
  }

  private static boolean has(Fetcher archive, CrawlUrl url) throws InterruptedException {
    return !(archive.fetch(FetchRequest.of(url)) instanceof FetchResult.Failed);
  }
}

package io.dowser.benchmarks;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.CrawlerBuilder;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.store.CrawlStore;
import io.dowser.crawler.store.LinkKind;
import io.dowser.crawler.store.StoreBatch;
import io.dowser.crawler.store.StoreOptions;
import io.dowser.crawler.store.VisitRow;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a crawl's directory costs: links a second on the way to the disk, bytes on the disk, time to
 * open it again, and whole crawls with and without it.
 */
final class StoreFigures {

  private static final int VISITS_PER_BATCH = 66;

  private final Report report;
  private final int pages;
  private final int rounds;

  /** Measures so many visits of {@link WideWeb}, and so many rounds of whole crawls. */
  StoreFigures(Report report, int pages, int rounds) {
    this.report = report;
    this.pages = pages;
    this.rounds = rounds;
  }

  void run() throws IOException, InterruptedException {
    report.heading("Store");
    commitPath();
    commitPath();
    openAgain();
    wholeCrawls();
  }

  /** Links that were made before, so that only the way to the disk counts. */
  private void commitPath() throws IOException, InterruptedException {
    List<Link> links = new ArrayList<>();
    List<CrawlUrl> urls = new ArrayList<>();
    for (int i = 0; i < VISITS_PER_BATCH * WideWeb.NEW_LINKS * 100; i++) {
      urls.add(WideWeb.url(i));
    }
    for (int i = 0; i < VISITS_PER_BATCH * WideWeb.LINKS; i++) {
      links.add(Link.of(urls.get(i), "A link to " + i));
    }
    try (var directory = new TemporaryDirectory();
        CrawlStore store = CrawlStore.open(directory.path(), StoreOptions.defaults())) {
      long start = System.nanoTime();
      long written = write(store, urls, links);
      store.finish(Duration.ofMinutes(1));
      double seconds = (System.nanoTime() - start) / 1e9;
      long known = written / WideWeb.LINKS * WideWeb.NEW_LINKS;
      report.say(
          "Commit path: %,.0f discovered links/s (target 300,000), three in four new, %,d in all",
          written / seconds, written);
      report.say("%,d URLs and %,d links took %,d bytes", known, written, directory.bytes());
    }
  }

  private static long write(CrawlStore store, List<CrawlUrl> urls, List<Link> links)
      throws InterruptedException {
    var random = new SplittableRandom(1);
    long next = 0;
    long written = 0;
    for (int b = 0; b < 100; b++) {
      var batch = new StoreBatch(next);
      for (int v = 0; v < VISITS_PER_BATCH; v++) {
        long page = (long) b * VISITS_PER_BATCH + v;
        for (int i = 0; i < WideWeb.LINKS; i++) {
          boolean fresh = i < WideWeb.NEW_LINKS;
          long target = fresh ? next++ : random.nextLong(next);
          if (fresh) {
            batch.addUrl(urls.get((int) target), 3, page, Instant.EPOCH);
          }
          LinkKind kind = fresh ? LinkKind.NEW : LinkKind.KNOWN;
          Link link = links.get(v * WideWeb.LINKS + i);
          batch.addLink(link, page, target, kind, random.nextDouble(), 0, LinkFeatures.NONE);
          written++;
        }
        Candidate candidate = Candidate.seed(urls.get((int) page), page);
        batch.addVisit(new VisitRow(candidate, "VISITED", "", Instant.EPOCH, null, Carry.NONE));
      }
      store.write(batch);
    }
    return written;
  }

  private void openAgain() throws IOException {
    try (var directory = new TemporaryDirectory()) {
      Path crawl = directory.path();
      long start = System.nanoTime();
      CrawlReport report1 = run(wide().directory(crawl).maxPages(pages));
      double first = (System.nanoTime() - start) / 1e9;
      long known = report1.statistics().known();
      long bytes = directory.bytes();
      start = System.nanoTime();
      CrawlReport report2 = run(wide().directory(crawl).maxPages(pages));
      double again = (System.nanoTime() - start) / 1e9;
      report.say(
          "A crawl of %,d pages found %,d URLs in %.1f s (%,.0f links/s) and takes %,d bytes;"
              + " with 40 for each link, that is %.0f for each URL (target 160)",
          pages,
          known,
          first,
          (double) pages * WideWeb.LINKS / first,
          bytes,
          (bytes - 40.0 * pages * WideWeb.LINKS) / known);
      report.say(
          "Opened again with all %,d waiting URLs in %.1f s (target 10 s at 5 million)",
          report2.statistics().waiting(), again);
      start = System.nanoTime();
      run(wide().maxPages(pages));
      report.say("The same crawl without a directory: %.1f s", (System.nanoTime() - start) / 1e9);
    }
  }

  private static CrawlerBuilder wide() {
    RelevanceJudge judge = page -> 0.5;
    return Crawler.builder()
        .seed(WideWeb.url(0).toString())
        .judge(judge)
        .scorer(page -> link -> (link.target().hashCode() & 1023) / 1024.0)
        .fetcher(StoreFigures::fetch)
        .pageAnalyzer(WideWeb::analyze)
        .robots(RobotsPolicy.IGNORE)
        .traps(TrapRules.NONE)
        .delay(Duration.ZERO)
        .workers(2);
  }

  private static FetchResult fetch(FetchRequest request) {
    return WideWeb.fetch(request);
  }

  private static CrawlReport run(CrawlerBuilder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run().orThrow();
    }
  }

  private void wholeCrawls() throws IOException {
    report.say("Whole crawls, warm, pages/s round by round; targets of the last: 0.85 and 0.70");
    try (ServedSite site = ServedSite.start(CrawlPlan.FULL.site(), Duration.ZERO)) {
      var rates = new EnumMap<DowserCrawl.Kept, List<Double>>(DowserCrawl.Kept.class);
      for (int round = 0; round < rounds; round++) {
        for (DowserCrawl.Kept kept : DowserCrawl.Kept.values()) {
          var crawler = new DowserCrawl(kept);
          int workers = CrawlPlan.FULL.workers();
          TimedCrawl timed = WholeCrawl.timed(crawler, site.site(), site.port(), workers);
          rates.computeIfAbsent(kept, key -> new ArrayList<>()).add(timed.pagesPerSecond());
        }
      }
      report.columns("crawl", "first", "last", "share");
      for (DowserCrawl.Kept kept : DowserCrawl.Kept.values()) {
        List<Double> own = requireNonNull(rates.get(kept));
        double last = last(own);
        report.row(
            new DowserCrawl(kept).label(),
            Report.text("%,.0f", own.get(0)),
            Report.text("%,.0f", last),
            Report.text("%.2f", last / last(requireNonNull(rates.get(DowserCrawl.Kept.NOTHING)))));
      }
    }
  }

  private static double last(List<Double> rates) {
    return rates.get(rates.size() - 1);
  }
}

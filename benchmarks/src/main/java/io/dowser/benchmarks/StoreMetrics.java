package io.dowser.benchmarks;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.internal.store.VisitRow;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The cost of a crawl's directory: links written per second, bytes on the disk, time to open it
 * again, and whole crawls with and without it.
 */
final class StoreMetrics {

  private static final int VISITS_PER_BATCH = 66;
  private static final int COMMIT_ROUNDS = 15;
  private static final int COMMIT_WARM_UP = 8;

  private final StorePlan plan;
  private final Report report;

  StoreMetrics(StorePlan plan, Report report) {
    this.plan = plan;
    this.report = report;
  }

  void run() throws IOException, InterruptedException, SQLException {
    report.heading("Store");
    report.columns("metric", "measured", "target");
    commitPath();
    openAgain();
    SiteSpec site = plan.crawls().site();
    report.say("Whole crawls, warm; shares of the medians of all rounds but the first two.");
    report.say("Pages sent as they are:");
    wholeCrawls(site);
    report.say("Pages sent with the content coding gzip:");
    wholeCrawls(site.compressed());
  }

  /** Links that were made before, so that only the way to the disk counts. */
  private void commitPath() throws IOException, InterruptedException, SQLException {
    List<CrawlUrl> urls = new ArrayList<>();
    for (int i = 0; i < VISITS_PER_BATCH * WideWeb.NEW_LINKS * plan.batches(); i++) {
      urls.add(WideWeb.url(i));
    }
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < VISITS_PER_BATCH * WideWeb.LINKS; i++) {
      links.add(Link.of(urls.get(i), "A link to " + i));
    }
    double[] rates = new double[COMMIT_ROUNDS];
    for (int round = 0; round < rates.length; round++) {
      try (var directory = new TemporaryDirectory()) {
        rates[round] = commit(directory.path(), urls, links);
        if (round == rates.length - 1) {
          double[] last = Arrays.copyOfRange(rates, COMMIT_WARM_UP, rates.length);
          row("discovered links a second, three in four new", median(last), "300,000");
          sizes(directory.path());
        }
      }
    }
  }

  /** Links a second, from opening the store until all is committed and the file closed. */
  private double commit(Path directory, List<CrawlUrl> urls, List<Link> links)
      throws InterruptedException {
    long start = System.nanoTime();
    long written;
    try (CrawlStore store = CrawlStore.open(directory, StoreOptions.DEFAULTS)) {
      written = write(store, urls, links);
      store.finish(Duration.ofMinutes(1));
    }
    return written * 1e9 / (System.nanoTime() - start);
  }

  /** Bytes of the pages of the two large tables, what is free in them included. */
  private void sizes(Path directory) throws SQLException {
    String sql = "SELECT sum(pgsize) * 1.0 / (SELECT count(*) FROM %s) FROM dbstat WHERE name='%s'";
    try (var file = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = file.createStatement()) {
      try (var rows = statement.executeQuery(Report.text(sql, "known", "known"))) {
        row("bytes on disk for a known URL of 80 characters", rows.getDouble(1), "160");
      }
      try (var rows = statement.executeQuery(Report.text(sql, "found", "found"))) {
        row("bytes on disk for a link with a text of 14 characters", rows.getDouble(1), "40");
      }
    }
  }

  private void row(String metric, double value, String target) {
    report.row(metric, Report.text(value < 1_000 ? "%.1f" : "%,.0f", value), target);
  }

  private long write(CrawlStore store, List<CrawlUrl> urls, List<Link> links)
      throws InterruptedException {
    var random = new SplittableRandom(1);
    long next = 0;
    long written = 0;
    for (int b = 0; b < plan.batches(); b++) {
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
          batch.addLink(link, target, kind, random.nextDouble(), 0, LinkFeatures.NONE);
          written++;
        }
        Candidate candidate = Candidate.seed(urls.get((int) page), page);
        batch.addVisit(VisitRow.of(candidate, "VISITED", "", 200, Instant.EPOCH));
      }
      store.write(batch);
    }
    return written;
  }

  private void openAgain() throws IOException {
    try (var directory = new TemporaryDirectory()) {
      Path crawl = directory.path();
      long start = System.nanoTime();
      long known = run(wide().directory(crawl).maxPages(plan.pages())).statistics().known();
      double first = (System.nanoTime() - start) / 1e9;
      row(Report.text("seconds of a crawl that finds %,d URLs", known), first, "");
      start = System.nanoTime();
      run(wide().directory(crawl).maxPages(plan.pages()));
      double again = (System.nanoTime() - start) / 1e9;
      row(Report.text("seconds to open it again with all pending URLs"), again, "10 at 5,000,000");
      row("bytes of the whole directory for each URL", directory.bytes() / (double) known, "");
      start = System.nanoTime();
      run(wide().maxPages(plan.pages()));
      row("seconds of the same crawl in memory", (System.nanoTime() - start) / 1e9, "");
    }
  }

  private static Crawler.Builder wide() {
    RelevanceJudge judge = page -> 0.5;
    return Crawler.builder()
        .seed(WideWeb.url(0).toString())
        .judge(judge)
        .scorer(page -> link -> (link.target().hashCode() & 1023) / 1024.0)
        .fetcher(StoreMetrics::fetch)
        .strategy(Strategy.builder().pageAnalyzer(WideWeb::analyze).traps(TrapRules.NONE).build())
        .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).delay(Duration.ZERO).build())
        .means(Means.builder().workers(2).build());
  }

  private static FetchResult fetch(FetchRequest request) {
    return WideWeb.fetch(request);
  }

  private static CrawlReport run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run().orThrow();
    }
  }

  private void wholeCrawls(SiteSpec spec) throws IOException {
    var crawls = new EnumMap<DowserCrawl.Kept, List<TimedCrawl>>(DowserCrawl.Kept.class);
    try (ServedSite site = ServedSite.start(spec, Duration.ZERO)) {
      for (int round = 0; round < plan.rounds(); round++) {
        for (DowserCrawl.Kept kept : DowserCrawl.Kept.values()) {
          int workers = plan.crawls().workers();
          crawls
              .computeIfAbsent(kept, key -> new ArrayList<>())
              .add(WholeCrawl.timed(new DowserCrawl(kept), site.site(), site.port(), workers));
        }
      }
    }
    report.columns("crawl", "pages/s", "share", "target", "CPU µs/page", "share of CPU");
    List<TimedCrawl> plain = requireNonNull(crawls.get(DowserCrawl.Kept.NOTHING));
    crawls.forEach(
        (kept, own) -> {
          double rate = median(own, TimedCrawl::pagesPerSecond);
          double cpu = median(own, TimedCrawl::cpuMicrosPerPage);
          report.row(
              new DowserCrawl(kept).label(),
              Report.text("%,.0f", rate),
              Report.text("%.2f", rate / median(plain, TimedCrawl::pagesPerSecond)),
              kept.target(),
              Report.text("%,.0f", cpu),
              Report.text("%.2f", median(plain, TimedCrawl::cpuMicrosPerPage) / cpu));
        });
  }

  private static double median(List<TimedCrawl> crawls, ToDoubleFunction<TimedCrawl> metric) {
    return median(crawls.stream().skip(2).mapToDouble(metric).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}

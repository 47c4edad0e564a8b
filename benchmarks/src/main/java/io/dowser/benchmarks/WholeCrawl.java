package io.dowser.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import okhttp3.OkHttpClient;

/**
 * Whole crawls over loopback HTTP, the {@link PlainLoop}, ours and crawler4j in turn: cold, warm,
 * warm with compressed pages, and with a slow server.
 *
 * <p>They get the same number of threads and no politeness, and the first two clients of the same
 * kind. The order within a round alternates, so that none always finds the warmer machine. The
 * server is another process on the same processors; what it costs is part of every metric.
 */
final class WholeCrawl {

  private final CrawlPlan plan;
  private final Report report;

  WholeCrawl(CrawlPlan plan, Report report) {
    this.plan = plan;
    this.report = report;
  }

  /** Measures and prints all metrics. */
  void run() throws IOException {
    try (ServedSite site = ServedSite.start(plan.site(), Duration.ZERO)) {
      serverAlone(site);
      cold(site);
      warm(site);
    }
    try (ServedSite site = ServedSite.start(plan.site().compressed(), Duration.ZERO)) {
      report.say("The same with pages sent with the content coding gzip:");
      warm(site);
    }
    try (ServedSite site = ServedSite.start(plan.slowSite(), plan.latency())) {
      slow(site);
    }
  }

  /** Has the server compile itself before anything counts, and shows that it can keep up. */
  private void serverAlone(ServedSite site) {
    TimedCrawl crawl = timed(new FetchAll(site.site()), site, plan.workers());
    report.heading("Whole crawl");
    report.say("The server alone: %,.0f pages/s fetched and dropped.", crawl.pagesPerSecond());
  }

  private void cold(ServedSite site) {
    report.say("Cold: %,d pages in a fresh JVM", plan.coldPages());
    int pages = plan.coldPages();
    var rounds =
        CrawlRounds.measure(
            plan.coldRounds(), crawler -> ColdCrawl.run(crawler, site, pages, plan.workers()));
    rounds.writeTo(report);
    double ratio = rounds.ratioOfMedians(CrawlerUnderTest.LOOP);
    report.say("Ratio of the medians: %.2f (target 0.95)", ratio);
    toCrawler4j(rounds::ratioOfMedians);
  }

  private void warm(ServedSite site) {
    report.say("Warm: %,d pages, again and again in one JVM", plan.site().pages());
    CrawlRounds rounds =
        CrawlRounds.measure(plan.warmRounds(), crawler -> timed(crawler, site, plan.workers()));
    rounds.writeTo(report);
    double ratio = rounds.lastRatio(CrawlerUnderTest.LOOP);
    report.say("Ratio of the last round: %.2f (target 1.30)", ratio);
    toCrawler4j(rounds::lastRatio);
  }

  private void slow(ServedSite site) throws IOException {
    double ideal = plan.inFlight() / (plan.latency().toMillis() / 1e3);
    report.say(
        "Slow server: %d ms before each response, %d requests in flight, %,d small pages",
        plan.latency().toMillis(), plan.inFlight(), plan.slowSite().pages());
    CrawlRounds rounds = SlowCrawl.run(plan.slowRounds(), site, plan.inFlight());
    rounds.writeTo(report);
    report.say(
        "Ours in the last round: %.2f (target 0.85) of the ideal rate of %,.0f pages/s",
        rounds.last(CrawlerUnderTest.DOWSER) / ideal, ideal);
    toCrawler4j(rounds::lastRatio);
  }

  private void toCrawler4j(ToDoubleFunction<CrawlerUnderTest> ratio) {
    report.say(
        "Ratio to crawler4j: %.2f; where it names no language: %.2f",
        ratio.applyAsDouble(CrawlerUnderTest.CRAWLER4J),
        ratio.applyAsDouble(CrawlerUnderTest.CRAWLER4J_NO_LANGUAGE));
  }

  private static TimedCrawl timed(CrawlerUnderTest crawler, ServedSite site, int workers) {
    return timed(crawler, site.site(), site.port(), workers);
  }

  static TimedCrawl timed(CrawlerUnderTest crawler, Site site, int port, int workers) {
    OkHttpClient client = SiteClient.create(port);
    var job = new CrawlJob(port, client, site.seed(), site.spec().pages(), workers);
    TimedCrawl crawl = TimedCrawl.of(() -> crawler.crawl(job, url -> {}));
    client.connectionPool().evictAll(); // hundreds of open sockets per crawl add up
    return crawl;
  }
}

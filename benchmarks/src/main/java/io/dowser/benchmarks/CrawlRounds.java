package io.dowser.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * What the two crawlers did, round by round.
 *
 * @param loop the hand-written loop's crawls
 * @param ours our crawls
 */
record CrawlRounds(List<TimedCrawl> loop, List<TimedCrawl> ours) {

  /** Has each crawler crawl once per round; who goes first changes from one round to the next. */
  static CrawlRounds measure(int rounds, OneCrawl one) {
    var measured = new CrawlRounds(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 1) {
        measured.ours.add(one.crawl(CrawlerUnderTest.DOWSER));
      }
      measured.loop.add(one.crawl(CrawlerUnderTest.LOOP));
      if (round % 2 == 0) {
        measured.ours.add(one.crawl(CrawlerUnderTest.DOWSER));
      }
    }
    return measured;
  }

  /** Our median rate as a share of the loop's. */
  double ratioOfMedians() {
    return median(ours) / median(loop);
  }

  /** Our rate of the last round as a share of the loop's. */
  double lastRatio() {
    return last(ours) / last(loop);
  }

  /** The last rate. */
  static double last(List<TimedCrawl> crawls) {
    return crawls.get(crawls.size() - 1).pagesPerSecond();
  }

  private static double median(List<TimedCrawl> crawls) {
    double[] rates = crawls.stream().mapToDouble(TimedCrawl::pagesPerSecond).sorted().toArray();
    return rates[rates.length / 2];
  }

  /** Writes all rates. */
  void writeTo(Report report) {
    var names = new ArrayList<>(List.of("pages/s", "pages"));
    for (int round = 1; round <= loop.size(); round++) {
      names.add("round " + round);
    }
    names.add("CPU µs/page, last");
    report.columns(names.toArray(String[]::new));
    report.row(row(CrawlerUnderTest.LOOP, loop));
    report.row(row(CrawlerUnderTest.DOWSER, ours));
  }

  private static String[] row(CrawlerUnderTest crawler, List<TimedCrawl> crawls) {
    var cells = new ArrayList<String>();
    cells.add(crawler.label());
    cells.add(Report.text("%,d", crawls.get(0).pages()));
    crawls.forEach(crawl -> cells.add(Report.text("%,.0f", crawl.pagesPerSecond())));
    cells.add(Report.text("%,.0f", crawls.get(crawls.size() - 1).cpuMicrosPerPage()));
    return cells.toArray(String[]::new);
  }

  /** Creates one crawl. */
  @FunctionalInterface
  interface OneCrawl {

    TimedCrawl crawl(CrawlerUnderTest crawler);
  }
}

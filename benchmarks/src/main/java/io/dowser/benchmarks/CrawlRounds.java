package io.dowser.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of the crawlers, round by round. */
final class CrawlRounds {

  private final Map<CrawlerUnderTest, List<TimedCrawl>> crawls = new LinkedHashMap<>();

  /** Has each crawler crawl once per round; the order is turned round after each round. */
  static CrawlRounds measure(int rounds, OneCrawl one) {
    var measured = new CrawlRounds();
    var order = new ArrayList<>(CrawlerUnderTest.ALL);
    for (int round = 0; round < rounds; round++) {
      for (CrawlerUnderTest crawler : order) {
        measured.add(crawler, one.crawl(crawler));
      }
      Collections.reverse(order);
    }
    return measured;
  }

  /** Adds what a crawler did in its next round. */
  void add(CrawlerUnderTest crawler, TimedCrawl crawl) {
    crawls.computeIfAbsent(crawler, key -> new ArrayList<>()).add(crawl);
  }

  /** The result of a crawler. */
  List<TimedCrawl> of(CrawlerUnderTest crawler) {
    return requireNonNull(crawls.get(crawler));
  }

  /** Our median rate as a share of another one's. */
  double ratioOfMedians(CrawlerUnderTest other) {
    return median(CrawlerUnderTest.DOWSER) / median(other);
  }

  /** Our rate of the last round as a share of another one's. */
  double lastRatio(CrawlerUnderTest other) {
    return last(CrawlerUnderTest.DOWSER) / last(other);
  }

  /** Returns the last rate. */
  double last(CrawlerUnderTest crawler) {
    List<TimedCrawl> own = of(crawler);
    return own.get(own.size() - 1).pagesPerSecond();
  }

  private double median(CrawlerUnderTest crawler) {
    double[] rates =
        of(crawler).stream().mapToDouble(TimedCrawl::pagesPerSecond).sorted().toArray();
    return rates[rates.length / 2];
  }

  /** Writes all rates, in the order of {@link CrawlerUnderTest#ALL}. */
  void writeTo(Report report) {
    var names = new ArrayList<>(List.of("pages/s", "pages"));
    for (int round = 1; round <= of(CrawlerUnderTest.DOWSER).size(); round++) {
      names.add("round " + round);
    }
    names.add("CPU µs/page, last");
    report.columns(names.toArray(String[]::new));
    CrawlerUnderTest.ALL.forEach(crawler -> report.row(row(crawler, of(crawler))));
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

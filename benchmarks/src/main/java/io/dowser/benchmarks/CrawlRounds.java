package io.dowser.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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

  /** Prints all rates. */
  void print(PrintStream out) {
    out.println("| pages/s | pages |" + " round |".repeat(loop.size()));
    out.println("|---|---:|" + "---:|".repeat(loop.size()));
    out.println(row(CrawlerUnderTest.LOOP, loop));
    out.println(row(CrawlerUnderTest.DOWSER, ours));
  }

  private static String row(CrawlerUnderTest crawler, List<TimedCrawl> crawls) {
    String start =
        String.format(Locale.ROOT, "| %s | %,d | ", crawler.label(), crawls.get(0).pages());
    return crawls.stream()
        .map(crawl -> String.format(Locale.ROOT, "%,.0f", crawl.pagesPerSecond()))
        .collect(Collectors.joining(" | ", start, " |"));
  }

  /** Makes one crawl. */
  @FunctionalInterface
  interface OneCrawl {

    TimedCrawl crawl(CrawlerUnderTest crawler);
  }
}

package io.dowser.crawler.adaptive;

/** A followed link with its features and signals at that time. */
final class Example {

  /** The number of a page that this crawl does not have. */
  static final long OF_ANOTHER_CRAWL = Long.MAX_VALUE;

  /** Its features. */
  final int[] features;

  /** Its signals before its page was counted. */
  final double[] signals;

  /** The sequence number of its page. */
  final long page;

  /** The worth of its page, 0 to 1. */
  final double worth;

  Example(int[] features, double[] signals, long page, double worth) {
    this.features = features;
    this.signals = signals;
    this.page = page;
    this.worth = worth;
  }
}

package io.dowser.crawler.adaptive;

/** A followed link as it looked when it was followed. */
final class Example {

  /** Its features. */
  final int[] features;

  /** Its signals before its page was counted. */
  final double[] signals;

  /** The sequence number of its page. */
  final long page;

  /** What its page was worth, 0 to 1. */
  final double worth;

  Example(int[] features, double[] signals, long page, double worth) {
    this.features = features;
    this.signals = signals;
    this.page = page;
    this.worth = worth;
  }
}

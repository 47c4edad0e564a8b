package io.dowser.crawler.adaptive;

import java.util.Locale;

/** The numbers about a link that have learned weights, in addition to those of its features. */
enum Signal {
  /** Always 1. */
  BIAS(0, "start", -2),
  /** The match of the anchor text with the topic. */
  ANCHOR_TOPIC(1, "topic", 3.75),
  /** The match of the text near the link with the topic. */
  CONTEXT_TOPIC(2, "topic", 1.5),
  /** The match of the URL with the topic. */
  URL_TOPIC(3, "topic", 2.25),
  /** The relevance of the page of the link. */
  PARENT(4, "page", 2.25),
  /** The advantage of visited pages with the terms of the anchor over the mean. */
  ANCHOR_ODDS(5, "words", 0.5),
  /** The advantage of visited pages with the terms near the link over the mean. */
  CONTEXT_ODDS(6, "words", 0.25),
  /** The advantage over the mean of links of the same page. */
  SIBLING_ODDS(7, "siblings", 0.5),
  /** The advantage over the mean by the meaning of the anchor. */
  MEANING(8, MeaningModel.PART, 1);

  static final int COUNT = values().length;

  /** Its place in an array of signals. */
  final int index;

  /** The name of the part of a score that it belongs to. */
  final String part;

  /** The weight at the start. */
  final double prior;

  Signal(int index, String part, double prior) {
    this.index = index;
    this.part = part;
    this.prior = prior;
  }

  /** Returns its name in a report. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

package io.dowser.crawler.adaptive;

import java.util.Locale;

/** The numbers about a link that have learned weights, beside those of its features. */
enum Signal {
  /** Always 1. */
  BIAS(0, "start", -2),
  /** How well the anchor text matches the topic. */
  ANCHOR_TOPIC(1, "topic", 3.75),
  /** How well the text near the link matches the topic. */
  CONTEXT_TOPIC(2, "topic", 1.5),
  /** How well the URL matches the topic. */
  URL_TOPIC(3, "topic", 2.25),
  /** How relevant the page of the link is. */
  PARENT(4, "page", 2.25),
  /** How much better than the mean links with the terms of the anchor were. */
  ANCHOR_ODDS(5, "words", 0.5),
  /** How much better than the mean links with the terms near the link were. */
  CONTEXT_ODDS(6, "words", 0.25),
  /** How much better than the mean links of the same page were. */
  SIBLING_ODDS(7, "siblings", 0.5);

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

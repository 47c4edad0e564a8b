package io.dowser.crawler.toolkit.text;

/** Which terms of a text count when it is compared with a topic. */
public enum TermScope {

  /**
   * All terms: a text that says much besides the topic is less similar to it. Xie et al. 2012, and
   * the choice for Liu et al. 2009.
   */
  FULL,

  /**
   * The terms of the topic alone: the rest of the text does not matter, so a single mention of the
   * weightiest term makes a text very similar. Liu et al. 2023, whose thresholds of 0.62 to 0.70
   * are out of reach otherwise.
   */
  TOPIC_ONLY
}

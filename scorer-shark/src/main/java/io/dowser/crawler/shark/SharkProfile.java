package io.dowser.crawler.shark;

import io.dowser.crawler.api.Settings;

/** The sets of defaults of the shark plugins; each value can still be set separately. */
enum SharkProfile {

  /**
   * The method as printed in Liu, Lin and Gao 2009: a link inherits from its own page alone; the
   * two queues take turns one by one, so half of the visits go to the normal queue; a seed has the
   * potential 1; and a crawl ends when both queues are empty.
   */
  PAPER,

  /**
   * The default: if a page has little relevance, a link inherits the relevance that the page had
   * inherited; the normal queue waits until the prior queue has nothing ready; seeds go before all
   * links, which is the same with the paper's scorer and coefficients; and when neither queue has a
   * URL whose host is ready, rejected links are taken in the order of their values, so that
   * thresholds that do not fit do not end a crawl.
   */
  RECOMMENDED;

  static SharkProfile of(Settings settings, String summary) {
    return settings.choice("profile", RECOMMENDED, summary);
  }
}

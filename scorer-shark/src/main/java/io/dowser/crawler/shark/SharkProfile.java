package io.dowser.crawler.shark;

/** Which set of defaults a shark plugin starts from; each value can still be set by itself. */
public enum SharkProfile {

  /**
   * What Liu, Lin and Gao 2009 print: a link inherits from its own page alone, the two queues take
   * turns one by one, and a seed has the potential 1.
   */
  PAPER,

  /**
   * The default: where a page says little, a link inherits what the page had inherited; the normal
   * queue waits until the prior queue has nothing ready; and seeds go before all links whatever the
   * scale of the scorer.
   */
  RECOMMENDED
}

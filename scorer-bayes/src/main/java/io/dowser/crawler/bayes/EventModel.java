package io.dowser.crawler.bayes;

/** Which words of a link, and how often, a {@link LinkModel} multiplies over. */
public enum EventModel {

  /** Words that are present, each once: the formula of Han et al. 2010, and the default. */
  PRESENT_ONLY,

  /** Words that are present and, with {@code 1-P}, all other words of the model that are not. */
  FULL_BERNOULLI,

  /**
   * Words that are present, as often as they occur; what counts in training is occurrences among
   * all occurrences of words, not links among links.
   */
  MULTINOMIAL
}

package io.dowser.crawler.lab;

/**
 * Identifies a run of a strategy.
 *
 * @param guide the guide whose relevance the strategy sees; has no effect on references
 * @param question the number of the question, from 0
 * @param run the number of the run, from 1
 */
record RunId(Guide guide, int question, int run) {}

/**
 * Composes scorers of other scorers.
 *
 * <pre>{@code
 * LinkScorer sum =
 *     WeightedSumScorer.builder().add("words", words, 0.6).addLogOdds("bayes", bayes, 0.4).build();
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.toolkit.scorer;

import org.jspecify.annotations.NullMarked;

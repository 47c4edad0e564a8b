/**
 * Composes scorers of other scorers. In code:
 *
 * <pre>{@code
 * LinkScorer sum =
 *     WeightedSumScorer.builder()
 *         .add("words", words, 0.6, false)
 *         .add("bayes", bayes, 0.4, true)
 *         .build();
 * }</pre>
 *
 * <p>By name it is {@code weighted-sum}. A setting without a dot is the name of a scorer, and its
 * value the weight, {@code 0.000001} to {@code 1000000}. A setting {@code NAME.KEY} is the setting
 * {@code KEY} of that scorer. {@code NAME.squash=true} maps log-odds to 0 to 1. For example {@code
 * shark=0.6}, {@code bayes-link=0.4}, {@code bayes-link.model=models/links.model}, {@code
 * bayes-link.squash=true}.
 *
 * <p>The parts should have one range. Scores of Shark-search, best-first and Wang-Landau are 0 to
 * 1. Scores of {@code bayes-link} and {@code bayes-page} are log-odds of any size, to be squashed.
 */
@NullMarked
package io.dowser.crawler.toolkit.scorer;

import org.jspecify.annotations.NullMarked;

/**
 * Judges pages and rates links by their meaning: {@link io.dowser.crawler.meaning.MeaningJudge} and
 * {@link io.dowser.crawler.meaning.MeaningScorer}, by a table of the vectors of subwords.
 *
 * <pre>{@code
 * Crawler.builder().topic(Topic.of("weather", "storm")).judge("meaning", Map.of());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.meaning;

import org.jspecify.annotations.NullMarked;

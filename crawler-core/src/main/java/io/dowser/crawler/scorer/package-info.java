/**
 * Rates links by the relevance of their page and the topic's terms in and near their text.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).scorer(BestFirstScorer.builder(topic).contextWeight(0.1).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.scorer;

import org.jspecify.annotations.NullMarked;

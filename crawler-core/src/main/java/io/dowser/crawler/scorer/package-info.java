/**
 * Rates links by the relevance of their page and the topic's terms in and near their text.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).scorer("best-first", Map.of("contextWeight", "0.2"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.scorer;

import org.jspecify.annotations.NullMarked;

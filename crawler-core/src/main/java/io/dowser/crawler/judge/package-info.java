/**
 * Judges the relevance of pages by the topic's terms: {@link
 * io.dowser.crawler.judge.TopicTermsJudge} by these alone, {@link
 * io.dowser.crawler.judge.ExpandedTopicJudge} also by terms that it learns during the crawl.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).judge("topic-terms", Map.of("threshold", "0.3"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.judge;

import org.jspecify.annotations.NullMarked;

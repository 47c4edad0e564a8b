/**
 * Judges the relevance of pages by the topic's terms: {@link
 * io.dowser.crawler.judge.TopicTermsJudge} by these alone, {@link
 * io.dowser.crawler.judge.ExpandedTopicJudge} also by terms that it learns during the crawl.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).judge("topic-terms", Map.of("threshold", "0.3"));
 *
 * // in code: for tests, or as a part of another judge
 * RelevanceJudge terms = TopicTermsJudge.of(Settings.none(), CrawlContext.about(topic));
 * RelevanceJudge expanded =
 *     ExpandedTopicJudge.builder(Settings.none(), CrawlContext.about(topic)).build();
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.judge;

import org.jspecify.annotations.NullMarked;

/**
 * Judges the relevance of pages by the topic's terms: {@link
 * io.dowser.crawler.judge.TopicTermsJudge} by these alone, {@link
 * io.dowser.crawler.judge.ExpandedTopicJudge} also by terms that it learns during the crawl.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).judge("topic-terms", Map.of("threshold", "0.3"));
 *
 * // in code, such as for a part of another judge
 * Crawler.builder().topic(topic).judgeFrom(context -> TopicTermsJudge.of(Settings.none(), context));
 * Crawler.builder()
 *     .topic(topic)
 *     .judgeFrom(context -> ExpandedTopicJudge.builder(Settings.none(), context).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.judge;

import org.jspecify.annotations.NullMarked;

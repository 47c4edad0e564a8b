/**
 * Judges the relevance of pages by the topic's terms.
 *
 * <pre>{@code
 * Topic topic = Topic.of("tide", "ebb", "flood");
 * Crawler.builder().topic(topic).judge(TopicTermsJudge.builder(topic).threshold(0.3).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.judge;

import org.jspecify.annotations.NullMarked;

/**
 * Tokenizes text, counts terms, and finds the terms of a topic in texts.
 *
 * <pre>{@code
 * TermCounts counts = TermCounts.of(Tokens.of("ebb and flood", TextAnalyzer.PLAIN));
 * TopicMatcher matcher = TopicMatcher.of(List.of("high tide"), TextNormalizer.PLAIN);
 * int matches = matcher.match("at high tide").size();
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.text;

import org.jspecify.annotations.NullMarked;

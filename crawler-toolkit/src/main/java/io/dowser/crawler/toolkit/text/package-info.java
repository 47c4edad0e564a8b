/**
 * Weighs terms by their rarity, and compares texts with a topic.
 *
 * <pre>{@code
 * TopicVector topic =
 *     TopicVector.builder(Map.of("tide", 1.0, "ebb", 0.5)).weighting(TermWeighting.AUGMENTED).build();
 * double likeness = topic.cosine(page.matches(matcher), page.terms());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.toolkit.text;

import org.jspecify.annotations.NullMarked;

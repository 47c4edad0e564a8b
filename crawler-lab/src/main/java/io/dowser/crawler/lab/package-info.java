/**
 * Compares strategies on the same archived web, with one judge, the same seeds and the same budget,
 * and writes a report. Start with {@code Lab}.
 */
@NullMarked
package io.dowser.crawler.lab;

import org.jspecify.annotations.NullMarked;

/**
 * Reads pages: finds the charset, parses HTML, and collects text and links in one walk.
 *
 * <p>{@link io.dowser.crawler.html.HtmlPageAnalyzer} is the one type that a program names.
 *
 * <pre>{@code
 * Crawler.builder().pageAnalyzer(HtmlPageAnalyzer.builder().followFrames(true).maxLinks(500).build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.html;

import org.jspecify.annotations.NullMarked;

/**
 * Reads pages: finds the charset, parses HTML, and collects text and links in one walk.
 *
 * <p>{@link io.dowser.crawler.html.HtmlPageAnalyzer} is the one type that a host application names.
 */
@NullMarked
package io.dowser.crawler.html;

import org.jspecify.annotations.NullMarked;

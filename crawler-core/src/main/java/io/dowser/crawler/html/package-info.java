/**
 * Reads pages: finds the charset, parses HTML, and collects text and links in one walk.
 *
 * <p>{@link io.dowser.crawler.html.HtmlPageAnalyzer} is the type that a program names, and an
 * analyzer of other documents {@link io.dowser.crawler.html.RobotsDirectives}.
 *
 * <pre>{@code
 * Strategy.builder().pageAnalyzer("html", Map.of("maxLinks", "500"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.html;

import org.jspecify.annotations.NullMarked;

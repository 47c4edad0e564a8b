/**
 * Normalizes and tokenizes text, Chinese and Latin script side by side.
 *
 * <p>{@link io.dowser.crawler.analysis.HanNormalizer} and {@link
 * io.dowser.crawler.analysis.MixedScriptAnalyzer} belong together: a crawl uses both or none.
 *
 * <pre>{@code
 * Tokens tokens = Tokens.of("台风登陆 typhoons landing", MixedScriptAnalyzer.create());
 * String simplified = HanNormalizer.create().normalize("颱風");
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.analysis;

import org.jspecify.annotations.NullMarked;

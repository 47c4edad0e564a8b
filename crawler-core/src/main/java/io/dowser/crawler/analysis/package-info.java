/**
 * Brings text to one form and cuts it into terms, Chinese and Latin script side by side.
 *
 * <p>{@link io.dowser.crawler.analysis.HanNormalizer} and {@link
 * io.dowser.crawler.analysis.MixedScriptAnalyzer} belong together: a crawl uses both or none.
 */
@NullMarked
package io.dowser.crawler.analysis;

import org.jspecify.annotations.NullMarked;

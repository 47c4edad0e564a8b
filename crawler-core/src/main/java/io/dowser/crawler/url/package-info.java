/**
 * Brings all URLs of a crawl to one canonical form, by one parser.
 *
 * <pre>{@code
 * UrlCanonicalizer canonicalizer = UrlCanonicalizer.builder().removeTrackingParameters().build();
 * Optional<CrawlUrl> url = canonicalizer.canonicalize("HTTP://Example.org:80/a/../b?utm_source=x");
 * Strategy.builder().canonicalizer(canonicalizer);
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.url;

import org.jspecify.annotations.NullMarked;

/**
 * The metrics of a crawl's report, which {@link io.dowser.crawler.CrawlReport#writeHtml} writes.
 */
@NullMarked
package io.dowser.crawler.report;

import org.jspecify.annotations.NullMarked;

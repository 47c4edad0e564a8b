/**
 * The metrics of a crawl's report, which {@link io.dowser.crawler.CrawlReport#writeHtml} writes.
 *
 * <pre>{@code
 * CrawlReport report = crawler.run();
 * report.writeHtml(Path.of("crawl.html"));
 * report.metrics().failingHosts().forEach(host -> System.out.println(host.name()));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.report;

import org.jspecify.annotations.NullMarked;

/**
 * Reports as one HTML file each: text, tables and charts, which work offline, in light and dark,
 * and on paper. A crawl's own report is {@link io.dowser.crawler.CrawlReport#writeHtml}; host
 * applications may write others with {@link io.dowser.crawler.report.HtmlReport}.
 */
@NullMarked
package io.dowser.crawler.report;

import org.jspecify.annotations.NullMarked;

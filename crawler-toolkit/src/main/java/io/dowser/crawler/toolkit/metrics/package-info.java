/** Metrics that say how well a focused crawl did, and ranks that compare several. */
@NullMarked
package io.dowser.crawler.toolkit.metrics;

import org.jspecify.annotations.NullMarked;

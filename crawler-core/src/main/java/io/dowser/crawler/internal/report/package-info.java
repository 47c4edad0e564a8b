/**
 * Reports as one HTML file each, for crawls, the strategy lab and Spark: text, tables and charts.
 */
@NullMarked
package io.dowser.crawler.internal.report;

import org.jspecify.annotations.NullMarked;

/**
 * HTML reports of crawls, the strategy lab and Spark, one file each, with text, tables and charts.
 */
@NullMarked
package io.dowser.crawler.internal.report;

import org.jspecify.annotations.NullMarked;

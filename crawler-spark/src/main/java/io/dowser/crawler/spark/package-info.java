/**
 * The same crawl, in rounds on an Apache Spark cluster: {@link io.dowser.crawler.spark.SparkCrawl}.
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException} that names it.
 */
@NullMarked
package io.dowser.crawler.spark;

import org.jspecify.annotations.NullMarked;

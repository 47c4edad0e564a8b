/**
 * Publishes the metrics of crawls in a Micrometer registry.
 *
 * <p>{@link io.dowser.crawler.micrometer.DowserMetrics} is the only type that programs use. The
 * module's README lists the meters.
 */
@NullMarked
package io.dowser.crawler.micrometer;

import org.jspecify.annotations.NullMarked;

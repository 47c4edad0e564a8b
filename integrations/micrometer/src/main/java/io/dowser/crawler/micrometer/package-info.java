/**
 * The metrics of crawls in a Micrometer registry.
 *
 * <p>{@link io.dowser.crawler.micrometer.DowserMetrics} is all that a program names. The module's
 * README lists the meters.
 */
@NullMarked
package io.dowser.crawler.micrometer;

import org.jspecify.annotations.NullMarked;

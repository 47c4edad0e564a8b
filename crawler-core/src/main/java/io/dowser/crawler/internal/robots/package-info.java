/** Reads robots.txt and sitemaps and matches URLs against rules. */
@NullMarked
package io.dowser.crawler.internal.robots;

import org.jspecify.annotations.NullMarked;

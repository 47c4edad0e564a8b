/**
 * The links between known pages, and ranks that are computed from them while the crawl continues.
 */
@NullMarked
package io.dowser.crawler.toolkit.graph;

import org.jspecify.annotations.NullMarked;

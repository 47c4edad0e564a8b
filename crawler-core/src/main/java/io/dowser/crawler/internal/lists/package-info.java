/** Requests sitemaps and feeds of sites, and offers the pages that they list. */
@NullMarked
package io.dowser.crawler.internal.lists;

import org.jspecify.annotations.NullMarked;

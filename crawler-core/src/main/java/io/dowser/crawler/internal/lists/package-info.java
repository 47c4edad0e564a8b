/**
 * Which sitemaps and feeds of a site are requested, and how the pages that they list are offered.
 */
@NullMarked
package io.dowser.crawler.internal.lists;

import org.jspecify.annotations.NullMarked;

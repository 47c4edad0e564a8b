/**
 * Work of the workers: fetches, analyses, judges and scores one page, or reads a sitemap or feed.
 * The result is an {@code Outcome}.
 */
@NullMarked
package io.dowser.crawler.internal.pages;

import org.jspecify.annotations.NullMarked;

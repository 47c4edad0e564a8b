/**
 * What workers do: fetch, analyse, judge and score one page, or read what a site lists. The result
 * is an {@code Outcome}.
 */
@NullMarked
package io.dowser.crawler.internal.pages;

import org.jspecify.annotations.NullMarked;

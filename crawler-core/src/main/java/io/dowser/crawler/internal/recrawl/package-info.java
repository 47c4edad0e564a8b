/** The checks of visited pages: which are due, and what a check has found. */
@NullMarked
package io.dowser.crawler.internal.recrawl;

import org.jspecify.annotations.NullMarked;

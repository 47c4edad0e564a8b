/** The rechecks of visited pages: which are due, and what a recheck has found. */
@NullMarked
package io.dowser.crawler.internal.recrawl;

import org.jspecify.annotations.NullMarked;

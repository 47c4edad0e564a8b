/**
 * Reads the attributes of a parsed HTML page: what it reports of itself, its main text, and what
 * selectors match. Leaves out of texts what changes by itself.
 */
@NullMarked
package io.dowser.crawler.internal.content;

import org.jspecify.annotations.NullMarked;

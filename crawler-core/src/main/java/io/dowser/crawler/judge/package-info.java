/** Judges of a page's relevance. */
@NullMarked
package io.dowser.crawler.judge;

import org.jspecify.annotations.NullMarked;

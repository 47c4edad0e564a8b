/** Turns the settings of a builder, or of an earlier run, into a crawl that can start. */
@NullMarked
package io.dowser.crawler.internal.assembly;

import org.jspecify.annotations.NullMarked;

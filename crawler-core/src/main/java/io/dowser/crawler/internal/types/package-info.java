/** Chooses who reads a page, by its media type. */
@NullMarked
package io.dowser.crawler.internal.types;

import org.jspecify.annotations.NullMarked;

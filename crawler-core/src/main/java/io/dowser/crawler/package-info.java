/**
 * The front door: build a {@link io.dowser.crawler.Crawler}, run it, read its report.
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException} that names it.
 */
@NullMarked
package io.dowser.crawler;

import org.jspecify.annotations.NullMarked;

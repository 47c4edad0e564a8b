/**
 * Annotations for the build, libraries that may be left out; the packages below are not for use by
 * programs.
 */
@NullMarked
package io.dowser.crawler.internal;

import org.jspecify.annotations.NullMarked;

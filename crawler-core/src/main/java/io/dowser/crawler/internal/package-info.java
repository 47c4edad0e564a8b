/** Annotations for the build; the packages below are not for use by programs. */
@NullMarked
package io.dowser.crawler.internal;

import org.jspecify.annotations.NullMarked;

/** How fast the crawler and its parts are, measured beside what one would write by hand. */
@NullMarked
package io.dowser.benchmarks;

import org.jspecify.annotations.NullMarked;

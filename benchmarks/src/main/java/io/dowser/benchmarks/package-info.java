/** Benchmarks of the crawler and its parts, compared with code written by hand. */
@NullMarked
package io.dowser.benchmarks;

import org.jspecify.annotations.NullMarked;

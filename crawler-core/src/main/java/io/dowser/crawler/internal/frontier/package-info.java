/** A frontier that keeps the worst pending URLs on disk. */
@NullMarked
package io.dowser.crawler.internal.frontier;

import org.jspecify.annotations.NullMarked;

/** Decides when a request to a host may start: delays, robots.txt, back-off, unresponsive hosts. */
@NullMarked
package io.dowser.crawler.internal.politeness;

import org.jspecify.annotations.NullMarked;

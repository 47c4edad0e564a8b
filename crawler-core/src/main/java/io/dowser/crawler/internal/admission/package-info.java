/** Which URLs a crawl takes, in one order of checks, and which of them it defers. */
@NullMarked
package io.dowser.crawler.internal.admission;

import org.jspecify.annotations.NullMarked;

/** Places on the web that swallow crawlers, and how to stay out of them. */
@NullMarked
package io.dowser.crawler.traps;

import org.jspecify.annotations.NullMarked;

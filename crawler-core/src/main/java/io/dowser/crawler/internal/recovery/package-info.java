/** Records a crawl in its directory and rebuilds its state from there. */
@NullMarked
package io.dowser.crawler.internal.recovery;

import org.jspecify.annotations.NullMarked;

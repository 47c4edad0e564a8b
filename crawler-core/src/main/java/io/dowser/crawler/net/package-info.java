/** Which network addresses a crawl may connect to. */
@NullMarked
package io.dowser.crawler.net;

import org.jspecify.annotations.NullMarked;

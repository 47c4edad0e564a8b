/** One parser and one form for all URLs of a crawl. */
@NullMarked
package io.dowser.crawler.url;

import org.jspecify.annotations.NullMarked;

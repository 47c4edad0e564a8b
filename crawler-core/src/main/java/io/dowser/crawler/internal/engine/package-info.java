/** The crawl loop: workers, page processing, link admission, redirects and counters. */
@NullMarked
package io.dowser.crawler.internal.engine;

import org.jspecify.annotations.NullMarked;

/** Admission of URLs to a crawl: checks in a fixed order, and the URLs that are deferred. */
@NullMarked
package io.dowser.crawler.internal.admission;

import org.jspecify.annotations.NullMarked;

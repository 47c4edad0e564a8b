/** The report of a crawl as a page, and the paths in it, for the facade, the engine and Spark. */
@NullMarked
package io.dowser.crawler.internal.report;

import org.jspecify.annotations.NullMarked;

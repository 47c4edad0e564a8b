/** The SQLite file of a crawl: rows, batches and spill files. */
@NullMarked
package io.dowser.crawler.internal.store;

import org.jspecify.annotations.NullMarked;

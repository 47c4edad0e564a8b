/**
 * Computes PageRank in the link graph of the known pages, while the crawl continues.
 *
 * <pre>{@code
 * IncrementalPageRank ranks = new IncrementalPageRank();
 * ranks.add(0);
 * ranks.add(1);
 * ranks.setOutLinks(0, 1);
 * ranks.drainChanged(node -> System.out.println(node + " has rank " + ranks.rank(node)));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.toolkit.graph;

import org.jspecify.annotations.NullMarked;

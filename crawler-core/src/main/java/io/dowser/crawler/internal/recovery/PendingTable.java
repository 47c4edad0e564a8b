package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.store.PendingReader;
import io.dowser.crawler.internal.store.PendingRow;

/**
 * The table of pending URLs in a crawl's directory, whose changes are committed with the visits
 * that cause them. For the crawl's own thread.
 */
public interface PendingTable {

  /** Adds a row; of two rows of a URL the one that goes first stays. */
  void offer(PendingRow row);

  /** Sets the row of a URL. */
  void set(PendingRow row);

  /** Removes the row of a URL. */
  void remove(long url);

  /** Creates the indexes by place and host, once not all rows are in memory. */
  void index();

  /** Commits all changes so far, and returns what reads them. */
  PendingReader read() throws InterruptedException;

  /** Returns whether the frontier that has given the rows their keys is of the present kind. */
  boolean isOfThisFrontier();
}

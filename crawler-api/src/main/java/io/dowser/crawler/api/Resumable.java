package io.dowser.crawler.api;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A plugin with state that must survive a restart of the crawl.
 *
 * <p>Both methods are for the crawl's own thread, {@link #save} between two visits. A crawl that
 * lives in memory calls neither. Tables of candidates and queues are best saved to the very output
 * that was given: a crawl's directory has their URLs already, see {@link
 * io.dowser.crawler.queue.UrlsByNumber}.
 */
public interface Resumable {

  /**
   * Writes the state.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  void save(DataOutput out) throws IOException;

  /**
   * Replaces the state by what {@link #save} wrote earlier. The input comes from a file and is not
   * to be trusted: sizes are to be checked before memory is taken.
   *
   * @param in where from
   * @throws IOException if reading fails or the input is not what {@link #save} writes
   */
  void restore(DataInput in) throws IOException;
}

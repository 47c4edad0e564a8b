package io.dowser.crawler.api;

import java.io.IOException;

/**
 * A plugin with state that must survive a restart of the crawl.
 *
 * <p>Both methods are for the crawl's own thread, {@link #save} between two visits. A crawl that
 * lives in memory calls neither.
 *
 * <p>A frontier's queue or table of candidates leaves URLs out where the directory of a crawl has
 * them already, see {@link StateWriter#withUrls}. So the candidates must have the numbers and the
 * URLs with which the crawl handed them over.
 *
 * <p>A frontier does not save which hosts are delayed, and asks anew after it was restored. What a
 * {@link HostGate} answered must count no more either once it is polled with another gate: so a
 * frontier that was saved continues like the one that is restored from it.
 */
public interface Resumable {

  /**
   * Writes the state.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  void save(StateWriter out) throws IOException;

  /**
   * Replaces the state by what {@link #save} wrote earlier. The input comes from a file and is not
   * to be trusted: sizes are to be checked before memory is taken.
   *
   * @param in where from
   * @throws IOException if reading fails or the input is not what {@link #save} writes
   */
  void restore(StateReader in) throws IOException;
}

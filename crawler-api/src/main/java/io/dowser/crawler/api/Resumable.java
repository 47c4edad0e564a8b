package io.dowser.crawler.api;

import java.io.IOException;

/**
 * A plugin with state that must survive a restart of the crawl.
 *
 * <p>Both methods are for the crawl's own thread, {@link #save} between two visits. A crawl that
 * lives in memory calls neither.
 *
 * <p>A frontier saves what it has beside its pending candidates, which the crawl keeps and gives
 * back by {@link Frontier#putBack} after {@link #restore}. States are saved every ten seconds and
 * at the end of a crawl, so after a kill a state may be older than the visits: candidates that it
 * names may have been visited, and pending ones may be unknown to it.
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

package io.dowser.crawler.api;

import java.io.IOException;

/**
 * A plugin with state that must survive a restart of the crawl.
 *
 * <p>Both methods are called by the crawl's own thread, {@link #save} between two visits. A crawl
 * that lives in memory calls neither.
 *
 * <p>A frontier saves its state without the pending candidates, which the crawl keeps and returns
 * by {@link Frontier#putBack} after {@link #restore}. States are saved every ten seconds and at the
 * end of a crawl, so after a kill a state may be older than the visits: candidates that it names
 * may have been visited, and pending ones may be unknown to it. Visits that were committed are not
 * passed to the plugin again.
 *
 * <pre>{@code
 * public void save(StateWriter out) throws IOException {
 *   out.section("learned weight", 1);
 *   out.writeDouble(weight);
 * }
 *
 * public void restore(StateReader in) throws IOException {
 *   in.section("learned weight", 1);
 *   weight = in.readDouble(-10, 10, "weight");
 * }
 * }</pre>
 */
public interface Resumable {

  /**
   * Writes the state.
   *
   * @param out the writer of the state
   * @throws IOException if writing fails
   */
  void save(StateWriter out) throws IOException;

  /**
   * Replaces the state by one that {@link #save} wrote earlier. The input comes from a file and
   * must not be trusted: check sizes before memory is allocated.
   *
   * @param in the reader of the state
   * @throws IOException if reading fails or the input is not as {@link #save} writes it
   */
  void restore(StateReader in) throws IOException;

  /**
   * Takes over what another crawl has learned, before the first page. By default the same as {@link
   * #restore}.
   *
   * <p>Override this method if the state has numbers of pages, which stand for other pages in this
   * crawl, or counts that limit a crawl, such as paid requests. A plugin that consists of others
   * calls this method of each.
   *
   * @param in the state that {@link #save} of the other crawl wrote last
   * @throws IOException if reading fails or the input is not as {@link #save} writes it
   */
  default void startFrom(StateReader in) throws IOException {
    restore(in);
  }
}

package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * A state of many records of which a visit changes a few. It is saved whole now and then, and
 * between with what has changed, so a commit costs what its visits changed.
 */
public interface ChangingState extends Resumable {

  /**
   * Writes the records that have changed since the last call of this method or of {@link #save},
   * which must have been called before.
   *
   * @throws IOException if writing fails
   */
  void saveChanges(StateWriter out) throws IOException;

  /**
   * Reads what {@link #saveChanges} wrote, after {@link #restore} and in the order of the calls.
   *
   * @throws IOException if the changes are damaged or reading fails
   */
  void restoreChanges(StateReader in) throws IOException;
}

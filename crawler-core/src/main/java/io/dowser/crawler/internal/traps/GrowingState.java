package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * A state made of a head and of records of one length, which are only added to: a record that was
 * saved once is never another one, so a crawl of a million pages saves what the last pages added.
 *
 * <p>{@link #restore} reads head and records in one.
 */
public interface GrowingState extends Resumable {

  /** Returns the length of each record. */
  int recordBytes();

  /** Counts the records. */
  int records();

  /**
   * Writes what stands before the records, at most 32,768 bytes, which may be others each time.
   *
   * @throws IOException if writing fails
   */
  void saveHead(StateWriter out) throws IOException;

  /**
   * Writes some records.
   *
   * @param to the first that is not written any more
   * @throws IOException if writing fails
   */
  void saveRecords(int from, int to, StateWriter out) throws IOException;

  @Override
  default void save(StateWriter out) throws IOException {
    saveHead(out);
    saveRecords(0, records(), out);
  }
}

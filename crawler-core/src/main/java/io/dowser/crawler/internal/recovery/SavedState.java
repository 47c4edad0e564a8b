package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.internal.store.StoreReader;
import java.io.IOException;
import java.util.List;

/** Reads states of the engine from the directory of a crawl. */
public final class SavedState {

  private SavedState() {}

  /**
   * Restores what the last commit has; does nothing before the first one.
   *
   * @param name of the state
   * @return the same as {@code into}
   */
  public static <R extends Resumable> R read(StoreReader store, String name, R into) {
    restore(store, name, store.state(name), into);
    return into;
  }

  /** Restores a state from its chunks; does nothing if there are none. */
  static void restore(StoreReader store, String name, List<byte[]> saved, Resumable into) {
    if (saved.isEmpty()) {
      return;
    }
    try {
      StateChunks.restore(into, saved);
    } catch (IOException e) {
      throw store.damaged("the state '" + name + "' cannot be read: " + e.getMessage(), e);
    }
  }
}

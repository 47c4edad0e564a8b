package io.dowser.crawler.internal.traps;

import java.util.HashSet;
import java.util.Set;

/**
 * The keys whose values have changed since they were saved. Before the first save it notes none: a
 * crawl without a directory saves nothing. Not thread-safe.
 */
final class Changes<K> {

  private Set<K> keys = new HashSet<>();
  private boolean saved;

  void add(K key) {
    if (saved) {
      keys.add(key);
    }
  }

  /** Returns the changed keys, which are saved now, with or without all others. */
  Set<K> take() {
    Set<K> taken = keys;
    keys = new HashSet<>();
    saved = true;
    return taken;
  }
}

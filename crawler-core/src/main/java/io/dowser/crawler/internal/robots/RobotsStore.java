package io.dowser.crawler.internal.robots;

import java.util.Optional;

/**
 * Keeps the robots rules of all sites, by site, for those that no longer fit into memory and for
 * the time after a restart; a crawl with a directory has one in its store. Called by one thread at
 * a time.
 */
public interface RobotsStore {

  /** Keeps a record in place of an older one. */
  void put(String origin, byte[] record);

  /** Looks for a record. */
  Optional<byte[]> find(String origin);
}

package io.dowser.crawler.internal.robots;

import java.util.Optional;

/**
 * Stores the robots rules of all sites, by site: for those that do not fit into memory, and for the
 * time after a restart. A crawl with a directory has one in its store. Called by one thread at a
 * time.
 */
public interface RobotsStore {

  /** Stores a record, replacing an older one. */
  void put(String origin, byte[] record);

  /** Finds a record. */
  Optional<byte[]> find(String origin);
}

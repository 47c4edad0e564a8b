package io.dowser.crawler.store;

import java.util.List;

/**
 * What could be saved of a damaged crawl.
 *
 * @param saved what the new directory has; its problems are those that remain
 * @param lost what it has not, a few words each; empty if nothing is lost
 * @param resumable whether the crawl can be resumed from the new directory; if not, its history can
 *     be read all the same
 */
public record StoreRepair(StoreCheck saved, List<String> lost, boolean resumable) {

  /**
   * Copies the list.
   *
   * @param saved what the new directory has; its problems are those that remain
   * @param lost what it has not, a few words each; empty if nothing is lost
   * @param resumable whether the crawl can be resumed from the new directory
   */
  public StoreRepair {
    lost = List.copyOf(lost);
  }
}

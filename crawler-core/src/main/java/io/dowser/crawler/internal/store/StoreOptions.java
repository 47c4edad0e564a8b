package io.dowser.crawler.internal.store;

import java.time.Duration;

/**
 * How the directory of a crawl is written.
 *
 * @param commitVisits a commit has at most this many visits
 * @param commitAfter visits wait at most this long for their commit
 * @param syncEachCommit whether each commit waits for the disk
 * @param allowChanged whether a crawl may resume with settings that differ from the recorded ones
 * @param explanations whether the parts of the scores of links are kept
 */
public record StoreOptions(
    int commitVisits,
    Duration commitAfter,
    boolean syncEachCommit,
    boolean allowChanged,
    boolean explanations) {

  /** Commits after 200 visits or one second, without waiting for the disk. */
  public static final StoreOptions DEFAULTS =
      new StoreOptions(200, Duration.ofSeconds(1), false, false, false);
}

package io.dowser.crawler.store;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlHistory;
import java.time.Duration;

/**
 * How a crawl is kept on disk.
 *
 * <p>Visits are committed in groups: a process that is killed loses at most the last group, and its
 * pages are fetched again. The file is never damaged by that.
 *
 * @param commitVisits a group has at most this many visits, 1 or more, unless large states make it
 *     last longer
 * @param commitAfter a group is open at most so long; above 0. Where the states of engine, judge
 *     and scorer are larger than 256 kB, a group is open for a second for each 8 MB of them at
 *     least, unless each visit is committed. Content hashes of pages, which are never saved twice,
 *     make it no longer than this; other large states may
 * @param syncEachCommit whether each commit waits for the disk, so that a loss of power costs no
 *     more than a killed process does; else it may cost some commits more
 * @param allowChanged whether a crawl may continue with settings that differ from the recorded ones
 * @param frontierCapacity how many pending URLs are kept in memory, 1 or more; the others wait on
 *     disk
 * @param explanations whether the parts of the scores of links are kept, see {@link
 *     #withExplanations}
 */
public record StoreOptions(
    int commitVisits,
    Duration commitAfter,
    boolean syncEachCommit,
    boolean allowChanged,
    int frontierCapacity,
    boolean explanations) {

  private static final StoreOptions DEFAULTS =
      new StoreOptions(200, Duration.ofSeconds(1), false, false, Integer.MAX_VALUE, false);

  /**
   * Checks what the component descriptions promise.
   *
   * @param commitVisits a group has at most this many visits, 1 or more
   * @param commitAfter a group is open at most so long; above 0
   * @param syncEachCommit whether each commit waits for the disk
   * @param allowChanged whether a crawl may continue with settings that differ from the recorded
   *     ones
   * @param frontierCapacity how many pending URLs are kept in memory, 1 or more
   * @param explanations whether the parts of the scores of links are kept
   * @throws IllegalArgumentException if a number is out of its range
   */
  public StoreOptions {
    requireNonNull(commitAfter, "commitAfter");
    atLeastOne("commitVisits", commitVisits);
    atLeastOne("frontierCapacity", frontierCapacity);
    if (commitAfter.isNegative() || commitAfter.isZero()) {
      throw new IllegalArgumentException("commitAfter must be above 0, but was " + commitAfter);
    }
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, but was " + value);
    }
  }

  /**
   * Returns the usual options: commits after 200 visits or 1 second, without waiting for the disk;
   * no changed settings; all pending URLs in memory; no parts of scores.
   *
   * @return the defaults
   */
  public static StoreOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets how large a group of visits may be.
   *
   * @param visits 1 commits each visit
   * @return changed options
   * @throws IllegalArgumentException if it is below 1
   */
  public StoreOptions withCommitVisits(int visits) {
    return new StoreOptions(
        visits, commitAfter, syncEachCommit, allowChanged, frontierCapacity, explanations);
  }

  /**
   * Sets how long a group may be open.
   *
   * @param time above 0
   * @return changed options
   * @throws IllegalArgumentException if it is not above 0
   */
  public StoreOptions withCommitAfter(Duration time) {
    return new StoreOptions(
        commitVisits, time, syncEachCommit, allowChanged, frontierCapacity, explanations);
  }

  /**
   * Lets each commit wait until it is on the disk.
   *
   * @return changed options
   */
  public StoreOptions withSyncEachCommit() {
    return new StoreOptions(
        commitVisits, commitAfter, true, allowChanged, frontierCapacity, explanations);
  }

  /**
   * Lets a crawl continue with other settings than it was begun with; the new ones are recorded. If
   * the frontier is another one, it starts from the pending URLs; the state of another scorer or
   * judge starts empty.
   *
   * @return changed options
   */
  public StoreOptions withAllowChanged() {
    return new StoreOptions(
        commitVisits, commitAfter, syncEachCommit, true, frontierCapacity, explanations);
  }

  /**
   * Bounds the pending URLs in memory.
   *
   * @param urls 1 or more
   * @return changed options
   * @throws IllegalArgumentException if it is below 1
   */
  public StoreOptions withFrontierCapacity(int urls) {
    return new StoreOptions(
        commitVisits, commitAfter, syncEachCommit, allowChanged, urls, explanations);
  }

  /**
   * Keeps the parts of the score of each link that may be fetched, as the scorer's {@link
   * io.dowser.crawler.api.PageScoring#explain} names them when the link is found. {@link
   * CrawlHistory#pathTo}, {@code Crawler.check} and the HTML report show them. Costs the time of
   * {@code explain} and a row of text for each link.
   *
   * @return changed options
   */
  public StoreOptions withExplanations() {
    return new StoreOptions(
        commitVisits, commitAfter, syncEachCommit, allowChanged, frontierCapacity, true);
  }
}

package io.dowser.crawler.internal.store;

import java.time.Duration;
import java.time.Instant;

/**
 * The results of the rechecks of a page.
 *
 * @param checked when it was last fetched or found unchanged
 * @param tried when it was last requested, with or without success
 * @param rechecks the number of rechecks that showed whether it had changed
 * @param changes the number of those that showed a change
 * @param changedTime sum of the times before the rechecks that showed a change
 * @param unchangedTime sum of the times before the other rechecks
 */
public record RecheckCounts(
    Instant checked,
    Instant tried,
    long rechecks,
    long changes,
    Duration changedTime,
    Duration unchangedTime) {

  /** Returns the counts of a page that was visited and not rechecked since. */
  public static RecheckCounts none(Instant visited) {
    return new RecheckCounts(visited, visited, 0, 0, Duration.ZERO, Duration.ZERO);
  }

  RecheckCounts tried(Instant now) {
    return new RecheckCounts(checked, now, rechecks, changes, changedTime, unchangedTime);
  }

  /** Counts a recheck; a clock that was set back has waited for no time. */
  RecheckCounts counted(Instant now, boolean hasChanged) {
    Duration since = now.isBefore(checked) ? Duration.ZERO : Duration.between(checked, now);
    return new RecheckCounts(
        now,
        now,
        rechecks + 1,
        changes + (hasChanged ? 1 : 0),
        hasChanged ? changedTime.plus(since) : changedTime,
        hasChanged ? unchangedTime : unchangedTime.plus(since));
  }
}

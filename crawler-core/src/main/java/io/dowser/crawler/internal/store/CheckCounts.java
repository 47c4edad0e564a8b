package io.dowser.crawler.internal.store;

import java.time.Duration;
import java.time.Instant;

/**
 * The results of the checks of a page.
 *
 * @param checked when it was last fetched or found unchanged
 * @param tried when it was last requested, with or without success
 * @param checks how many checks showed whether it had changed
 * @param changes how many of them showed a change
 * @param changedTime sum of the times before the checks that showed a change
 * @param unchangedTime sum of the times before the other checks
 */
public record CheckCounts(
    Instant checked,
    Instant tried,
    long checks,
    long changes,
    Duration changedTime,
    Duration unchangedTime) {

  /** Returns the counts of a page that was visited and not checked since. */
  public static CheckCounts none(Instant visited) {
    return new CheckCounts(visited, visited, 0, 0, Duration.ZERO, Duration.ZERO);
  }

  CheckCounts tried(Instant now) {
    return new CheckCounts(checked, now, checks, changes, changedTime, unchangedTime);
  }

  /** Counts a check; a clock that was set back has waited for no time. */
  CheckCounts counted(Instant now, boolean hasChanged) {
    Duration since = now.isBefore(checked) ? Duration.ZERO : Duration.between(checked, now);
    return new CheckCounts(
        now,
        now,
        checks + 1,
        changes + (hasChanged ? 1 : 0),
        hasChanged ? changedTime.plus(since) : changedTime,
        hasChanged ? unchangedTime : unchangedTime.plus(since));
  }
}

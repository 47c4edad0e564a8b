package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import java.time.Duration;
import java.time.Instant;

/**
 * The history of a visited page, from which a {@link RevisitPolicy} decides when to recheck it.
 *
 * <p>A recheck is a request for a page that was visited before. It shows whether the page has
 * changed since the request before it; how often it has changed in between is unknown.
 *
 * <pre>{@code
 * RevisitPolicy policy = // half the interval after a change, down to an hour; otherwise twice
 *     page -> {
 *       if (page.rechecks() == 0) {
 *         return Duration.ofDays(1);
 *       }
 *       boolean changed = page.changed().equals(page.checked());
 *       long hours = page.interval().toHours();
 *       return Duration.ofHours(changed ? Math.max(1, hours / 2) : Math.min(8_760, 2 * hours));
 *     };
 * }</pre>
 *
 * @param url the page
 * @param relevance the judge's relevance of its last version, 0 to 1
 * @param relevant whether the judge's threshold was reached
 * @param visited when the page was fetched first
 * @param checked when it was last requested, whatever the result, {@code visited} before the first
 *     recheck
 * @param changed when its last version was fetched, {@code visited} if there is only one version
 * @param rechecks the number of rechecks that showed whether it had changed; failed ones are not
 *     counted
 * @param changes the number of those that showed a change
 * @param changedTime sum of the times before the rechecks that showed a change, each since the last
 *     request with a result
 * @param unchangedTime sum of the times before the other rechecks
 * @param gone the number of latest rechecks in a row that found no page (404 or 410)
 * @param interval the interval that the policy returned after the last recheck; zero before the
 *     first one
 */
public record RecheckHistory(
    CrawlUrl url,
    double relevance,
    boolean relevant,
    Instant visited,
    Instant checked,
    Instant changed,
    long rechecks,
    long changes,
    Duration changedTime,
    Duration unchangedTime,
    int gone,
    Duration interval) {

  /**
   * Checks the components.
   *
   * @param url the page
   * @param relevance of its last version, 0 to 1
   * @param relevant whether the judge's threshold was reached
   * @param visited when the page was fetched first
   * @param checked when it was last requested, whatever the result
   * @param changed when its last version was fetched
   * @param rechecks the number of rechecks that showed whether it had changed
   * @param changes the number of those that showed a change
   * @param changedTime sum of the times before the rechecks that showed a change
   * @param unchangedTime sum of the times before the other rechecks
   * @param gone the number of latest rechecks in a row that found no page
   * @param interval the interval that the policy returned after the last recheck
   * @throws IllegalArgumentException if a number or time is out of its range
   */
  public RecheckHistory {
    requireNonNull(url, "url");
    Checks.within("relevance", relevance, 0.0, 1.0);
    requireNonNull(visited, "visited");
    requireNonNull(checked, "checked");
    requireNonNull(changed, "changed");
    if (changes < 0 || changes > rechecks) {
      throw new IllegalArgumentException(
          "changes must be 0 to " + rechecks + ", but was " + changes);
    }
    Checks.notNegative("changedTime", changedTime);
    Checks.notNegative("unchangedTime", unchangedTime);
    Checks.notNegative("gone", gone);
    Checks.notNegative("interval", interval);
  }

  /**
   * {@return a page that was visited and not rechecked since}
   *
   * @param url the page
   * @param relevance the judge's relevance of it, 0 to 1
   * @param relevant whether the judge's threshold was reached
   * @param visited when it was fetched
   */
  public static RecheckHistory of(
      CrawlUrl url, double relevance, boolean relevant, Instant visited) {
    return new RecheckHistory(
        url,
        relevance,
        relevant,
        visited,
        visited,
        visited,
        0,
        0,
        Duration.ZERO,
        Duration.ZERO,
        0,
        Duration.ZERO);
  }
}

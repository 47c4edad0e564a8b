package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import java.time.Duration;
import java.time.Instant;

/**
 * The history of a visited page, from which a {@link RevisitPolicy} decides when to check it again.
 *
 * <p>A check is a request for a page that was visited before. It shows whether the page has changed
 * since the request before it; how often it has changed in between is unknown.
 *
 * @param url the page
 * @param relevance the judge's relevance of its last version, 0 to 1
 * @param relevant whether the judge's threshold was reached
 * @param visited when the page was fetched first
 * @param checked when it was last fetched or found unchanged, {@code visited} before the first
 *     check
 * @param changed when its last version was fetched, {@code visited} if there is only one version
 * @param checks the number of checks that showed whether it had changed; failed ones are not
 *     counted
 * @param changes the number of those that showed a change
 * @param changedTime sum of the times before the checks that showed a change, each since the
 *     request before
 * @param unchangedTime sum of the times before the other checks
 * @param gone the number of latest checks in a row that found no page (404 or 410)
 * @param interval the interval that the policy returned after the last check; zero before the first
 *     one
 */
public record PageChecks(
    CrawlUrl url,
    double relevance,
    boolean relevant,
    Instant visited,
    Instant checked,
    Instant changed,
    long checks,
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
   * @param checked when it was last fetched or found unchanged
   * @param changed when its last version was fetched
   * @param checks the number of checks that showed whether it had changed
   * @param changes the number of those that showed a change
   * @param changedTime sum of the times before the checks that showed a change
   * @param unchangedTime sum of the times before the other checks
   * @param gone the number of latest checks in a row that found no page
   * @param interval the interval that the policy returned after the last check
   * @throws IllegalArgumentException if a number or time is out of its range
   */
  public PageChecks {
    requireNonNull(url, "url");
    Checks.within("relevance", relevance, 0.0, 1.0);
    requireNonNull(visited, "visited");
    requireNonNull(checked, "checked");
    requireNonNull(changed, "changed");
    if (changes < 0 || changes > checks) {
      throw new IllegalArgumentException("changes must be 0 to " + checks + ", but was " + changes);
    }
    Checks.notNegative("changedTime", changedTime);
    Checks.notNegative("unchangedTime", unchangedTime);
    Checks.notNegative("gone", gone);
    Checks.notNegative("interval", interval);
  }

  /**
   * {@return a page that was visited and not checked since}
   *
   * @param url the page
   * @param relevance the judge's relevance of it, 0 to 1
   * @param relevant whether the judge's threshold was reached
   * @param visited when it was fetched
   */
  public static PageChecks of(CrawlUrl url, double relevance, boolean relevant, Instant visited) {
    return new PageChecks(
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

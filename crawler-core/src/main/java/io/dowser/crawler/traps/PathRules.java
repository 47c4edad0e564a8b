package io.dowser.crawler.traps;

import io.dowser.crawler.api.SkipReason;
import org.jspecify.annotations.Nullable;

/** Trap rules for the path of a URL. */
final class PathRules {

  /** If the whole path is two numbers, a larger first one is not a year. */
  private static final int LAST_YEAR = 2_999;

  private PathRules() {}

  static @Nullable SkipReason check(String url, int pathStart, int pathEnd, TrapRules rules) {
    int segments = 0;
    int before = -1; // start of the previous segment
    for (int start = pathStart + 1; start < pathEnd; ) {
      int slash = url.indexOf('/', start);
      int end = slash < 0 || slash > pathEnd ? pathEnd : slash;
      segments++;
      if (segments > rules.maxPathSegments()) {
        return SkipReason.PATH_TOO_DEEP;
      }
      if (segments > rules.maxSegmentRepeats()
          && repeats(url, pathStart, start, end) >= rules.maxSegmentRepeats()) {
        return SkipReason.REPEATED_SEGMENTS;
      }
      if (isOddDate(url, pathStart, pathEnd, before, start, end, rules)) {
        return SkipReason.CALENDAR;
      }
      before = start;
      start = end + 1;
    }
    return null;
  }

  /** Counts the earlier occurrences of a segment; empty ones count as well. */
  private static int repeats(String url, int pathStart, int from, int to) {
    int count = 0;
    int length = to - from;
    for (int start = pathStart + 1; start < from; ) {
      int end = url.indexOf('/', start);
      if (end - start == length && url.regionMatches(start, url, from, length)) {
        count++;
      }
      start = end + 1;
    }
    return count;
  }

  /**
   * Dates are written as /2026-11-03 or as /2026/11/03; behind a name of calendars also as
   * /2026/11, /2026-11 or /20261103, and /2026/11 where it is the whole path.
   */
  private static boolean isOddDate(
      String url, int pathStart, int pathEnd, int before, int from, int to, TrapRules rules) {
    int year = Dates.yearOfDay(url, from, to);
    if (year != Dates.NONE) {
      return rules.isOddYear(year);
    }
    year = Dates.yearOfMonth(url, from, to);
    boolean isWhole = false;
    if (before >= 0 && Dates.isMonth(url, from, to, 1)) {
      year = Dates.year(url, before, from - 1);
      isWhole = before == pathStart + 1 && to == pathEnd && year <= LAST_YEAR;
    }
    return year != Dates.NONE
        && rules.isOddYear(year)
        && (isWhole || isDayBehind(url, from, to) || Dates.isNamed(url.substring(pathStart, from)));
  }

  /** Whether a month of two digits has a day of two digits behind it. */
  private static boolean isDayBehind(String url, int from, int to) {
    int next = to + 1;
    return to - from == 2
        && next + 2 <= url.length()
        && url.charAt(to) == '/'
        && Dates.isDay(url, next, next + 2, 2)
        && (next + 2 == url.length() || "/?".indexOf(url.charAt(next + 2)) >= 0);
  }
}

package io.dowser.crawler.traps;

import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.internal.Digits;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Trap rules for the query of a URL. */
final class QueryRules {

  /** Names that mean a session, whatever their value. */
  private static final List<String> SESSION_NAMES =
      List.of("phpsessid", "jsessionid", "sessionid", "session_id", "oscsid", "zenid", "cftoken");

  /** Names that mean a session if their value is long and random. */
  private static final List<String> DOUBTFUL_NAMES = List.of("sid", "s", "session", "sess");

  private static final String ASP_SESSION = "aspsessionid";
  private static final int RANDOM_LENGTH = 24;

  private QueryRules() {}

  static @Nullable SkipReason check(String url, int queryStart, TrapRules rules) {
    int parameters = 0;
    for (int start = queryStart; start < url.length(); ) {
      int and = url.indexOf('&', start);
      int end = and < 0 ? url.length() : and;
      parameters++;
      if (parameters > rules.maxParameters()) {
        return SkipReason.TOO_MANY_PARAMETERS;
      }
      SkipReason reason = parameter(url, start, end, rules);
      if (reason != null) {
        return reason;
      }
      start = end + 1;
    }
    return null;
  }

  private static @Nullable SkipReason parameter(String url, int from, int to, TrapRules rules) {
    int equals = url.indexOf('=', from);
    if (equals < 0 || equals >= to || equals == from) {
      return null;
    }
    int year = year(url, equals + 1, to);
    boolean odd = year != Dates.NONE && rules.isOddYear(year);
    boolean maybeSession = rules.skipsSessionIds() && to - equals > 8;
    if (!odd && !maybeSession) {
      return null;
    }
    String name = url.substring(from, equals).toLowerCase(Locale.ROOT);
    if (odd && (isDay(url, equals + 1, to) || isDate(name, to - equals - 1))) {
      return SkipReason.CALENDAR;
    }
    return maybeSession && isSession(name, url, equals + 1, to) ? SkipReason.SESSION_ID : null;
  }

  private static int year(String url, int from, int to) {
    int year = Dates.yearOfDay(url, from, to);
    year = year == Dates.NONE ? Dates.yearOfMonth(url, from, to) : year;
    return year == Dates.NONE ? Dates.year(url, from, to) : year;
  }

  private static boolean isDay(String url, int from, int to) {
    return Dates.yearOfDay(url, from, to) != Dates.NONE;
  }

  /** A number of four digits is a year only if its name says so. */
  private static boolean isDate(String name, int length) {
    return length == 4 ? name.contains("year") : Dates.isNamed(name);
  }

  private static boolean isSession(String name, String url, int from, int to) {
    if (SESSION_NAMES.contains(name) || name.startsWith(ASP_SESSION)) {
      return true;
    }
    return DOUBTFUL_NAMES.contains(name) && isRandom(url, from, to);
  }

  private static boolean isRandom(String url, int from, int to) {
    boolean digit = false;
    boolean letter = false;
    for (int i = from; i < to; i++) {
      char c = url.charAt(i);
      boolean isDigit = Digits.isDigit(c);
      if (!isDigit && !Character.isLetter(c)) {
        return false;
      }
      digit |= isDigit;
      letter |= !isDigit;
    }
    return digit && letter && to - from >= RANDOM_LENGTH;
  }
}

package io.dowser.crawler.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Reads times as people write them: {@code 90s}, {@code 1h30m}, {@code 0.5s}. */
final class TimeSpan {

  private static final Pattern FORM =
      Pattern.compile(
          "(?=\\d)(\\d{1,6}d)?((?:\\d{1,6}h)?(?:\\d{1,6}m)?(?:\\d{1,6}(?:\\.\\d{1,9})?s)?)");

  private TimeSpan() {}

  static Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException(
          "'" + text + "' must be a time such as 0.5s, 90s, 10m, 1h30m or 2d");
    }
    String days = form.group(1) == null ? "" : form.group(1);
    String time = form.group(2).isEmpty() ? "" : "T" + form.group(2);
    return Duration.parse("P" + (days + time).toUpperCase(Locale.ROOT));
  }
}

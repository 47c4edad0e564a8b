package io.dowser.crawler.internal.content;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Times as pages write them for programs: ISO 8601, with a space in place of T, RFC 1123. */
final class Times {

  private static final List<DateTimeFormatter> FORMS =
      List.of(
          DateTimeFormatter.ofPattern(
              "yyyy-MM-dd[['T'][' ']HH:mm[:ss][.SSS][.SS][.S][XXX][XX][X]]", Locale.ROOT),
          DateTimeFormatter.ofPattern("yyyy/M/d[ HH:mm[:ss]]", Locale.ROOT),
          DateTimeFormatter.ISO_DATE_TIME,
          DateTimeFormatter.RFC_1123_DATE_TIME);

  private Times() {}

  /** Reads a time; one without a zone is in UTC, a date is its first moment. */
  static Optional<Instant> parse(String text) {
    for (DateTimeFormatter form : FORMS) {
      try {
        return Optional.of(
            instant(
                form.parseBest(
                    text.strip(), OffsetDateTime::from, LocalDateTime::from, LocalDate::from)));
      } catch (DateTimeException e) {
        // the next form may fit
      }
    }
    return Optional.empty();
  }

  private static Instant instant(TemporalAccessor time) {
    if (time instanceof OffsetDateTime zoned) {
      return zoned.toInstant();
    }
    LocalDateTime local =
        time instanceof LocalDateTime complete ? complete : LocalDate.from(time).atStartOfDay();
    return local.toInstant(ZoneOffset.UTC);
  }
}

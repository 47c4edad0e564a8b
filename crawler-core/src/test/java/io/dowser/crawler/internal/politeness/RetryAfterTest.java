package io.dowser.crawler.internal.politeness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("1999-12-31T23:59:00Z");

  @ParameterizedTest
  @CsvSource({
    "0,PT0S",
    "120,PT2M",
    "' 5 ',PT5S",
    "'Fri, 31 Dec 1999 23:59:59 GMT',PT59S",
    "'Fri, 31 Dec 1999 23:58:59 GMT',PT0S",
    "Fri Dec 31 23:59:59 1999,PT59S",
    "Sat Jan  1 00:00:00 2000,PT1M",
    "'Friday, 31-Dec-99 23:59:59 GMT',PT59S",
    "'Saturday, 01-Jan-00 00:00:00 GMT',PT1M",
    "'Saturday, 31-Dec-60 00:00:00 GMT',PT0S",
    "99999999999,PT876000H",
    "9999999999,PT876000H",
    "99999999999999999999999999,PT876000H",
    "'Fri, 31 Dec 9999 23:59:59 GMT',PT876000H"
  })
  void numbersAndAllFormsOfDatesAreRead(String value, Duration expected) {
    assertThat(read(value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-5", "soon", "1.5", "Fri, 32 Dec 1999 23:59:59 GMT", "\u0665"})
  void whatIsNeitherIsNothing(String value) {
    assertThat(read(value)).isNull();
  }

  @Test
  void withoutHeaderThereIsNothing() {
    assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, value) -> true), NOW)).isNull();
  }

  private static @Nullable Duration read(String value) {
    var headers = HttpHeaders.of(Map.of("Retry-After", List.of(value)), (name, v) -> true);
    return RetryAfter.of(headers, NOW);
  }
}

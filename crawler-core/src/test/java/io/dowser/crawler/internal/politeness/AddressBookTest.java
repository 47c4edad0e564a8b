package io.dowser.crawler.internal.politeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AddressBookTest {

  private final CrawlUrl a = CrawlUrl.of("http://a.test/");
  private final CrawlUrl b = CrawlUrl.of("http://b.test/");
  private final CrawlUrl c = CrawlUrl.of("http://c.test/");
  private final AddressBook book = new AddressBook(2);

  @Test
  void hostWithoutAddressIsKnownAndHasNone() {
    assertThat(book.isUnknown(a)).isTrue();
    book.put(a, Optional.empty());

    assertThat(book.isUnknown(a)).isFalse();
    assertThat(book.find(a)).isNull();
  }

  @Test
  void fullBookForgetsAllButTheHostsWithRequestsInFlight() {
    book.put(a, Optional.of("1"));
    book.put(b, Optional.of("2"));
    book.begin(a);

    book.put(c, Optional.of("3"));

    assertThat(book.find(a)).isEqualTo("1");
    assertThat(book.isUnknown(b)).isTrue();
    assertThat(book.find(c)).isEqualTo("3");

    book.end(a);
    book.put(b, Optional.of("2"));
    assertThat(book.isUnknown(a)).isTrue();
  }

  /** Otherwise the address would be busy for ever. */
  @Test
  void endOfARequestIsCountedWhereItsBeginningWas() {
    PolitenessRules rules =
        Crawls.rules(Politeness.builder().delay(Duration.ZERO).perAddress(true).build());
    var schedule =
        new HostSchedule(
            new HostPoliteness(rules, Map.of()), book, new SplittableRandom(1), System::nanoTime);
    book.put(a, Optional.of("1"));
    book.put(b, Optional.of("1"));
    schedule.begin(a);
    book.put(c, Optional.of("2"));
    book.put(a, Optional.of("moved"));

    schedule.end(a, null, Duration.ZERO);

    book.put(b, Optional.of("1"));
    assertThat(schedule.isReady(b)).isTrue();
  }
}

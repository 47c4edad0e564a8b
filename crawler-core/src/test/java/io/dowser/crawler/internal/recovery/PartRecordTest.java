package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.store.RecheckCounts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartRecordTest {

  private static final CrawlUrl TIDES = CrawlUrl.of("http://a.test/tides");
  private static final CrawlUrl MOON = CrawlUrl.of("http://a.test/moon");
  private static final Instant TIME = Instant.ofEpochSecond(1_000);

  private final List<String> found = new ArrayList<>();

  private static byte[] fingerprint(CrawlUrl url) {
    Fingerprint print = Fingerprint.of(url);
    return ByteBuffer.allocate(16).putLong(print.high()).putLong(print.low()).array();
  }

  private static PageState state() {
    var version =
        new PageVersion(
            2,
            TIME,
            "tag",
            null,
            new byte[] {1},
            true,
            3,
            4,
            0.5,
            true,
            Optional.of(Irrelevance.NOINDEX),
            new long[0]);
    var checks = new RecheckCounts(TIME, TIME, 3, 1, Duration.ofHours(1), Duration.ofHours(2));
    var row = new PageRow(0, PageRow.Status.GONE, version, checks, 1, Duration.ofDays(1));
    return new PageState(new PageReader.Known(row, TIDES, TIME, 7), fingerprint(MOON));
  }

  private PartRecord record() {
    return new PartRecord(
        List.of(new PartRecord.Recheck(TIDES, state(), number -> Candidate.seed(TIDES, number))),
        new PartRecord.Results() {
          @Override
          public void started(CrawlUrl url) {
            found.add("started " + url);
          }

          @Override
          public void later(Candidate target, String anchor) {
            found.add("later " + target.url());
          }

          @Override
          public void checked(CrawlUrl url, PageState after, Optional<ChangeRow> change) {
            assertThat(after.links()).isEqualTo(fingerprint(MOON));
            found.add("checked " + url + " " + after.page().row().gone());
          }
        });
  }

  @Test
  void stateIsReadAsItWasWritten() {
    PageState read = PageState.of(state().values());

    assertThat(read.values()).usingRecursiveComparison().isEqualTo(state().values());
    assertThat(read.page().row().version().irrelevance()).contains(Irrelevance.NOINDEX);
    assertThat(
            PageState.of(read.tried(TIME.plusSeconds(9)).values()).page().row().rechecks().tried())
        .isEqualTo(TIME.plusSeconds(9));
  }

  @Test
  void pageHasTheNumbersOfThisEngineUntilItsRecheckHasEnded() {
    PartRecord record = record();
    PageReader.Known page = record.page(0).orElseThrow();
    int moon = record.knownUrls().find(Fingerprint.of(MOON));

    assertThat(page.row().version().links()).containsExactly(moon);
    assertThat(record.knownUrls().isClosed(0)).isTrue();
    assertThat(record.knownUrls().isClosed(moon)).isFalse();
    assertThat(record.candidate(0).url()).isEqualTo(TIDES);

    record.checked(page.row().gone(TIME));

    assertThat(record.open()).isEmpty();
    assertThat(found).containsExactly("started " + TIDES, "checked " + TIDES + " 2");
  }
}

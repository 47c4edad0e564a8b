package io.dowser.crawler.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SitesTest {

  private static final int BYTES = 500_000;

  private final Sites sites = new Sites(BYTES, true);

  @Test
  void hostsAreKnownUntilTheirRecordsFillTheirPartOfTheMemory() throws IOException {
    for (int host = 0; host < 100; host++) {
      visit("small" + host, 1);
    }
    assertThat(sites.bytes()).isBetween(100_000L, (long) BYTES);
    assertThat(isKnown("small0")).isTrue();

    for (int host = 0; host < 50; host++) {
      visit("large" + host, 200);
      assertThat(sites.bytes()).isLessThanOrEqualTo(BYTES);
    }
    assertThat(isKnown("small0")).isFalse();
    assertThat(isKnown("large49")).isTrue();

    assertThat(restored(BYTES).bytes()).isEqualTo(sites.bytes());
    assertThat(restored(BYTES / 2).bytes()).isLessThanOrEqualTo(sites.bytes());
  }

  @Test
  void someHostsAreKnownInAnyMemory() {
    var few = new Sites(0, true);
    for (int host = 0; host < 100; host++) {
      few.failed(url("h" + host, 0), RequestResult.FAILURE);
    }

    assertThat(few.wait("h99", "/…").results()).isNotEmpty();
    assertThat(few.wait("h1", "/…").results()).isEmpty();
    assertThat(few.bytes()).isZero();
  }

  @Test
  void fullRecordsOfAThousandHostsTakeLittleInASavedState() throws IOException {
    var many = new Sites(Long.MAX_VALUE, true);
    for (int host = 0; host < 1_100; host++) {
      for (int page = 0; page < 40; page++) {
        many.failed(url("h" + host, page), RequestResult.FAILURE);
      }
    }

    assertThat(many.wait("h99", "/…").results()).as("of a host that was forgotten").isEmpty();
    assertThat(saved(many).length).isLessThan(1_000 * 5_000);
  }

  @Test
  void urlsOfDeferredShapesWait() {
    for (int page = 0; page < 8; page++) {
      sites.failed(CrawlUrl.of("http://wiki.test/list?edit=" + page), RequestResult.FAILURE);
      sites.failed(CrawlUrl.of("http://wiki.test/page" + page), RequestResult.PAID);
    }
    sites.failed(CrawlUrl.of("http://other.test/list?edit=1"), RequestResult.PAID);
    sites.begin(CrawlUrl.of("http://wiki.test/list?edit=8"));

    assertThat(sites.deferredShapes().keySet()).containsExactly("wiki.test", "other.test");
    assertThat(sites.deferredShapes().get("other.test")).isEmpty();
    for (String url :
        List.of(
            "http://wiki.test/list?edit=9",
            "http://wiki.test/x?edit=9",
            "http://wiki.test/page9",
            "http://other.test/list?edit=9")) {
      boolean isDeferred =
          sites.deferredShapes().values().stream()
              .anyMatch(
                  shapes -> Sites.shapes(CrawlUrl.of(url)).stream().anyMatch(shapes::containsKey));
      assertThat(isDeferred).as(url).isEqualTo(sites.wait(CrawlUrl.of(url)).isPresent());
      assertThat(isDeferred)
          .as(url)
          .isEqualTo(url.startsWith("http://wiki.test/") && url.contains("?edit"));
    }
  }

  private void visit(String host, int pages) {
    for (int page = 0; page < pages; page++) {
      sites.failed(url(host, page), RequestResult.FAILURE);
    }
  }

  private boolean isKnown(String host) {
    return !sites.wait(host, "/…").results().isEmpty();
  }

  private static CrawlUrl url(String host, int page) {
    char folder = (char) ('a' + page % 26);
    return CrawlUrl.of(
        "http://"
            + host
            + "/"
            + (page == 0 ? "" : folder + "x" + folder + "/?p" + page % 7 + "=1"));
  }

  private Sites restored(long bytes) throws IOException {
    var restored = new Sites(bytes, true);
    restored.restore(StateReader.from(new ByteArrayInputStream(saved(sites))));
    return restored;
  }

  private static byte[] saved(Sites sites) throws IOException {
    var bytes = new ByteArrayOutputStream();
    sites.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }
}

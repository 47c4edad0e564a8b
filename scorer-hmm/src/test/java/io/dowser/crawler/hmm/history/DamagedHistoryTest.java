package io.dowser.crawler.hmm.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.hmm.BrowsingSession;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases with some wrong bytes: either refused in words, or read as far as they make sense. */
class DamagedHistoryTest {

  private static final int DAMAGES = 50;
  private static final int PAGES = 40;

  @TempDir private Path directory;

  private interface Reading {
    BrowserHistory read() throws IOException;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void ofFirefoxIsReadOrRefused(long seed) throws Exception {
    Path file = directory.resolve("places.sqlite");
    try (Database places = Database.firefox(file)) {
      for (int page = 1; page <= PAGES; page++) {
        places.place(page, "http://a.example/" + page);
        places.visit(page, page - 1, page, 1 + page % 9);
        places.bookmark(page, 1 + page % 2, "" + page, page / 2, "F" + page);
      }
    }
    damage(file, seed, () -> BrowserHistory.ofFirefox(file, form()));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void ofChromiumIsReadOrRefused(long seed) throws Exception {
    Path file = directory.resolve("History");
    try (Database database = Database.chromium(file)) {
      for (int page = 1; page <= PAGES; page++) {
        database.url(page, "http://a.example/" + page);
        database.chromiumVisit(page, page - 1, page, 0x30000000L + page % 9);
      }
    }
    damage(file, seed, () -> BrowserHistory.ofChromium(file, form()));
  }

  private static Function<String, Optional<CrawlUrl>> form() {
    return UrlCanonicalizer.standard()::canonicalize;
  }

  private static void damage(Path file, long seed, Reading reading) throws IOException {
    byte[] sound = Files.readAllBytes(file);
    assertThat(reading.read().visits()).isNotEmpty();
    var random = new SplittableRandom(seed);
    int refused = 0;
    for (int round = 0; round < DAMAGES; round++) {
      Files.write(file, damaged(sound, random));
      refused += isRefused(reading, "seed " + seed + ", round " + round) ? 1 : 0;
    }
    assertThat(refused).isBetween(1, DAMAGES - 1); // or the damages are too great, or too small
  }

  /** Most of a small database is empty, so bytes that mean something are taken more often. */
  private static byte[] damaged(byte[] sound, SplittableRandom random) {
    byte[] bytes = sound.clone();
    for (int left = random.nextInt(1, 12); left > 0; ) {
      int at = random.nextInt(bytes.length);
      if (bytes[at] != 0 || random.nextInt(20) == 0) {
        bytes[at] = (byte) random.nextInt(256);
        left--;
      }
    }
    return bytes;
  }

  private static boolean isRefused(Reading reading, String when) {
    try {
      BrowserHistory history = reading.read();
      history.sessions(visit -> visit.folders().contains("F1")).forEach(session -> session.paths());
      return false;
    } catch (BrowsingSession.FormatException | IOException e) {
      return true;
    } catch (RuntimeException e) {
      return fail(when, e);
    }
  }
}

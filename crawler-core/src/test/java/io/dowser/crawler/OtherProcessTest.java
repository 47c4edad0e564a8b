package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreOptions;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process may do to a crawl that continues, whatever this one looked at before. */
@Tag("slow")
class OtherProcessTest {

  private static final RandomWeb WEB =
      RandomWeb.builder(2).pages(300).hosts(6).linksPerPage(6).build();

  @TempDir Path directory;

  @Test
  void theDirectoryIsRefusedToItAlsoAfterASecondCrawlWasRefusedHere() throws Exception {
    try (Crawler first = crawl().build()) {
      assertThat(first.statistics().visited()).isZero();
      try (CrawlHistory history = CrawlHistory.open(directory)) {
        assertThat(history.verify()).isEmpty();
      }
      assertThatThrownBy(() -> crawl().build()).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> crawl().build()).hasMessageContaining("in use by another crawl");

      assertThat(otherProcess("lock")).contains("in use by another crawl");
    }
    assertThat(lastLineOf(otherProcess("lock"))).isEqualTo("taken");
  }

  @Test
  void whatIsCommittedStaysWhenItReadsTheFileThatWasReadHereToo() throws Exception {
    try (CrawlStore store = CrawlStore.open(directory, StoreOptions.DEFAULTS)) {
      write(store, 0);
      try (CrawlHistory history = CrawlHistory.open(directory)) {
        assertThat(history.visits(1, 10)).isEmpty();
      }
      assertThat(lastLineOf(otherProcess("read"))).isEqualTo("10");
      assertThat(directory.resolve("crawl.db-wal")).exists();

      write(store, 10);

      assertThat(lastLineOf(otherProcess("read"))).isEqualTo("20");
    }
    assertThat(lastLineOf(otherProcess("read"))).isEqualTo("20");
  }

  private static void write(CrawlStore store, int first) throws InterruptedException {
    var batch = new StoreBatch(first);
    for (int i = 0; i < 10; i++) {
      batch.addUrl(CrawlUrl.of("http://a.test/" + (first + i)), 0, -1, Instant.EPOCH);
    }
    store.write(batch);
    store.await(batch);
  }

  private Crawler.Builder crawl() {
    return Crawls.of(WEB).directory(directory);
  }

  /** Before it, a newer Java warns of the native library. */
  private static String lastLineOf(String text) {
    return text.substring(text.lastIndexOf('\n') + 1);
  }

  private String otherProcess(String what) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Other.class.getName(), what, directory.toString()));
    Path out = Files.createTempFile("other", ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(out, StandardCharsets.UTF_8).strip();
    Files.delete(out);
    return said;
  }

  /** The other process. */
  static final class Other {

    private Other() {}

    public static void main(String[] args) throws Exception {
      Path crawl = Path.of(args[1]);
      if (args[0].equals("lock")) {
        try (CrawlStore store = CrawlStore.open(crawl, StoreOptions.DEFAULTS)) {
          System.out.println(store.directory().equals(crawl) ? "taken" : "another");
        } catch (StoreException e) {
          System.out.println(e.getMessage());
        }
        return;
      }
      try (var connection =
              DriverManager.getConnection("jdbc:sqlite:" + crawl.resolve("crawl.db"));
          var statement = connection.createStatement();
          var row = statement.executeQuery("SELECT count(*) FROM url")) {
        System.out.println(row.getLong(1));
      }
    }
  }
}

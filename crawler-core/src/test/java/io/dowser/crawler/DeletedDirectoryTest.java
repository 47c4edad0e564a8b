package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crawl whose directory is deleted while it runs has not kept what it found. */
class DeletedDirectoryTest {

  @TempDir Path temporary;

  /** In the middle, so that the next commit fails, and before the last commit alone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 1_000})
  void crawlFailsWithThePath(int commitVisits) {
    Path directory = temporary.resolve("crawl");
    Crawler.Builder crawl =
        Crawls.of(Crawls.chain(6), "http://chain.test/0")
            .directory(directory)
            .persistence(Persistence.builder().commitVisits(commitVisits).build())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited
                      && visited.visit().number() == 3) {
                    delete(directory);
                  }
                });
    CrawlReport report;
    try (Crawler crawler = crawl.build()) {
      report = crawler.run();
    }

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("deleted or moved");
  }

  private static void delete(Path directory) {
    try {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

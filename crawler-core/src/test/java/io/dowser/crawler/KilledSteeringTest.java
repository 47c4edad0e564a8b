package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that was paused, changed and then killed with SIGKILL, in a process of its own. */
@Timeout(120)
class KilledSteeringTest {

  @TempDir Path temporary;

  private static Crawler.Builder crawl(Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "laser")
            .page("http://b.test/", "", "", "/plain", "/tides/1", "http://bad.test/")
            .page("http://b.test/plain", "", "plain")
            .page("http://b.test/tides/1", "", "tides")
            .page("http://bad.test/", "", "bad")
            .build();
    return Crawls.of(web).scorer(page -> link -> 0).directory(directory);
  }

  @Test
  void crawlContinuesUnpausedWithAllThatWasChanged() throws Exception {
    Path directory = temporary.resolve("crawl");
    Process process = start(directory);
    String last = "SELECT value FROM setting WHERE name='maxDuration' AND value='PT1H'";
    while (!Files.exists(directory.resolve("crawl.db"))
        || StoredCrawls.strings(directory, last).isEmpty()) {
      assertThat(process.isAlive()).as("%s", output()).isTrue();
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly().waitFor(); // SIGKILL

    var log = new EventLog();
    CrawlReport report = Crawls.run(crawl(directory).idle(Duration.ZERO).listener(log));

    assertThat(log.visited())
        .containsExactly("http://b.test/", "http://b.test/tides/1", "http://b.test/plain");
    assertThat(log.all(CrawlEvent.LinksSkipped.class)).hasSize(1);
    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='maxPages'"))
        .containsExactly("50");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.verify().problems()).isEmpty();
    }
  }

  private String output() throws IOException {
    return Files.readString(temporary.resolve("out"));
  }

  private Process start(Path directory) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            KilledSteeringTest.class.getName(),
            directory.toString())
        .redirectErrorStream(true)
        .redirectOutput(temporary.resolve("out").toFile())
        .start();
  }

  /** The process that is killed. */
  public static void main(String[] args) throws InterruptedException {
    try (Crawler crawler =
        crawl(Path.of(args[0])).seed("http://a.test/").idle(Duration.ofHours(1)).build()) {
      CrawlHandle handle = crawler.start();
      while (handle.state() != State.IDLE) {
        Thread.onSpinWait();
      }
      handle.pause();
      handle.exclude("bad.test");
      handle.boost("/tides/", 1);
      handle.addSeeds(List.of("http://b.test/"));
      handle.setMaxPages(50);
      handle.setMaxDuration(Duration.ofHours(1));
      handle.await();
    }
  }
}

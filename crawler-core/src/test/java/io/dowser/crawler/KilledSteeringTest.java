package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.KilledProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that was paused, changed and then killed with SIGKILL, in a separate process. */
@Timeout(120)
@Tag("slow")
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
    String last = "SELECT value FROM setting WHERE name='maxDuration' AND value='1h'";
    KilledProcess process =
        KilledProcess.start(getClass(), temporary.resolve("out"), directory.toString());
    boolean killed =
        process.killOnce(
            () ->
                Files.exists(directory.resolve("crawl.db"))
                    && !StoredCrawls.strings(directory, last).isEmpty());
    assertThat(killed).isTrue();

    var log = new EventLog();
    CrawlReport report =
        Crawls.run(
            crawl(directory).limits(Limits.builder().idle(Duration.ZERO).build()).listener(log));

    assertThat(log.visited())
        .containsExactly("http://b.test/", "http://b.test/plain", "http://b.test/tides/1");
    assertThat(log.all(CrawlEvent.LinksSkipped.class)).hasSize(1);
    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='maxPages'"))
        .containsExactly("50");
    assertThat(StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='preferred'"))
        .containsExactly("b.test");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.verify()).isEmpty();
    }
  }

  /** The process that is killed. */
  public static void main(String[] args) throws InterruptedException {
    try (Crawler crawler =
        crawl(Path.of(args[0]))
            .seed("http://a.test/")
            .limits(Limits.builder().idle(Duration.ofHours(1)).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      while (handle.state() != State.IDLE) {
        Thread.onSpinWait();
      }
      handle.pause();
      handle.exclude("bad.test");
      handle.prefer("b.test");
      handle.addSeeds(List.of("http://b.test/"));
      handle.setMaxPages(50);
      handle.setMaxDuration(Duration.ofHours(1));
      handle.await();
    }
  }
}

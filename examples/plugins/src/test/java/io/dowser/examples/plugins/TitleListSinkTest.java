package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.KilledProcess;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TitleListSinkTest {

  private static final RandomWeb WEB = RandomWeb.builder(3).pages(300).build();
  private static final int COMMIT = 20;
  private static final List<Integer> LINES_AT_KILL = List.of(1, 50, 100, 150, 200, 250);

  @TempDir Path directory;

  private static Visit visit(String url) {
    Candidate arrival = Candidate.seed(CrawlUrl.of(url), 0);
    return CrawlFixtures.visit(1, AnalyzedPage.builder(arrival).title("潮汐 \t tide").build());
  }

  @Test
  void pageThatComesAgainKeepsItsLineAndHalfALineIsReplaced() throws IOException {
    Path file = directory.resolve("titles.tsv");
    try (var sink = new TitleListSink(file)) {
      sink.page(visit("http://a.test/1"));
      sink.page(visit("http://a.test/1"));
      sink.flush();
    }
    Files.write(file, new byte[] {'h', 't', 't', 'p', (byte) 0xe6}, StandardOpenOption.APPEND);

    try (var sink = new TitleListSink(file)) {
      sink.page(visit("http://a.test/1"));
      sink.page(visit("http://a.test/2"));
    }

    assertThat(file).hasContent("http://a.test/1\t潮汐 tide\nhttp://a.test/2\t潮汐 tide\n");
  }

  @Test
  @Tag("slow")
  void killedCrawlLosesAndRepeatsNoLine() throws Exception {
    Path whole = directory.resolve("whole.tsv");
    crawl(directory.resolve("whole"), whole, Long.MAX_VALUE);
    Path file = directory.resolve("titles.tsv");
    String[] arguments = {directory.resolve("killed").toString(), file.toString()};

    for (int lines : LINES_AT_KILL) {
      KilledProcess process =
          KilledProcess.start(TitleListSinkTest.class, directory.resolve("output"), arguments);
      assertThat(process.killOnce(() -> lines(file) >= lines)).as("killed").isTrue();
    }
    crawl(directory.resolve("killed"), file, Long.MAX_VALUE);

    assertThat(Files.readAllLines(file))
        .hasSize(WEB.web().urls().size())
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(whole));
  }

  /** Flushed lines are seen here before their visits are committed. */
  private static long lines(Path file) throws IOException {
    return Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8).lines().count() : 0;
  }

  private static void crawl(Path directory, Path file, long lastVisit) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(WEB.seed().toString())
            .topic(WEB.topic())
            .judge(WEB.judge())
            .fetcher(WEB.web().fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(directory)
            .persistence(
                Persistence.builder()
                    .commitVisits(COMMIT)
                    .pageSink(new TitleListSink(file))
                    .build())
            .listener(event -> blockAt(event, lastVisit))
            .build()) {
      crawler.run().orThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void blockAt(CrawlEvent event, long lastVisit) {
    if (event instanceof CrawlEvent.Visited visited && visited.visit().number() >= lastVisit) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("not killed, but interrupted", e);
      }
    }
  }

  /** The process that is killed: it blocks at its last visit, so it does not end before. */
  public static void main(String[] arguments) {
    crawl(Path.of(arguments[0]), Path.of(arguments[1]), WEB.web().urls().size());
  }
}

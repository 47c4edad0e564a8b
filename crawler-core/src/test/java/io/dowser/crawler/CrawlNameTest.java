package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.CrawlThreads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

class CrawlNameTest {

  private static final String SEED = "http://chain.test/0";

  @TempDir Path directory;

  /** The threads that were seen at work, each with the name of the crawl that it logs. */
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  private void note() {
    seen.add(Thread.currentThread().getName() + " logs " + MDC.get("crawl"));
  }

  private final PageSink sink =
      new PageSink() {
        @Override
        public void page(Visit visit) {
          note();
        }

        @Override
        public void close() {}
      };

  private Crawler.Builder crawl() {
    return Crawls.of(Crawls.chain(3), SEED)
        .judge(
            page -> {
              note();
              return 1;
            })
        .listener(event -> note())
        .persistence(Persistence.builder().pageSink(sink).build());
  }

  @Test
  void threadsLogLinesAndReportHaveTheName() throws Exception {
    var lines = new ByteArrayOutputStream();
    CrawlReport report =
        Crawls.run(
            crawl()
                .means(
                    Means.builder()
                        .name("tides")
                        .progress(new PrintStream(lines, true, StandardCharsets.UTF_8))
                        .build()));

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "tides-crawl logs tides", "tides-worker logs tides", "tides-pages logs tides");
    assertThat(report.name()).isEqualTo("tides");
    assertThat(report.toString()).startsWith("The crawl tides ended because");
    report.writeHtml(directory.resolve("report.html"));
    assertThat(Files.readString(directory.resolve("report.html"))).contains("Crawl report: tides");
    assertThat(lines.toString(StandardCharsets.UTF_8)).startsWith("tides: 3 pages, ");
  }

  @Test
  void eventsAndStatisticsHaveTheName() {
    var log = new EventLog();
    Crawls.run(crawl().means(Means.builder().name("tides").build()).listener(log));
    Crawls.run(crawl().means(Means.builder().name("moons").build()).listener(log));

    assertThat(log.all(CrawlEvent.Started.class))
        .extracting(CrawlEvent.Started::name)
        .containsExactly("tides", "moons");
    assertThat(log.all(CrawlEvent.Finished.class))
        .extracting(finished -> finished.statistics().name())
        .containsExactly("tides", "moons");
  }

  @Test
  void nameIsKeptWithTheCrawl() {
    Crawls.run(
        crawl().means(Means.builder().name("tides").build()).directory(directory).maxPages(1));
    CrawlReport report = Crawls.run(crawl().directory(directory).maxPages(3));

    assertThat(report.name()).isEqualTo("tides");
    assertThat(report.statistics().name()).isEqualTo("tides");
    assertThat(report.statistics().visited()).isEqualTo(3);
  }

  @Test
  void withoutANameItIsThatOfTheLibrary() {
    CrawlReport report = Crawls.run(crawl());

    assertThat(seen).contains("dowser-worker logs dowser");
    assertThat(report.name()).isEqualTo("dowser");
    assertThat(report.toString()).startsWith("The crawl ended because");
  }

  @Test
  void threadOfTheCallerLogsTheNameWhileItWorksForTheCrawl() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Crawls.run(crawl().means(Means.builder().name("tides").executor(executor).build()));

      assertThat(seen).anyMatch(thread -> thread.matches("pool-.* logs tides"));
      assertThat(executor.submit(() -> MDC.get("crawl")).get()).isNull();
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void workInTheCallersThreadLeavesItTheNameThatItHad() {
    var threads = new CrawlThreads("tides");
    var names = new ArrayList<String>();

    threads
        .named(
            () -> {
              new CrawlThreads("moon").named(() -> names.add(MDC.get("crawl"))).run();
              names.add(MDC.get("crawl"));
            })
        .run();

    assertThat(names).containsExactly("moon", "tides");
    assertThat(MDC.get("crawl")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "two\nlines"})
  void nameIsOneLine(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Crawler.builder().means(Means.builder().name(name).build()))
        .withMessageContaining("name must be one line");
  }
}

package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Crawls in separate processes, which get signals while they work. */
@Tag("slow")
class StoppedCrawlTest {

  private static final int HELD = 14;

  @TempDir private Path directory;
  private Path tides = Path.of(".");
  private TideSite site;

  StoppedCrawlTest() throws IOException {
    site = new TideSite();
  }

  @BeforeEach
  void holdBack() {
    tides = directory.resolve("tides");
    site.hold(HELD);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no such signals")
  void signalEndsCrawlCleanlyAndResumeCompletesIt(String signal, int exitCode) throws Exception {
    try (DowserProcess crawl = crawl()) {
      crawl.await(() -> site.requests(HELD) > 0);
      assumeThat(signal.equals("INT") && crawl.ignoresInterrupt())
          .as("SIGINT is ignored in this background job")
          .isFalse();
      crawl.signal(signal);

      assertThat(crawl.exitCode()).as(crawl.err()).isEqualTo(exitCode);
      assertThat(crawl.out())
          .contains("it was stopped", "To continue: dowser resume " + tides)
          .doesNotContain("\tat ");
      assertThat(relevantPages()).isNotEmpty().doesNotContain(site.url(HELD));
      assertThat(tides.resolve("report.html")).content().contains("</html>");
    }
    resumeToTheEnd();
  }

  @Test
  void killedCrawlIsReportedAndResumed() throws Exception {
    try (DowserProcess crawl = crawl()) {
      crawl.await(() -> site.requests(HELD) > 0);
      crawl.signal("KILL");
      assertThat(crawl.exitCode()).isEqualTo(137);
    }
    CommandRun report = CommandRun.of("report", tides.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(relevantPages()).doesNotContain(site.url(HELD));
    resumeToTheEnd();
  }

  private DowserProcess crawl() throws IOException {
    return DowserProcess.start(
        directory,
        "crawl",
        "--seed=" + site.url(0),
        "--topic=tide,ebb,flood",
        "--delay=0s",
        "--workers=1",
        "--warc",
        "--out=" + tides);
  }

  private void resumeToTheEnd() throws Exception {
    site.release();
    CommandRun resume = CommandRun.of("resume", tides.toString(), "--quiet");
    assertThat(resume.exitCode()).as(resume.err()).isZero();
    assertThat(resume.out()).contains("nothing is pending").doesNotContain("To continue");
    assertThat(relevantPages())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, TideSite.PAGES / 2).mapToObj(i -> site.url(2 * i)).toList());
    try (var archives = Files.list(tides.resolve("warc"))) {
      assertThat(archives).as("one of each run").hasSize(2);
    }
  }

  private List<String> relevantPages() throws IOException {
    return Files.readAllLines(tides.resolve("pages.csv")).stream()
        .skip(1)
        .map(line -> line.substring(0, line.indexOf(',')))
        .toList();
  }
}

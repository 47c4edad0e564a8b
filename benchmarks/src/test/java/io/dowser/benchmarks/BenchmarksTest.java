package io.dowser.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs everything once with as little work as possible, so that it cannot rot. */
@Tag("slow")
class BenchmarksTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(written, true, StandardCharsets.UTF_8));

  @Test
  void wholeCrawlsOfATinySiteGiveAllThreeMetrics() throws IOException {
    new WholeCrawl(CrawlPlan.SMOKE, report).run();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("| plain loop | 50 |", "| dowser | 50 |", "| crawler4j | 50 |")
        .contains("| crawler4j, no language | 50 |", "| crawler4j, no language | 100 |")
        .contains("| plain loop | 100 |", "| dowser | 100 |", "| crawler4j | 100 |")
        .contains(
            "Ratio of the medians: ",
            "Ratio of the last round: ",
            "Ratio to crawler4j: ",
            " of the ideal rate");
  }

  @Test
  void processorTimeOfATinyCrawlIsDrawn(@TempDir Path directory) throws IOException {
    new CrawlProfile(CrawlPlan.SMOKE, directory, report).run();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("cold, ", "warm, ", "| innermost method of this project | share |", " % |");
    assertThat(directory.resolve("cold.svg"))
        .content()
        .contains("<title>io.dowser.", "</svg>")
        .doesNotContain("<init>");
    assertThat(directory.resolve("warm.svg")).content().endsWith("</svg>\n");
  }

  @Test
  void theMemoryOfAPendingUrlIsMeasuredInAnotherJvm() throws IOException {
    QueueMemory.run(2_000, report);

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("2,000 pending URLs of 80 characters on 10,000 hosts")
        .contains("| host-grouped queue | ", "| frontier shark | ", "| frontier wang-landau | ");
  }

  @Test
  void theDirectoryOfATinyCrawlGivesAllMetrics() throws Exception {
    new StoreMetrics(StorePlan.SMOKE, report).run();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("| discovered links a second, ", "| bytes on disk for a known URL ")
        .contains("| seconds to open it again ", "| seconds of the same crawl in memory | ")
        .contains("| dowser | ", "| dowser, store | ", "| dowser, store and WARC | ")
        .doesNotContain("NaN");
  }

  @Test
  void aSmallCrawlThatIsKilledLosesNothingInASmallHeap(@TempDir Path directory) throws Exception {
    Path chart = directory.resolve("growth.svg");

    new Soak(SoakPlan.SMOKE, chart, report).run();

    assertThat(chart).content().contains(">directory, MB over known URLs</text>", "<polyline ");
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("| new process |", "The crawl ended: end FRONTIER_EMPTY")
        .contains(
            ", 0 of them twice", " 0 problems", "\n0 pages that can be reached were not visited");
  }

  @Test
  @Tag("exhaustive")
  void aMillionUrlsInASmallHeapSurviveFiveKills(@TempDir Path directory) throws Exception {
    new Soak(SoakPlan.TENTH, directory.resolve("growth.svg"), report).run();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("The crawl ended: end PAGES", " pages visited, 0 of them twice")
        .contains(" 0 problems");
  }

  @Test
  void policiesOfARecrawlAreComparedOnTinyWebs() {
    new RecrawlComparison(RecrawlPlan.SMOKE, report).run();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("| fixed | ", "| adaptive | ", "| poisson | ", "| poisson, true rates | ")
        .contains("| optimum | ")
        .doesNotContain("NaN");
  }

  @Test
  void pendingUrlsHaveTheLengthThatIsReportedAndDiffer() {
    var urls = new PendingUrls(3, 1);
    Candidate first = urls.next();
    Candidate second = urls.next();

    assertThat(first.url().toString()).hasSize(PendingUrls.LENGTH);
    assertThat(second.url()).isNotEqualTo(first.url());
    assertThat(PendingUrls.host(second.url())).isBetween(0, 2);
  }

  @Test
  void theMachineIsNamed() throws IOException {
    Machine.describe(report);

    assertThat(written.toString(StandardCharsets.UTF_8)).contains(" processors), ");
  }

  @Test
  void eachMicrobenchmarkRuns() {
    var options = new OptionsBuilder();
    options.forks(0).warmupIterations(0).measurementIterations(1);
    options.measurementTime(TimeValue.milliseconds(1));
    options.verbosity(VerboseMode.SILENT).shouldFailOnError(true).param("size", "1000");
    options.param("order", "heaps 1000", "full-sort 1000");

    new Microbenchmarks(report).run(options);

    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains(Comparison.ALL.stream().map(Comparison::ours).toList())
        .contains(Comparison.ALL.stream().map(Comparison::other).toList())
        .doesNotContain("NaN");
  }
}

package io.dowser.crawler.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.Means;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.plan.StopConditions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static final String OVER = "\r\u001b[?7l";
  private static final String REST = "\u001b[K\u001b[?7h";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void onATerminalOneLineIsWrittenOverUntilTheEnd() {
    ProgressLine line = line(Long.MAX_VALUE, StopConditions.UNLIMITED, true);

    assertThat(shownAfter(line, Duration.ofMillis(249), at(1, 1))).isEmpty();
    assertThat(shownAfter(line, Duration.ofMillis(1), at(2, 1)))
        .startsWith(OVER + "2 pages, ")
        .endsWith(" pages/s" + REST)
        .doesNotContain("\n");
    assertThat(shownAfter(line, Duration.ofMillis(250), at(3, 1)))
        .startsWith(OVER + "3 pages, ")
        .endsWith(REST)
        .doesNotContain("\n");
    line.finish(at(4, 1));
    assertThat(taken()).startsWith("\r\u001b[K4 pages, ").endsWith(" pages/s\n");
  }

  @Test
  void elsewhereThereIsALineEveryTenSeconds() {
    ProgressLine line = line(Long.MAX_VALUE, StopConditions.UNLIMITED, false);

    assertThat(shownAfter(line, Duration.ofMillis(9_999), at(1_233, 10))).isEmpty();
    assertThat(line.nanosToNext()).isEqualTo(1_000_000);
    assertThat(shownAfter(line, Duration.ofMillis(1), at(1_234, 10)))
        .isEqualTo(
            "1,234 pages, 617 relevant, unknown time left, harvest rate 0.500, 7 pending,"
                + " 123.4 pages/s\n");
    assertThat(shownAfter(line, Duration.ofSeconds(9), at(2_000, 19))).isEmpty();
    line.finish(at(2_000, 19));
    assertThat(taken())
        .isEqualTo("2,000 pages, 1,000 relevant, harvest rate 0.500, 7 pending, 105.3 pages/s\n");
  }

  @Test
  void timeLeftIsThatOfThePagesOrOfTheTimeWhicheverEndsFirst() {
    Duration hour = Duration.ofHours(1);

    assertThat(lineOf(1_000, StopConditions.UNLIMITED, at(100, 10)))
        .contains(", 0:01:30 left, ", ", 10.0 pages/s\n");
    assertThat(lineOf(Long.MAX_VALUE, hour, at(100, 10))).contains(", 0:59:50 left, ");
    assertThat(lineOf(1_000, hour, at(100, 10))).contains(", 0:01:30 left, ");
    assertThat(lineOf(1_000_000, hour, at(100, 10))).contains(", 0:59:50 left, ");
    assertThat(lineOf(1_000_000, StopConditions.UNLIMITED, at(100, 10)))
        .contains(", 27:46:30 left, ");
  }

  @Test
  void timeLeftIsUnknownBeforeTheFirstPageAndWithoutALimit() {
    assertThat(lineOf(1_000, Duration.ofHours(1), at(0, 10))).contains(", unknown time left, ");
    assertThat(lineOf(Long.MAX_VALUE, StopConditions.UNLIMITED, at(100, 10)))
        .contains(", unknown time left, ");
  }

  @Test
  void speedAndTimeLeftOfAResumedCrawlAreThoseOfThisRun() {
    assertThat(lineOf(2_000, StopConditions.UNLIMITED, resumed(1_100, 1_000)))
        .startsWith("1,100 pages, ")
        .contains(", 0:01:30 left, ", ", 10.0 pages/s\n");
    assertThat(lineOf(2_000, StopConditions.UNLIMITED, resumed(1_000, 1_000)))
        .contains(", unknown time left, ", ", 0.0 pages/s\n");
  }

  @Test
  void hostsThatHoldUpTheCrawlAreCountedByCause() {
    var stall = new CrawlStatistics.Stall(12, 3, 2, 1, 0, 5, Optional.empty());

    assertThat(lineOf(1_000, StopConditions.UNLIMITED, stalled(stall)))
        .endsWith(
            " pages/s, hosts: 12 delayed, 2 backing off, 1 suspended, 3 robots.txt pending\n");
  }

  @Test
  void checksOfARecrawlComeFirstAndTheirSpeedDecidesTheTimeLeft() {
    var checks = new CrawlStatistics.Rechecks(1_000, 200, 30, 0, 0, 2_460);

    assertThat(lineOf(Long.MAX_VALUE, StopConditions.UNLIMITED, recrawled(checks)))
        .startsWith(
            "1,230 rechecked (1,000 unchanged, 200 changed, 30 gone), 2,460 due, 5,000 pages, 0"
                + " relevant, 0:00:20 left, ")
        .contains(", 123.0 pages/s");
    var others = new CrawlStatistics.Rechecks(0, 0, 0, 4, 5, 1);
    assertThat(lineOf(Long.MAX_VALUE, StopConditions.UNLIMITED, recrawled(others)))
        .startsWith("4 rechecked (0 unchanged, 0 changed, 0 gone, 4 moved), 5 failed, 1 due, ");
  }

  @Test
  void onlyTheStandardStreamsMayBeATerminal() {
    assertThat(ProgressLine.isStandard(System.out)).isTrue();
    assertThat(ProgressLine.isStandard(System.err)).isTrue();
    assertThat(ProgressLine.isStandard(stream())).isFalse();
    assertThat(ProgressLine.isStandard(new PrintStream(System.err, true, StandardCharsets.UTF_8)))
        .isFalse();
    assertThat(ProgressLine.isStandard(null)).isFalse();
  }

  @Test
  void lastLineShowsHowTheCrawlEnded() {
    Crawls.of(Crawls.chain(20), "http://chain.test/0")
        .means(Means.builder().progress(stream()).build())
        .build()
        .run();

    assertThat(taken())
        .contains("20 pages, 10 relevant, harvest rate 0.500, 0 pending, ")
        .endsWith("\n");
  }

  @Test
  void nothingIsPrintedUnlessAskedFor() {
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (PrintStream captured = stream()) {
      System.setOut(captured);
      System.setErr(captured);
      Crawls.of(Crawls.chain(20), "http://chain.test/0").build().run();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }

    assertThat(taken()).isEmpty();
  }

  private ProgressLine line(long maxPages, Duration maxDuration, boolean terminal) {
    var limits =
        new StopConditions(maxPages, Long.MAX_VALUE, Long.MAX_VALUE, maxDuration, 0, 100, 0);
    return new ProgressLine(stream(), CrawlThreads.UNNAMED, () -> limits, nanos::get, terminal);
  }

  private String lineOf(long maxPages, Duration maxDuration, CrawlStatistics statistics) {
    return shownAfter(line(maxPages, maxDuration, false), Duration.ofSeconds(10), statistics);
  }

  /** What a line that is asked to show itself prints when some time has gone by. */
  private String shownAfter(ProgressLine line, Duration time, CrawlStatistics statistics) {
    nanos.addAndGet(time.toNanos());
    line.show(statistics, "");
    line.show(statistics, "");
    return taken();
  }

  private String taken() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private PrintStream stream() {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Ten seconds after a resume. */
  private static CrawlStatistics resumed(long visited, long before) {
    return statistics(visited, CrawlStatistics.Stall.NONE, before, CrawlStatistics.Rechecks.NONE);
  }

  /** Ten seconds after the start of a recrawl. */
  private static CrawlStatistics recrawled(CrawlStatistics.Rechecks checks) {
    return statistics(5_000, CrawlStatistics.Stall.NONE, 5_000, checks);
  }

  private static CrawlStatistics stalled(CrawlStatistics.Stall stall) {
    return statistics(100, stall, 0, CrawlStatistics.Rechecks.NONE);
  }

  private static CrawlStatistics statistics(
      long visited, CrawlStatistics.Stall stall, long before, CrawlStatistics.Rechecks checks) {
    Duration elapsed = Duration.ofSeconds(10);
    return new CrawlStatistics(
        "tides",
        visited,
        0,
        0,
        0,
        7,
        1,
        9_000,
        1_000,
        0.5,
        elapsed,
        0,
        Map.of(),
        0,
        stall,
        before,
        0,
        checks,
        CrawlStatistics.Load.NONE);
  }

  private static CrawlStatistics at(long visited, long seconds) {
    return new CrawlStatistics(
        "tides",
        visited,
        visited / 2,
        0,
        0,
        7,
        1,
        100,
        1_000,
        0.5,
        Duration.ofSeconds(seconds),
        0,
        Map.of(),
        0,
        CrawlStatistics.Stall.NONE,
        0,
        0,
        CrawlStatistics.Rechecks.NONE,
        CrawlStatistics.Load.NONE);
  }
}

package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison does before its runs: index, census, training. */
class ArchivesTest {

  private static final String[] ONE = {"--strategies=best-first", "--budget=8", "--runs=1"};

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  @BeforeEach
  void makeWeb() throws IOException {
    web = SmallWeb.in(directory);
  }

  private void compareInto(String out, String... more) {
    CommandRun run =
        CommandRun.of(
            web.compareInto(out, Stream.of(ONE, more).flatMap(Stream::of).toArray(String[]::new)));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private List<Path> indexes() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.endsWith("pages.index")).toList();
    }
  }

  @Test
  void comparisonsWithOtherResultsShareTheIndexOfAnArchive() throws IOException {
    compareInto("one");
    assertThat(indexes()).hasSize(1);
    FileTime old = FileTime.fromMillis(1);
    Files.setLastModifiedTime(indexes().get(0), old);

    compareInto("other");

    assertThat(indexes()).hasSize(1);
    assertThat(Files.getLastModifiedTime(indexes().get(0))).isEqualTo(old);
  }

  @Test
  void anotherArchiveHasAnotherIndex() throws IOException {
    compareInto("out");
    SmallWeb more = SmallWeb.in(directory.resolve("more"), "http://more.example/");
    compareInto("out", "--archive=" + more.file("web.warc.gz"));

    assertThat(indexes()).hasSize(2);
  }

  @Test
  void questionsOfEqualSeedsShareACrawl() throws Exception {
    Question tides = web.question();
    Guide words = Guide.named("topic-terms", ArchivesTest.class.getClassLoader());
    var elsewhere =
        new Question(
            "elsewhere",
            tides.topic(),
            tides.judge(),
            true,
            List.of(TextFiles.url(SmallWeb.ROOT + "room7")));
    try (var archive = web.archive()) {
      List<Census> censuses =
          CensusTaker.take(
              List.of(tides, elsewhere, tides),
              List.of(words),
              archive,
              ArchiveCrawl.reader(false),
              new Progress(new PrintWriter(new StringWriter())));

      assertThat(censuses.get(0).web()).isSameAs(censuses.get(2).web());
      assertThat(censuses.get(1).web()).isNotSameAs(censuses.get(0).web());
      assertThat(censuses).extracting(Census::relevantPages).containsExactly(4, 4, 4);
      assertThat(censuses.get(2).agreement(words).recall()).isEqualTo(1);
    }
  }

  @Test
  void longStepsReportHowFarTheyAre() throws Exception {
    var twice = new CountDownLatch(2);
    var text = new StringWriter();
    var out =
        new PrintWriter(text) {
          @Override
          public void println(String line) {
            super.println(line);
            twice.countDown();
          }
        };

    boolean reported =
        new Progress(out, Duration.ofMillis(1))
            .during(
                "counting the relevant pages",
                () -> "7 pages",
                () -> twice.await(1, TimeUnit.MINUTES));

    assertThat(reported).isTrue();
    assertThat(text.toString()).contains("counting the relevant pages: 7 pages after 0 s");
  }

  @Test
  void secondComparisonIntoTheSameDirectoryIsRefused() throws IOException {
    OutputLock held = OutputLock.take(web.file("out"));
    CommandRun run = CommandRun.of(web.compare(ONE));
    held.close();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--out " + web.file("out") + " is in use by another command");
    compareInto("out");
  }

  @Test
  void seedThatIsArchivedUnderTheOtherSchemeIsHintedAt() {
    CommandRun run = CommandRun.of(web.compare("--seeds=https://web.example/room7"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("does not have the seed https://web.example/room7")
        .contains("it has http://web.example/room7");
  }

  @Test
  void seedWithoutPageIsWarnedOf() throws IOException {
    String nowhere = SmallWeb.ROOT + "nowhere";
    CommandRun run =
        CommandRun.of(web.compareInto("out", ONE[0], ONE[1], ONE[2], "--seeds=" + nowhere));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("the archive has no page at these seeds: [" + nowhere + "]");
    assertThat(report()).contains("the archive has no page at these seeds: [");
  }

  @Test
  void linksThatSayNofollowAreFollowedOnDemandAndTheReportSaysWhich() throws IOException {
    Path archive = directory.resolve("follow.warc.gz");
    try (var pages = new ArchiveWriter(archive)) {
      pages.html("http://f.example/", "<a href=\"/a\">a</a><a rel=\"nofollow\" href=\"/b\">b</a>");
      pages.html("http://f.example/a", "tide and moon");
      pages.html("http://f.example/b", "tide and moon <a rel=ugc href=\"/c\">c</a>");
      pages.html("http://f.example/c", "tide and moon");
    }
    String[] options = {
      "compare",
      "--archive=" + archive,
      "--topic=" + web.file("tides.topic"),
      "--seeds=http://f.example/",
      "--strategies=best-first",
      "--out=" + directory.resolve("out")
    };

    assertThat(CommandRun.of(options).err()).contains("1 of 2 pages");
    assertThat(report()).contains("nofollow, ugc or sponsored are dropped, as in a crawl");
    String[] all =
        Stream.concat(Stream.of(options), Stream.of("--ignore-nofollow")).toArray(String[]::new);
    assertThat(CommandRun.of(all).err()).contains("3 of 4 pages");
    assertThat(report()).contains("links with nofollow, ugc or sponsored are followed");
  }

  private String report() throws IOException {
    return Files.readString(directory.resolve("out/report.html"));
  }
}

package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SampleCommandTest {

  private static final int PAGES = 31;
  private static final String ROOT = "http://web.example/";

  @TempDir Path directory;

  /** A front page with links to 30 rooms, of which some are numbered 7 or 8. */
  @BeforeEach
  void crawl() throws IOException {
    var pages = new TreeMap<String, String>();
    var front = new StringBuilder("<title>Rooms</title>");
    for (int room = 0; room < 30; room++) {
      front.append("<a href='/room").append(room).append("'>moon and tide</a> ");
      pages.put(ROOT + "room" + room, "dust of room " + room);
    }
    pages.put(ROOT, front.toString());
    try (var files = new ComparisonFiles(directory)) {
      for (var page : pages.entrySet()) {
        files.page(page.getKey(), page.getValue());
      }
    }
    RelevanceJudge judge = page -> page.url().toString().endsWith("room7") ? 1 : 0;
    try (ReplayFetcher archive = ReplayFetcher.builder(directory.resolve("pages.warc.gz")).open();
        Crawler crawler =
            Crawler.builder()
                .seed(ROOT)
                .fetcher(archive)
                .politeness(Politeness.builder().delay(Duration.ZERO).build())
                .judge(judge)
                .scorer(page -> link -> 0)
                .directory(directory.resolve("crawl"))
                .build()) {
      crawler.run().orThrow();
    }
  }

  private CommandRun sample(String out, String... more) {
    return CommandRun.of(
        Stream.concat(
                Stream.of("sample", "--crawl=" + directory.resolve("crawl"), "--out=" + out(out)),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private Path out(String name) {
    return directory.resolve(name);
  }

  @Test
  void eachReaderGetsTheSamePagesInAnotherOrder() throws IOException {
    CommandRun run = sample("judged", "--pages=12", "--readers=2");

    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> first = Files.readAllLines(out("judged/reader-1.tsv"));
    List<String> second = Files.readAllLines(out("judged/reader-2.tsv"));
    assertThat(first)
        .hasSize(13)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(second);
    assertThat(first).isNotEqualTo(second);
    assertThat(first.subList(1, 13))
        .allMatch(line -> line.matches("\\d+\thttp://web.example/.*\t"));
    assertThat(out("judged/reader-3.tsv")).doesNotExist();
  }

  @Test
  void aSeedDrawsTheSamePagesAgain() throws IOException {
    sample("one", "--pages=12", "--seed=7");
    sample("two", "--pages=12", "--seed=7");
    sample("three", "--pages=12", "--seed=8");

    assertThat(out("one/judge.tsv")).hasSameTextualContentAs(out("two/judge.tsv"));
    assertThat(Files.readString(out("three/judge.tsv")))
        .isNotEqualTo(Files.readString(out("one/judge.tsv")));
  }

  @Test
  void aCrawlWithFewerPagesIsDrawnWhole() throws IOException {
    sample("judged", "--pages=2500");

    assertThat(Files.readAllLines(out("judged/judge.tsv"))).hasSize(PAGES + 1);
  }

  @Test
  void textsOfThePagesAreWrittenBesideTheSheets() throws IOException {
    sample("judged", "--archive=" + directory.resolve("pages.warc.gz"));

    assertThat(out("judged/pages/1.txt")).content().contains("Rooms", ROOT, "moon and tide");
    try (Stream<Path> texts = Files.list(out("judged/pages"))) {
      assertThat(texts).hasSize(PAGES);
    }
  }

  @Test
  void sheetsOfReadersAreNeverOverwritten() throws IOException {
    sample("judged");
    fill("judged", 1, url -> true);

    CommandRun again = sample("judged");

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("reader-1.tsv is there");
    assertThat(Files.readAllLines(out("judged/reader-1.tsv")))
        .anyMatch(line -> line.endsWith("\t1"));
  }

  @Test
  void verdictsOfReadersAreCountedAndBecomeLabels() throws IOException {
    sample("judged");
    fill("judged", 1, url -> url.matches(".*room[78]\t"));
    fill("judged", 2, url -> url.matches(".*room[78]\t"));
    fill("judged", 3, url -> url.endsWith("room7\t"));

    CommandRun run = CommandRun.of("agreement", out("judged").toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "pages judged by 3 readers: 31",
            "relevant to most readers: 2, a share of 0.065",
            "all readers agree on a share of 0.968",
            "the crawl's judge agrees with most readers on a share of 0.968");
    assertThat(Files.readAllLines(out("judged/labels.tsv")))
        .filteredOn(line -> line.endsWith("\t1"))
        .hasSize(2);
  }

  @Test
  void pagesThatAReaderLeftOutAreReported() throws IOException {
    sample("judged", "--readers=2");
    fill("judged", 1, url -> true);

    CommandRun none = CommandRun.of("agreement", out("judged").toString());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("is judged by all readers");

    Path second = out("judged/reader-2.tsv");
    List<String> lines = Files.readAllLines(second);
    lines.set(1, lines.get(1) + "0");
    Files.write(second, lines);
    assertThat(CommandRun.of("agreement", out("judged").toString()).out())
        .contains("30 of 31 pages are not judged by all readers", "pages judged by 2 readers: 1");

    lines.set(1, lines.get(2) + "maybe");
    Files.write(second, lines);
    assertThat(CommandRun.of("agreement", out("judged").toString()).err())
        .contains("reader-2.tsv: a line must be page, tab, URL, tab, 0 or 1", "maybe");
  }

  @Test
  void kappaIsThatOfFleiss() {
    // observed (1 + 1 + 1/3 + 1/3) / 4, by chance 1/2
    var agreement = new ReaderAgreement(Map.of("a", 3, "b", 0, "c", 2, "d", 1), 3);

    assertThat(agreement.kappa()).hasValueCloseTo(1.0 / 3, within(1e-12));
    assertThat(new ReaderAgreement(Map.of("a", 2, "b", 2), 2).kappa()).isEmpty();
    assertThat(new ReaderAgreement(Map.of("a", 1, "b", 1), 2).kappa())
        .hasValueCloseTo(-1.0, within(1e-12));
  }

  @Test
  void theIntervalOfAShareIsThatOfWilson() {
    ConfidenceInterval share = ReaderAgreement.share(8, 10);

    assertThat(share.getLowerBound()).isCloseTo(0.4902, within(5e-5));
    assertThat(share.getUpperBound()).isCloseTo(0.9433, within(5e-5));
    assertThat(ReaderAgreement.share(0, 10).getLowerBound()).isCloseTo(0, within(1e-12));
  }

  @Test
  void wrongUseIsRefused() {
    assertThat(sample("judged", "--readers=1").err()).contains("--readers 2 or more");
    assertThat(sample("judged", "--pages=0").err()).contains("--pages must be 1 or more");
    assertThat(CommandRun.of("agreement", directory.toString()).err()).contains("judge.tsv");
  }

  private void fill(String out, int reader, Predicate<String> relevant) throws IOException {
    Path sheet = Sheets.file(out(out), reader);
    List<String> lines = Files.readAllLines(sheet);
    Files.write(
        sheet,
        lines.stream()
            .map(line -> line.endsWith("\t") ? line + (relevant.test(line) ? 1 : 0) : line)
            .toList());
  }
}

package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who sees what: strategies see the guide, metrics are measured by the labels. */
@Tag("slow")
class GuideTest {

  private static final String UNTRAINED =
      "--strategies=random,breadth-first,pagerank,best-first,shark,shark-original,wang-landau,"
          + "simulated-annealing";

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  /** Pages are relevant that do not have the words of the topic. */
  private record Desert(Topic topic) implements RelevanceJudge {

    @Override
    public double relevance(AnalyzedPage page) {
      return topic.terms().stream().anyMatch(page.text()::contains) ? 0 : 1;
    }
  }

  /** Offers {@code desert}. */
  public static final class DesertProvider implements RelevanceJudgeProvider {

    @Override
    public String name() {
      return "desert";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return new Desert(context.requireTopic("desert"));
    }
  }

  @BeforeEach
  void makeWeb() throws IOException {
    web = SmallWeb.in(directory);
  }

  /** The pages that each run visited, in order, by strategy and number of the run. */
  private Map<String, String> visits(String out, String... options) throws IOException {
    CommandRun run =
        CommandRun.of(
            web.compareInto(
                out,
                Stream.concat(Stream.of("--budget=12", "--runs=2"), Arrays.stream(options))
                    .toArray(String[]::new)));
    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, String> visits = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory.resolve(out).resolve("runs"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        String json = Files.readString(file);
        visits.put(
            name.substring(0, name.lastIndexOf('-')), json.substring(json.indexOf("\"steps\"")));
      }
    }
    return visits;
  }

  /** Now other pages are the relevant ones; the web and the topic stay. */
  private void relabel() throws IOException {
    Files.writeString(
        web.file("tides.labels"),
        Stream.of("page1a", "page1b", "room2", "page3b")
            .map(page -> SmallWeb.ROOT + page + "\t1")
            .collect(Collectors.joining("\n")),
        StandardCharsets.UTF_8);
  }

  @Test
  void labelsThatMeasureChangeNoVisitOfAStrategy() throws IOException {
    Map<String, String> before = visits("one", UNTRAINED);
    relabel();

    assertThat(before).hasSize(8 * 2);
    assertThat(visits("other", UNTRAINED)).isEqualTo(before);
  }

  @Test
  void labelsGuideOnDemand() throws IOException {
    Map<String, String> before = visits("one", "--strategies=best-first", "--guide=labels");
    relabel();

    assertThat(visits("other", "--strategies=best-first", "--guide=labels")).isNotEqualTo(before);
  }

  @Test
  void labelsGuideWithErrorsOfWhichNoneLeavesThemAsTheyAre() throws IOException {
    Map<String, String> labels = visits("labels", "--strategies=best-first", "--guide=labels");

    for (String none : List.of("labels-noise-0", "labels-misses-0", "labels-alarms-0")) {
      assertThat(visits(none, "--strategies=best-first", "--guide=" + none)).isEqualTo(labels);
    }
    String wrong = "--guide=labels-noise-100,labels-misses-100,labels-alarms-100";
    visits("wrong", "--strategies=best-first", wrong);
    assertThat(Files.readString(directory.resolve("wrong/report.html")))
        .contains("The guide labels-noise-100 judges 27 pages relevant: precision 0.00")
        .contains("The guide labels-misses-100 judges 0 pages relevant")
        .contains(
            "The guide labels-alarms-100 judges 31 pages relevant: precision 0.13, recall 1.00");
  }

  @Test
  void aJudgeGuidesTogetherWithLabelsOrIsAnsweredByThem() throws IOException {
    String guides = "--guide=labels-and-judge,labels-or-judge,answers-5";
    visits("out", "--strategies=best-first", guides);

    assertThat(recalls("labels-and-judge").get("best-first")).isPositive();
    assertThat(recalls("labels-or-judge").get("best-first")).isPositive();
    assertThat(recalls("answers-5").get("best-first")).isPositive();
    CommandRun run = CommandRun.of(web.compare("--guide=labels-noise-101"));
    assertThat(run.err()).contains("labels-noise-101 must end with 0 to 100 percent");
  }

  @Test
  void trainedStrategiesSeeTheLabelsOfTheTrainingWebAlone() throws IOException {
    SmallWeb known = SmallWeb.in(directory.resolve("known"), "http://known.example/");
    String[] options = {
      "--strategies=bayes-page,bayes-link,hmm",
      "--train=" + known.file("web.warc.gz"),
      "--train-seeds=http://known.example/",
      "--train-labels=" + known.file("tides.labels")
    };
    Map<String, String> before = visits("one", options);
    relabel();

    assertThat(before).hasSize(3 * 2);
    assertThat(visits("other", options)).isEqualTo(before);
  }

  @Test
  void labelsMeasureWhateverTheGuide() throws IOException {
    visits("out", "--strategies=random,best-first,oracle", "--guide=topic-terms,labels");

    assertThat(recalls("topic-terms")).containsKeys("random", "best-first", "oracle");
    assertThat(recalls("topic-terms").get("oracle")).isEqualTo(1);
    assertThat(recalls("labels").get("oracle")).isEqualTo(1);
    assertThat(recalls("labels").get("random")).isEqualTo(recalls("topic-terms").get("random"));
    relabel(); // what is found by topic terms is not relevant any more
    visits("out", "--strategies=best-first,oracle", "--guide=topic-terms");
    assertThat(recalls("topic-terms").get("best-first")).isLessThan(0.5);
    assertThat(recalls("topic-terms").get("oracle")).isEqualTo(1);
  }

  private Map<String, Double> recalls(String guide) throws IOException {
    String[] names = Files.readAllLines(web.file("out/runs.csv")).get(0).split(",", -1);
    int recall = Arrays.asList(names).indexOf("target recall");
    return Files.readAllLines(web.file("out/runs.csv")).stream()
        .map(line -> line.split(",", -1))
        .filter(cells -> cells[0].equals(guide))
        .collect(
            Collectors.groupingBy(
                cells -> cells[1],
                Collectors.averagingDouble(cells -> Double.parseDouble(cells[recall]))));
  }

  @Test
  void guidesAreReportedSideBySide() throws IOException {
    relabel();
    visits("out", "--strategies=random,breadth-first,best-first", "--guide=topic-terms,labels");

    var report = Jsoup.parse(Files.readString(web.file("out/report.html")));
    assertThat(report.select("h2").eachText())
        .contains("Strategies guided by topic terms", "Strategies guided by labels");
    assertThat(report.text())
        .contains("target recall, guided by topic terms", "target recall, guided by labels")
        .contains("The guide topic-terms judges 7 pages relevant: precision 0.00, recall 0.00");
    assertThat(Files.readString(web.file("out/results.md")))
        .contains(
            "These strategies, guided by labels, fetched the same pages in the same order as"
                + " guided by topic terms: breadth-first.");
    assertThat(Files.readString(web.file("out/results.json")))
        .contains("\"guide\" : \"topic-terms\"", "\"guide\" : \"labels\"");
  }

  @Test
  void guideWithoutEffectHasNoTables() throws IOException {
    visits("out", "--strategies=breadth-first", "--guide=topic-terms,labels");

    var report = Jsoup.parse(Files.readString(web.file("out/report.html")));
    assertThat(report.select("caption:contains(Harvest after 12 pages)")).hasSize(1);
    assertThat(report.select("h2").eachText()).contains("Strategies guided by labels");
  }

  @Test
  void anyJudgeGuidesByItsName() throws IOException {
    String[] byWords = {"--strategies=best-first"};
    String[] byDesert = {"--strategies=best-first", "--guide=desert"};

    assertThat(visits("desert", byDesert)).isNotEqualTo(visits("words", byWords));
    assertThat(Files.readString(directory.resolve("desert/results.md")))
        .contains("judges 24 pages relevant: precision 0.00, recall 0.00");
  }

  @Test
  void judgeGuidesWithItsSettings() throws IOException {
    visits("out", "--strategies=best-first", "--guide=topic-terms;measure=cosine;threshold=1");

    assertThat(Files.readString(directory.resolve("out/results.md")))
        .contains("The guide topic-terms;measure=cosine;threshold=1 judges 0 pages");
  }

  @ParameterizedTest
  @CsvSource({
    "topic-terms;cosine, must be KEY=VALUE",
    "topic-terms;measure=sine, measure",
    "topic-terms;size=1, size",
  })
  void settingsThatAJudgeHasNotAreRefused(String guide, String message) {
    CommandRun run = CommandRun.of(web.compare("--guide=" + guide));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(message);
  }

  @Test
  void judgeThatLearnsIsNotifiedOfThePagesThatItsAgreementIsMeasuredOn() throws IOException {
    visits("out", "--strategies=best-first", "--guide=topic-terms,expanded-topic");

    String results = Files.readString(directory.resolve("out/results.md"));
    assertThat(results).contains("The guide topic-terms judges");
    assertThat(results).containsPattern("The guide expanded-topic judges [1-9][0-9]* pages");
  }

  @Test
  void guideThatIsNoJudgeIsRefused() {
    CommandRun run = CommandRun.of(web.compare("--guide=topic"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("--guide must be labels or the name of a judge")
        .contains("[bayes-page, desert, expanded-topic, meaning, topic-terms], but was 'topic'");
  }

  @Test
  void guideNeedsWhatItGoesBy() {
    String archive = "--archive=" + web.file("web.warc.gz");
    String seeds = "--seeds=" + SmallWeb.ROOT;
    String out = "--out=" + web.file("out");
    CommandRun noTopic =
        CommandRun.of("compare", archive, seeds, out, "--labels=" + web.file("tides.labels"));
    CommandRun noLabels =
        CommandRun.of(
            "compare", archive, seeds, out, "--topic=" + web.file("tides.topic"), "--guide=labels");

    CommandRun noTopicForJudge =
        CommandRun.of(
            "compare",
            archive,
            seeds,
            out,
            "--labels=" + web.file("tides.labels"),
            "--guide=desert");

    assertThat(noTopic.err()).contains("the guide topic-terms cannot be used", "--topic FILE");
    assertThat(noTopicForJudge.err()).contains("the guide desert cannot be used", "--topic FILE");
    assertThat(noLabels.err()).contains("the guide labels needs --labels FILE");
  }
}

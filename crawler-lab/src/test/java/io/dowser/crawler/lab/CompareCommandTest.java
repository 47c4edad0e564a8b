package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CompareCommandTest {

  private static final String FEW = "--strategies=random,breadth-first,best-first,oracle";

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  @BeforeEach
  void makeWeb() throws IOException {
    web = SmallWeb.in(directory);
  }

  @Test
  void writesReportAndResultsOfAllStrategies() throws IOException {
    CommandRun run = CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("best-first", "oracle", "report.html");
    var report = Jsoup.parse(Files.readString(web.file("out/report.html")));
    assertThat(report.select("figure[data-chart=lines]")).hasSize(3);
    assertThat(report.text()).contains("dowser compare", "4 of the 31 pages", "Friedman ranks");
    assertThat(Files.readAllLines(web.file("out/runs.csv"))).hasSize(1 + 4 * 5);
    assertThat(Files.readString(web.file("out/results.json"))).contains("\"relevantPages\" : 4");
    assertThat(Files.readString(web.file("out/results.md"))).contains("| best-first |");
  }

  @Test
  void oracleIsTheUpperEndAndBestFirstBeatsBreadthFirst() throws IOException {
    CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));

    assertThat(recall("oracle")).isEqualTo(1);
    assertThat(recall("best-first")).isEqualTo(1);
    assertThat(recall("breadth-first")).isZero();
    assertThat(recall("random")).isLessThan(1);
  }

  @Test
  void severalWorkersMakeRunsOfTheirOwn() throws IOException {
    CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));

    CommandRun run = CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5", "--workers=4"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("in flight").doesNotContain("were there");
    assertThat(Files.readAllLines(web.file("out/runs.csv"))).hasSize(1 + 4 * 5);
    assertThat(CommandRun.of(web.compare("--workers=0")).err()).contains("--workers must be 1");
  }

  private double recall(String strategy) throws IOException {
    List<String> rows = Files.readAllLines(web.file("out/runs.csv"));
    int column = List.of(rows.get(0).split(",")).indexOf("target recall");
    return rows.stream()
        .filter(row -> row.contains("," + strategy + ","))
        .mapToDouble(row -> Double.parseDouble(row.split(",", -1)[column]))
        .average()
        .orElseThrow();
  }

  @Test
  void interruptedComparisonContinuesWithTheRunsThatAreMissing() throws IOException {
    CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));
    List<Path> runs = runs();
    FileTime old = FileTime.fromMillis(1);
    for (Path run : runs) {
      Files.setLastModifiedTime(run, old);
    }
    Files.delete(runs.get(0));
    Files.delete(runs.get(7));

    CommandRun again = CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(runs()).isEqualTo(runs);
    assertThat(runs().stream().filter(run -> !modified(run).equals(old)))
        .containsExactlyInAnyOrder(runs.get(0), runs.get(7));
  }

  @Test
  void runsOfAnotherBudgetAreOtherRuns() throws IOException {
    CommandRun.of(web.compare("--strategies=best-first", "--budget=8", "--runs=2"));
    CommandRun.of(web.compare("--strategies=best-first", "--budget=9", "--runs=2"));

    assertThat(runs()).hasSize(4);
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(web.file("out/runs"))) {
      return files.sorted().toList();
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void pluginOfTheUserIsFoundByNameAndCombined() {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=word-share,pagerank+word-share,mine",
                "--define=mine:frontier=best-first;scorer=word-share;scorer.pageWeight=0.5",
                "--runs=1"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("word-share ", "pagerank+word-share ", "mine ");
  }

  @Test
  void weightedSumOfScorersIsComparedByNameWithItsSettings() {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first,mix",
                "--define=mix:frontier=best-first;scorer=weighted-sum;scorer.best-first=0.6;"
                    + "scorer.word-share=0.4;scorer.word-share.pageWeight=0.5",
                "--runs=1"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("mix ").doesNotContain("Left out");
  }

  @Test
  void strategyThatCannotRunIsLeftOutWithItsReason() {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first,broken",
                "--define=broken:frontier=best-first;scorer=best-first;scorer.nonsense=1",
                "--runs=1"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("Left out: broken").contains("nonsense");
  }

  @Test
  void definedStrategyThatIsNotNamedIsRefused() {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first", "--define=mine:frontier=best-first;scorer=shark"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--strategies must name what --define defines: [mine]");
  }

  @Test
  void unknownStrategyIsAnsweredWithThoseThereAre() {
    CommandRun run = CommandRun.of(web.compare("--strategies=bset-first"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("bset-first", "best-first", "class path");
  }

  @Test
  void comparisonWithoutQuestionIsRefused() {
    CommandRun run =
        CommandRun.of(
            "compare", "--archive=" + web.file("web.warc.gz"), "--seeds=" + SmallWeb.ROOT);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--topic").contains("--labels");
  }

  @Test
  void modelThatSawThePagesOfTheTestIsRefused() throws IOException {
    Path trained = Files.writeString(web.file("trained.txt"), SmallWeb.ROOT + "page7a\n");
    Path model = Files.writeString(web.file("some.model"), "model");
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first",
                "--model=best-first=" + model,
                "--trained-on=best-first=" + trained));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("trained on 1 pages").contains(SmallWeb.ROOT + "page7a");
  }

  @Test
  void modelInTheSettingsOfAStrategyIsHeldToTheSame() throws IOException {
    Path trained = Files.writeString(web.file("trained.txt"), SmallWeb.ROOT + "page7a\n");
    Path model = Files.writeString(web.file("some.model"), "model");
    String mine = "--define=mine:frontier=best-first;scorer=hmm;scorer.model=" + model;

    assertThat(CommandRun.of(web.compare("--strategies=mine", mine)).err())
        .contains("the model of mine needs --trained-on mine=FILE");
    assertThat(
            CommandRun.of(web.compare("--strategies=mine", mine, "--trained-on=mine=" + trained))
                .err())
        .contains("mine was trained on 1 pages");
  }

  @Test
  void listOfAnUnusedTrainingIsRefused() throws IOException {
    Path trained = Files.writeString(web.file("trained.txt"), SmallWeb.ROOT + "page7a\n");
    CommandRun run = CommandRun.of(web.compare("--trained-on=hmn=" + trained));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("without --model: [hmn]");
  }

  @Test
  void modelWithoutListOfItsTrainingIsRefused() throws IOException {
    Path model = Files.writeString(web.file("some.model"), "model");
    CommandRun run = CommandRun.of(web.compare("--model=best-first=" + model));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--trained-on best-first");
  }

  @Test
  void trainedStrategiesLearnFromAnotherWebByOption() throws IOException {
    SmallWeb other = SmallWeb.in(directory.resolve("known"), "http://known.example/");
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first,bayes-page,bayes-link,pagerank+bayes-link",
                "--train=" + other.file("web.warc.gz"),
                "--train-seeds=http://known.example/",
                "--train-labels=" + other.file("tides.labels"),
                "--runs=1"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("bayes-page ", "bayes-link ", "pagerank+bayes-link ");
    assertThat(run.out()).doesNotContain("Left out");
    assertThat(run.err()).contains("trained on 31 pages, 4 of them relevant");
    assertThat(Files.readString(web.file("out/report.html"))).contains("trained on 31 pages");
  }

  @Test
  void trainingOnThePagesOfTheTestIsRefused() {
    CommandRun run = CommandRun.of(web.compare("--train=" + web.file("web.warc.gz")));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("trained on 31 pages that it would be tested on");
  }

  @Test
  void trainedStrategyWithoutModelSaysHowToTrainIt() {
    CommandRun run = CommandRun.of(web.compare("--strategies=hmm"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("'hmm' needs a trained model", "--train ARCHIVE", "--model hmm=");
  }

  @Test
  void severalQuestionsAreComparedPairByPair() throws IOException {
    Files.writeString(web.file("dust.topic"), "dust\ndry");
    Files.writeString(web.file("dust.labels"), "url\trelevance\n" + SmallWeb.ROOT + "page1a\t1\n");
    CommandRun run =
        CommandRun.of(
            web.compare(
                FEW,
                "--topic=" + web.file("dust.topic"),
                "--labels=" + web.file("dust.labels"),
                "--budget=8"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    String results = Files.readString(web.file("out/results.md"));
    assertThat(results)
        .contains("| strategy | tides | dust | mean of questions |")
        .contains("in each question, run by run");
    var report = Jsoup.parse(Files.readString(web.file("out/report.html")));
    var relevances = report.select("table:has(caption:contains(in the form of Liu 2023))").get(0);
    assertThat(relevances.select("th").eachText())
        .startsWith("method", "DP fetched", "accuracy", "LP", "ARDP", "SDDP", "ARLP", "SDLP")
        .contains("CPU s", "DP paper");
    assertThat(relevances.select("tr:contains(oracle)").eachText())
        .anyMatch(row -> row.startsWith("oracle 2 "))
        .anyMatch(row -> row.startsWith("oracle 8 "));
  }

  @Test
  void budgetOfTheWholeWebIsWarnedOf() throws IOException {
    CommandRun all = CommandRun.of(web.compare("--strategies=best-first", "--budget=40"));

    assertThat(all.err()).contains("5 runs of 31 pages");
    assertThat(all.out()).contains("fetches all pages", "smaller --budget");
    assertThat(Files.readString(web.file("out/report.html"))).contains("fetches all pages");
  }

  @Test
  void pagesThatAFirstCrawlKeptAreAnArchive() throws IOException {
    Path pages = directory.resolve("pages");
    try (ReplayFetcher archive = web.archive();
        Crawler crawler =
            Crawler.builder()
                .seed(SmallWeb.ROOT)
                .topic(SmallWeb.TOPIC)
                .fetcher(archive)
                .politeness(Politeness.builder().delay(Duration.ZERO).build())
                .persistence(Persistence.builder().pageSink(WarcSink.in(pages)).build())
                .build()) {
      crawler.run().orThrow();
    }
    Files.delete(web.file("web.warc.gz"));
    CommandRun run =
        CommandRun.of(
            "compare",
            "--archive=" + pages,
            "--topic=" + web.file("tides.topic"),
            "--labels=" + web.file("tides.labels"),
            "--seeds=" + SmallWeb.ROOT,
            "--strategies=best-first",
            "--out=" + directory.resolve("out"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("tides: 4 of 31 pages");
  }

  @Test
  void fewRunsAreWarnedOf() throws IOException {
    CommandRun.of(web.compare(FEW, "--budget=8", "--runs=4"));
    assertThat(Files.readString(web.file("out/report.html"))).contains("fewer than 5 runs");

    CommandRun.of(web.compare(FEW, "--budget=8", "--runs=5"));
    assertThat(Files.readString(web.file("out/report.html"))).doesNotContain("fewer than 5 runs");
  }

  @Test
  void pagesThatOneFoundEarlyAndAnotherLateAreShownWithTheirLinks() throws IOException {
    CommandRun.of(web.compare("--strategies=breadth-first,best-first", "--budget=8"));

    var report = Jsoup.parse(Files.readString(web.file("out/report.html")));
    var example = report.select("h2:contains(Where strategies differ) ~ div table").get(0);
    assertThat(example.select("caption").text()).startsWith(SmallWeb.ROOT + "page");
    assertThat(example.text())
        .contains("best-first", "seed", "moon and tide", "breadth-first", "not within 8 pages");
    assertThat(example.select("td a").eachAttr("href")).contains(SmallWeb.ROOT);
  }

  @Test
  void badLineOfLabelsIsNamed() throws IOException {
    Files.writeString(web.file("tides.labels"), SmallWeb.ROOT + "page7a\t2\n");
    CommandRun run = CommandRun.of(web.compare("--strategies=best-first"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("tides.labels").contains("0 to 1").contains("page7a");
  }

  @Test
  void eachQuestionMayHaveSeedsOfItsOwn() throws IOException {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--strategies=best-first",
                "--budget=3",
                "--runs=1",
                "--topic=" + web.file("tides.topic"),
                "--labels=" + web.file("tides.labels"),
                "--seeds=" + SmallWeb.ROOT + "page7a"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(web.file("out/results.md")))
        .contains("| " + SmallWeb.ROOT + " |", "| " + SmallWeb.ROOT + "page7a |");
  }

  @Test
  void questionsWhoseFilesHaveOneNameAreNumbered() throws IOException {
    CommandRun run =
        CommandRun.of(
            web.compare(
                FEW,
                "--budget=3",
                "--topic=" + web.file("tides.topic"),
                "--labels=" + web.file("tides.labels"),
                "--seeds=" + SmallWeb.ROOT + "page7a"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readString(web.file("out/results.md")))
        .contains("| strategy | tides | tides 2 | mean of questions |");
  }

  @Test
  void seedsThatAreNeitherForAllNorForEachQuestionAreRefused() {
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--topic=" + web.file("tides.topic"),
                "--labels=" + web.file("tides.labels"),
                "--seeds=" + SmallWeb.ROOT,
                "--seeds=" + SmallWeb.ROOT));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("--seeds must be given once, or once for each of the 2 questions")
        .contains("but was given 3 times");
  }
}

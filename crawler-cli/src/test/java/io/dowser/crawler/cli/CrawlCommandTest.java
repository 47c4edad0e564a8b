package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class CrawlCommandTest {

  @TempDir private Path directory;
  private Path tides = Path.of(".");
  private final TideSite site;

  CrawlCommandTest() throws IOException {
    site = new TideSite();
  }

  @BeforeEach
  void nameDirectory() {
    tides = directory.resolve("tides");
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void relevantPagesAreWrittenForSpreadsheetsProgramsAndPeople() throws Exception {
    CommandRun run = crawl("--texts", "--warc", "--explain");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("30 pages visited, 15 relevant", "\nrelevant pages: " + tides);
    List<String> csv = Files.readAllLines(tides.resolve("pages.csv"));
    assertThat(csv.get(0)).startsWith("\uFEFFurl,title,relevance,");
    assertThat(csv).hasSize(16).anyMatch(line -> line.contains(",\"'=1+1, \"\"潮汐\"\" 28\",0.64"));
    String json = Files.readString(tides.resolve("pages.jsonl"));
    assertThat(json.lines()).hasSize(15).allMatch(line -> line.startsWith("{\"url\":\"http://"));
    assertThat(json)
        .contains("\"title\":\"=1+1, \\\"潮汐\\\" 28\"", "\"text\":\"tide, ebb and flood");
    assertThat(tides.resolve("report.html")).content().contains(site.url(28));
    try (var texts = Files.list(tides.resolve("texts"))) {
      assertThat(texts)
          .hasSize(15)
          .allSatisfy(text -> assertThat(text).content().startsWith("---\nurl: ").contains("ebb"));
    }
    try (ReplayFetcher archive = ReplayFetcher.builder(tides.resolve("warc")).open()) {
      FetchResult page = archive.fetch(FetchRequest.of(CrawlUrl.of(site.url(7))));
      assertThat(page).isInstanceOf(FetchResult.Fetched.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--documents, No page analyzer named 'tika'",
    "--language=zh, needs the library com.github.pemistahl:lingua",
  })
  void whatNeedsALibraryNamesIt(String option, String message) {
    CommandRun run = crawl(option);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void seedsAndTopicAreReadFromFiles() throws IOException {
    Path seeds = Files.writeString(directory.resolve("seeds.txt"), "# one\n" + site.url(20) + "\n");
    Path topic = Files.writeString(directory.resolve("topic.txt"), "tide = 2\nebb\n潮汐\n");

    CommandRun run =
        CommandRun.of(
            "crawl",
            "--seed=" + seeds,
            "--topic-file=" + topic,
            "--delay=0s",
            "--scorer=shark",
            "--set=scorer.beta=0.5",
            "-q",
            "-o",
            tides.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("10 pages visited");
  }

  @Test
  void limitEndsCrawlAndLargerOneContinuesIt() {
    CommandRun first = crawl("--max-pages=5");
    assertThat(first.exitCode()).isZero();
    assertThat(first.out()).contains("To continue: dowser resume " + tides + " --max-pages N");

    CommandRun second = CommandRun.of("resume", tides.toString(), "--max-pages=12", "-q");
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.out()).contains("12 pages visited");
    assertThat(site.requests(0)).isEqualTo(1);
  }

  @Test
  void scopeDepthAndRobotsBoundTheCrawl() {
    site.forbid("/4");
    CommandRun run = crawl("--stay-on=host", "--exclude=/3", "--max-depth=2");

    assertThat(run.out()).contains("3 pages visited"); // 0, 1 and 2
    assertThat(site.requests(3) + site.requests(4)).isZero();
  }

  @Test
  void examplePagesTakeTheJudgeThatLearnsFromThem() throws IOException {
    Path example = Files.writeString(directory.resolve("a.html"), "<p>tide, ebb and flood</p>");
    CommandRun run = crawl("--example=" + example);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(tides.resolve("report.html")).content().contains("expanded-topic");
  }

  @Test
  void seedWithoutPageIsAFailureWithItsReason() {
    site.change(0, "");
    CommandRun run = crawl();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("no seed could be fetched", site.url(0), "404");
  }

  @Test
  void crawlOfFewPagesPrintsWhyAndWhatWouldHelp() {
    site.direct("nofollow");
    CommandRun run = crawl("--include=/nowhere");

    assertThat(run.out().lines())
        .containsSequence(
            "2 links skipped: nofollow",
            "To follow nofollow links of your own sites: dowser crawl --follow-nofollow");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://elsewhere.invalid/consent | which is refused: OUT_OF_SCOPE | --include PATTERN",
        "/0 | require cookies | --cookies",
      })
  void redirectOfASeedIsPrintedWithWhatWouldHelp(String location, String why, String option) {
    site.redirect(0, location);
    CommandRun run = crawl("--stay-on=host");

    assertThat(run.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(run.err()).contains("seed without a page: " + site.url(0), why);
    assertThat(run.out()).contains("dowser crawl " + option);
  }

  @Test
  void optionThatWasGivenIsNotRecommended() {
    site.redirect(0, site.url(0));

    assertThat(crawl("--cookies").out()).doesNotContain("dowser crawl --cookies");
  }

  @Test
  void pagesThatWereNotJudgedAreInAFileOfTheirOwn() {
    site.direct("noindex");

    CommandRun run = crawl("--max-pages=5");

    assertThat(run.out())
        .contains("not judged, with the reason of each page: " + tides.resolve("not-judged.csv"));
    assertThat(tides.resolve("not-judged.csv"))
        .content()
        .contains("url,reason,original,fetched", site.url(0) + ",noindex,,");
  }

  @Test
  void resumeAndRecrawlKeepTheOptionsForOnesOwnSites() {
    site.direct("noindex, nofollow");
    CommandRun first =
        crawl(
            "--follow-nofollow",
            "--ignore-noindex",
            "--cookies",
            "--max-pages=5",
            "--set=pageAnalyzer=html",
            "--set=pageAnalyzer.maxLinks=50");
    assertThat(first.out()).contains("5 pages visited");
    int cookies = site.requestsWithCookie();
    assertThat(cookies).isPositive();

    CommandRun second = CommandRun.of("resume", tides.toString(), "--max-pages=100", "-q");
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.out()).contains("30 pages visited, 15 relevant");
    assertThat(site.requestsWithCookie()).isGreaterThan(cookies + 20);

    cookies = site.requestsWithCookie();
    site.change(7, "tide, ebb and flood, and the moon");
    CommandRun third = CommandRun.of("recrawl", tides.toString(), "-q");
    assertThat(third.exitCode()).as(third.err()).isZero();
    assertThat(tides.resolve("changes.csv"))
        .content()
        .contains("CHANGED," + site.url(7) + ",2,0.6");
    assertThat(site.requestsWithCookie()).isGreaterThan(cookies + 20);
  }

  @Test
  void recrawlReportsChangesAndLeavesOutPagesThatAreGone() throws IOException {
    assertThat(crawl("--texts").exitCode()).isZero();
    site.change(4, "");
    site.change(6, "trains");
    site.change(7, "tide, ebb and flood, and the moon");

    CommandRun run = CommandRun.of("recrawl", tides.toString(), "-q", "--new-share=0");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("30 pages visited, 14 relevant") // 4 and 6 less, 7 more
        .contains("visited pages: 30 rechecked (27 unchanged, 2 changed, 1 gone), 0 due")
        .contains("changes of all runs: " + tides.resolve("changes.csv"));
    assertThat(Files.readAllLines(tides.resolve("pages.csv"))).hasSize(15);
    assertThat(CommandRun.of("report", tides.toString()).out()).endsWith("\n14 relevant pages\n");
    assertThat(Files.readAllLines(tides.resolve("changes.csv")))
        .hasSize(4)
        .anyMatch(line -> line.contains("GONE," + site.url(4) + ","));
    assertThat(tides.resolve("pages.csv"))
        .content()
        .contains(site.url(7) + ",", site.url(2) + ",")
        .doesNotContain(site.url(4) + ",", site.url(6) + ",");
  }

  @Test
  void recrawlTakesOnlyRelevantAsASettingByName() {
    crawl();

    CommandRun run = CommandRun.of("recrawl", tides.toString(), "-q", "--set=onlyRelevant=true");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("visited pages: 15 rechecked");
  }

  @Test
  void laterRecrawlKeepsTheRecordedOnlyRelevant() {
    crawl();
    CommandRun.of("recrawl", tides.toString(), "-q", "--only-relevant");

    CommandRun again = CommandRun.of("recrawl", tides.toString(), "-q");
    CommandRun all = CommandRun.of("recrawl", tides.toString(), "-q", "--set=onlyRelevant=false");

    assertThat(again.out()).contains("visited pages: 15 rechecked");
    assertThat(all.out()).contains("visited pages: 30 rechecked");
  }

  @Test
  void checkReportsWhatACrawlWouldDoAndWhatOneHasDone() {
    site.forbid("/4");
    assertThat(CommandRun.of("explain", site.url(1)))
        .satisfies(run -> assertThat(run.exitCode()).as(run.err()).isZero())
        .satisfies(
            run ->
                assertThat(run.out())
                    .contains("no rule matches", "would be fetched")
                    .doesNotContain("explain("));
    CommandRun forbidden = CommandRun.of("explain", site.url(4));
    assertThat(forbidden.exitCode()).isEqualTo(Dowser.REFUSED);
    assertThat(forbidden.out()).contains("Disallow: /4", "would not be fetched");

    crawl("--exclude=/9");
    assertThat(CommandRun.of("explain", site.url(3), "--crawl=" + tides).out())
        .contains(
            "in this crawl: FETCHED, with relevance 0.00, not relevant\n",
            site.url(3) + " by the link \"page 3\"",
            "was fetched; only a recrawl fetches it again");
    CommandRun skipped = CommandRun.of("explain", site.url(9), "-c", tides.toString());
    assertThat(skipped.exitCode()).isEqualTo(Dowser.REFUSED);
    assertThat(skipped.out()).contains("in this crawl: SKIPPED OUT_OF_SCOPE", "scope: NO");
  }

  @Test
  void topicMayHaveFullWidthCommas() {
    CommandRun run =
        CommandRun.of(
            "crawl",
            "--seed=" + site.url(0),
            "--topic=tide，ebb、flood",
            "--max-pages=1",
            "--out=" + tides,
            "--quiet");

    assertThat(run.out()).contains("1 page visited, 1 relevant");
  }

  @Test
  void pageThatCountsForNothingIsExplainedWithTheReason() {
    site.copy(2, 1);
    crawl("--max-pages=5");
    assertThat(CommandRun.of("explain", site.url(2), "--crawl=" + tides).out())
        .contains("FETCHED, with relevance 0.00, not relevant: duplicate of " + site.url(1) + "\n");
    assertThat(tides.resolve("not-judged.csv"))
        .content()
        .contains("url,reason,original,", site.url(2) + ",duplicate," + site.url(1) + ",");

    site.direct("noindex");
    CommandRun.of("recrawl", tides.toString(), "-q");
    assertThat(CommandRun.of("explain", site.url(0), "--crawl=" + tides).out())
        .contains("FETCHED, with relevance 0.00, not relevant: noindex\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/3 | --exclude=/3 | 3 | scope: NO, OUT_OF_SCOPE, excluded by /3",
        "/3 | --exclude=/4 | 0 | scope: wanted",
        "/ | --exclude=/ | 3 | excluded by /",
        "/3 | --stay-on=host --seed=http://elsewhere.invalid/ | 3 | scope: NO, OUT_OF_SCOPE",
        "/b/3 | --stay-on=folder --seed=SITE/a/ | 3 | scope: NO, OUT_OF_SCOPE",
        "/a/3 | --stay-on=folder --seed=SITE/a/ | 0 | scope: wanted",
        "/a/ | --stay-on=folder --exclude=/a --seed=SITE/a/ | 0 | scope: a seed",
      })
  void checkTreatsTheUrlAsALink(String path, String options, int exitCode, String line) {
    String root = site.url(0).replaceFirst("/0$", "");
    List<String> command = new ArrayList<>(List.of("explain", root + path));
    command.addAll(List.of(options.replace("SITE", root).split(" ")));
    CommandRun run = CommandRun.of(command.toArray(String[]::new));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.out()).contains(line);
  }

  @Test
  void checkRefusesABorderWithoutSeedsAndSettingsOfTwoCrawls() {
    CommandRun border = CommandRun.of("explain", site.url(3), "--stay-on=host");
    assertThat(border.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(border.err()).contains("name one by --seed");

    crawl();
    CommandRun both = CommandRun.of("explain", site.url(3), "-c", tides.toString(), "--exclude=/3");
    assertThat(both.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(both.err()).contains("--crawl uses the settings of that crawl; leave out --exclude");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "--scorer=bset | No link scorer named 'bset'",
        "--scorer=shark --set=scorer.q=1 | setting 'q' is '1'",
        "--set=scorer.beta=1 | only together with its name",
        "--set=maxPagse=1 | [maxPages, ",
        "--set=politeness.backOff=x | setting 'politeness.backOff' is 'x'",
        "--set=maxPages=9 --max-pages=8 | --max-pages and --set maxPages exclude each other",
        "--set=stayOn=HOST --include=a.test | --include and --set stayOn exclude each other",
        "--set=addressRules=any --allow-address=a.test | --allow-address and --set addressRules ex",
        "--delay=5 | '5', allowed: a duration 0s to 1d, such as 0.5s",
        "--max-pages=0 | setting 'maxPages' is '0', allowed: a whole number above 0",
        "--max-pages=many | setting 'maxPages' is 'many'",
        "--stay-on=hots | but was 'hots'",
        "--include=ftp://x | but was 'ftp://x'",
        "--contact=é | visible ASCII",
        "--contact=a --user-agent=b | exclude each other",
        "--example=no.html | no.html",
        "--seed=ftp://example.org/ | a seed must be an http or https URL or a file",
        "--topic-file=no.txt | say what to look for by one of",
        "--topic=tide | twice",
        "--sed=x | Unknown option",
        "--frontier | Missing required parameter",
        "--stop-when-found=2 | a number above 0 and at most 1",
      })
  void wrongOptionIsRefusedInOneLineAndNothingIsCreated(String options, String message) {
    CommandRun run = crawl(options.split(" "));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(Dowser.WRONG_USE);
    assertThat(run.err().lines()).hasSizeLessThanOrEqualTo(2);
    assertThat(run.err()).startsWith("dowser: ").contains(message);
    assertThat(tides).doesNotExist();
  }

  @Test
  void addressRulesByNameHoldForSeedsOnThisMachine() {
    CommandRun any = crawl("--set=addressRules=any");

    assertThat(any.exitCode()).as(any.err()).isZero();
    assertThat(any.out()).contains("30 pages visited");
  }

  @Test
  void directoryThatHasACrawlIsNotBegunAgain() {
    crawl();
    CommandRun again = crawl();

    assertThat(again.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(again.err()).contains("has a crawl already");
  }

  @ParameterizedTest
  @CsvSource({"resume", "report", "recrawl"})
  void directoryWithoutCrawlIsRefused(String command) {
    CommandRun run = CommandRun.of(command, directory.toString());

    assertThat(run.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(run.err()).contains("has no crawl in it").hasLineCount(1);
  }

  private CommandRun crawl(String... more) {
    String[] arguments = new String[6 + more.length];
    arguments[0] = "crawl";
    arguments[1] = "--seed=" + site.url(0);
    arguments[2] = "--topic=tide,ebb,flood";
    arguments[3] = "--delay=0s";
    arguments[4] = "--out=" + tides;
    arguments[5] = "--quiet";
    System.arraycopy(more, 0, arguments, 6, more.length);
    return CommandRun.of(arguments);
  }
}

package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers of people about pages of a crawl. */
@Timeout(60)
class TaughtCrawlTest {

  private static final String FOURTH = "http://a.test/" + "4".repeat(100);

  @TempDir Path directory; // of the crawl

  /** Pages whose titles are what the judge returns. */
  private static InMemoryWeb web() {
    return InMemoryWeb.builder()
        .page("http://a.test/", "0.6", "start", "/1", "/2")
        .page("http://a.test/1", "0.45", "first")
        .page("http://a.test/2", "0.1", "second")
        .page("http://a.test/3", "0.45", "third")
        .page(FOURTH, "0.55", "fourth")
        .page("http://a.test/5", "0.45", "first")
        .build();
  }

  private static final class Listening implements RelevanceJudge.Taught {

    private final List<List<Answer>> taught = new CopyOnWriteArrayList<>();

    @Override
    public double relevance(AnalyzedPage page) {
      return Double.parseDouble(page.title());
    }

    @Override
    public void answered(List<Answer> answers) {
      taught.add(answers);
    }
  }

  private Crawler.Builder builder(RelevanceJudge judge) {
    return Crawls.of(web(), "http://a.test/")
        .judge(judge)
        .directory(directory)
        .limits(Limits.builder().idle(Duration.ofMinutes(1)).build())
        .persistence(Persistence.builder().commitVisits(1).allowChanged(true).build());
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitVisits(CrawlHandle crawl, long visits) {
    await(() -> crawl.statistics().visited() == visits);
  }

  @Test
  void answersCalibrateTheThresholdAlsoOfALaterRunAndCanBeWithdrawn() throws Exception {
    RelevanceJudge judge = page -> Double.parseDouble(page.title());
    try (Crawler crawler = builder(judge).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 3);
      assertThat(crawl.statistics().relevant()).isEqualTo(1);
      long unsure = visitOf("http://a.test/1");

      assertThat(crawl.answer(unsure, true)).isTrue();
      crawl.addSeeds(List.of("http://a.test/3"));
      awaitVisits(crawl, 4);

      await(() -> crawl.statistics().relevant() == 3); // the threshold is 0.45 now
      assertThat(crawl.statistics().estimatedRelevant()).as("nothing is pending").isEqualTo(3);
      crawl.stop();
      crawl.await();
    }
    try (Crawler crawler = builder(judge).seed(FOURTH).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 5);

      crawl.withdrawAnswer(visitOf("http://a.test/1"));
      crawl.answer(visitOf(FOURTH), false);
      crawl.stop();
      crawl.await();
    }
    var listening = new Listening();
    try (Crawler crawler = builder(listening).build()) {
      CrawlHandle crawl = crawler.start();
      await(() -> !listening.taught.isEmpty());
      crawl.stop();
      crawl.await();
    }
    assertThat(listening.taught)
        .containsExactly(List.of(new RelevanceJudge.Answer("0.55", "fourth", 0.55, false)));
    Path report = directory.resolve("report.html");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      history.writeHtml(report);
    }
    assertThat(Files.readString(report))
        .as("the answer is an event, after the visits before it")
        .containsPattern(
            "\\{(?=[^}]*\"visited\":5)(?=[^}]*\"text\":\"not relevant: " + FOURTH + "\")")
        .containsOnlyOnce("\"not relevant: http://a.test/4444")
        .containsOnlyOnce("\"relevant: http://a.test/1\"")
        .containsOnlyOnce("\"withdraw the answer about http://a.test/1\"");
  }

  /** Takes pages for relevant whose text begins with the same word as one that a person named. */
  private static final class Learning implements RelevanceJudge.Taught {

    private static final Map<String, Double> LEARNED = Map.of("first", 0.5);

    private volatile List<Answer> known = List.of();
    private volatile boolean fails;
    private volatile Map<String, Double> learned = LEARNED;

    @Override
    public double relevance(AnalyzedPage page) {
      if (fails) {
        throw new IllegalStateException("out of order");
      }
      double relevance = Double.parseDouble(page.title());
      for (Answer each : known) {
        if (each.text().contains("first") && page.text().contains("first")) {
          relevance = each.relevant() ? 0.9 : 0.3;
        }
      }
      return relevance;
    }

    @Override
    public void answered(List<Answer> answers) {
      known = answers;
    }

    @Override
    public Map<String, Double> learnedWeights() {
      return learned;
    }
  }

  private static InMemoryWeb webOfFirstPages() {
    return InMemoryWeb.builder()
        .page("http://a.test/", "0.6", "start", "/1", "/2", "/3")
        .page("http://a.test/1", "0.45", "the first page")
        .page("http://a.test/2", "0.1", "the second page")
        .page("http://a.test/3", "0.4", "also a first one")
        .page("http://a.test/4", "0.2", "one more first page")
        .page("http://a.test/5", "0.2", "a last page")
        .build();
  }

  private Crawler.Builder learning(Learning judge) {
    return learning(judge, Limits.builder());
  }

  private Crawler.Builder learning(Learning judge, Limits.Builder limits) {
    return Crawls.of(webOfFirstPages(), "http://a.test/")
        .judge(judge)
        .directory(directory)
        .limits(limits.idle(Duration.ofMinutes(1)).build())
        .persistence(Persistence.builder().allowChanged(true).build());
  }

  private static CrawlListener into(List<CrawlEvent.Rejudged> rejudged) {
    return event -> {
      if (event instanceof CrawlEvent.Rejudged each) {
        rejudged.add(each);
      }
    };
  }

  private List<String> relevantPages() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      return history
          .pages(PageSelection.ALL)
          .map(page -> page.url().toString().substring("http://a.test".length()))
          .toList();
    }
  }

  @Test
  void visitedPagesAreJudgedAgainAfterEachAnswer() throws Exception {
    var judge = new Learning();
    List<CrawlEvent.Rejudged> rejudged = new CopyOnWriteArrayList<>();
    try (Crawler crawler = learning(judge).listener(into(rejudged)).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      long first = visitOf("http://a.test/1");

      crawl.answer(first, true);
      await(() -> rejudged.size() == 1);
      await(() -> crawl.statistics().relevant() == 3);

      assertThat(rejudged.get(0))
          .isEqualTo(new CrawlEvent.Rejudged(4, 2, 0, 2, 0, Learning.LEARNED));
      crawl.addSeeds(List.of("http://a.test/4"));
      await(() -> crawl.statistics().relevant() == 4);

      crawl.answer(first, false);
      await(() -> rejudged.size() == 2);
      await(() -> crawl.statistics().relevant() == 1);

      assertThat(rejudged.get(1))
          .isEqualTo(new CrawlEvent.Rejudged(5, 0, 3, 0, 3, Learning.LEARNED));
      crawl.withdrawAnswer(first);
      await(() -> rejudged.size() == 3);
      crawl.answer(first, true);
      await(() -> rejudged.size() == 4);
      crawl.stop();
      CrawlReport report = crawl.await();
      assertThat(report.statistics().relevant()).isEqualTo(4);
      assertThat(report.metrics().notes())
          .extracting(CrawlMetrics.Note::text)
          .contains("learned: first count for a page");
    }
    assertThat(relevantPages()).containsExactlyInAnyOrder("/1", "/3", "/4", "/");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.harvest(5)).containsExactly(new CrawlHistory.HarvestPoint(5, 4));
    }
  }

  @Test
  void judgeThatCannotSayWhatItHasLearnedIsNotAskedAgain() throws Exception {
    var judge = new Learning();
    List<CrawlEvent.Rejudged> rejudged = new CopyOnWriteArrayList<>();
    try (Crawler crawler = learning(judge).listener(into(rejudged)).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      judge.learned = Map.of("first", Double.NaN);
      crawl.answer(visitOf("http://a.test/1"), true);
      await(() -> rejudged.size() == 1);
      judge.learned = Learning.LEARNED;
      crawl.answer(visitOf("http://a.test/2"), false);
      await(() -> rejudged.size() == 2);
      crawl.stop();
      crawl.await();
    }
    assertThat(rejudged).extracting(CrawlEvent.Rejudged::learned).containsOnly(Map.of());
  }

  @Test
  void answersOfAnEndedCrawlAreTakenUpByTheNextRun() throws Exception {
    try (Crawler crawler = learning(new Learning()).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      crawl.answer(visitOf("http://a.test/1"), true);
      crawl.stop(); // the pages may not be judged again by now
      crawl.await();
    }
    try (Crawler crawler = learning(new Learning()).build()) {
      CrawlHandle crawl = crawler.start();
      await(() -> crawl.statistics().relevant() == 3);
      crawl.stop();
      crawl.await();
    }
    assertThat(relevantPages()).containsExactlyInAnyOrder("/1", "/3", "/");
  }

  @Test
  void withdrawalBetweenRunsIsTakenUpByTheNextRun() throws Exception {
    Path folder = directory;
    directory = folder.resolve("tides");
    try (Crawler crawler = learning(new Learning()).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      crawl.answer(visitOf("http://a.test/1"), true);
      await(() -> crawl.statistics().relevant() == 3);
      crawl.stop();
      crawl.await();
    }
    try (CrawlFolder crawls = CrawlFolder.in(folder).open()) {
      crawls.withdrawAnswer("tides", visitOf("http://a.test/1"));
    }
    try (Crawler crawler = learning(new Learning()).build()) {
      CrawlHandle crawl = crawler.start();
      await(() -> crawl.statistics().relevant() == 1);
      crawl.stop();
      crawl.await();
    }
    assertThat(relevantPages()).containsExactly("/");
  }

  @Test
  void answersThatChangePlacesBetweenRunsAreTakenUpByTheNextRun() throws Exception {
    Path folder = directory;
    directory = folder.resolve("tides");
    try (Crawler crawler = learning(new Learning()).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      crawl.answer(visitOf("http://a.test/1"), false);
      crawl.answer(visitOf("http://a.test/3"), true);
      await(() -> crawl.statistics().relevant() == 2);
      crawl.stop();
      crawl.await();
    }
    assertThat(relevantPages()).containsExactlyInAnyOrder("/3", "/");
    try (CrawlFolder crawls = CrawlFolder.in(folder).open()) {
      crawls.answer("tides", visitOf("http://a.test/3"), false);
      crawls.answer("tides", visitOf("http://a.test/1"), true);
    }
    var rejudged = new CopyOnWriteArrayList<CrawlEvent>();
    try (Crawler crawler =
        learning(new Learning())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Rejudged) {
                    rejudged.add(event);
                  }
                })
            .build()) {
      CrawlHandle crawl = crawler.start();
      await(() -> crawl.state() == CrawlSnapshot.State.IDLE);
      crawl.stop();
      crawl.await();
    }
    assertThat(rejudged).hasSize(1);
    assertThat(relevantPages()).containsExactlyInAnyOrder("/1", "/");
  }

  @Test
  void runWithTheSameAnswersJudgesNothingAgain() throws Exception {
    List<CrawlEvent> rejudged = new CopyOnWriteArrayList<>();
    for (int run = 1; run <= 2; run++) {
      try (Crawler crawler =
          learning(new Learning())
              .listener(
                  event -> {
                    if (event instanceof CrawlEvent.Rejudged) {
                      rejudged.add(event);
                    }
                  })
              .build()) {
        CrawlHandle crawl = crawler.start();
        await(() -> crawl.state() == CrawlSnapshot.State.IDLE);
        if (run == 1) {
          crawl.answer(visitOf("http://a.test/1"), true);
          await(() -> !rejudged.isEmpty());
        }
        await(() -> crawl.statistics().relevant() == 3);
        crawl.stop();
        crawl.await();
      }
    }
    assertThat(rejudged).hasSize(1);
  }

  @Test
  void aLimitOfRelevantPagesIsReachedByTheAnswers() throws Exception {
    var judge = new Learning();
    try (Crawler crawler = learning(judge, Limits.builder().maxRelevantPages(3)).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);

      crawl.answer(visitOf("http://a.test/1"), true);

      assertThat(crawl.await().stopReason()).isEqualTo(StopReason.RELEVANT_PAGES);
    }
  }

  @Test
  void pagesKeepTheirRelevanceIfTheJudgeFails() throws Exception {
    var judge = new Learning();
    List<CrawlEvent.PluginFailed> failures = new CopyOnWriteArrayList<>();
    try (Crawler crawler =
        learning(judge)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.PluginFailed each) {
                    failures.add(each);
                  }
                })
            .build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 4);
      judge.fails = true;
      crawl.answer(visitOf("http://a.test/3"), true);
      await(() -> !failures.isEmpty());
      crawl.stop();
      crawl.await();
    }
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).url()).hasToString("http://a.test/");
    assertThat(failures.get(0).cause()).hasMessage("out of order");
    assertThat(relevantPages()).containsExactlyInAnyOrder("/3", "/");
  }

  private long visitOf(String url) {
    long[] number = {0};
    await(
        () -> {
          try (CrawlHistory history = CrawlHistory.open(directory)) {
            history.visits(1, 100).stream()
                .filter(visit -> visit.page().toString().equals(url))
                .forEach(visit -> number[0] = visit.number());
          }
          return number[0] > 0;
        });
    return number[0];
  }

  @Test
  void duplicateAndCrawlWithoutDirectoryAreRefused() throws Exception {
    try (Crawler crawler = builder(page -> Double.parseDouble(page.title())).build()) {
      CrawlHandle crawl = crawler.start();
      awaitVisits(crawl, 3);
      crawl.addSeeds(List.of("http://a.test/5"));
      awaitVisits(crawl, 4);
      long duplicate = visitOf("http://a.test/5");

      assertThat(crawl.answer(visitOf("http://a.test/2"), true)).as("far from 0.5").isTrue();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> crawl.answer(duplicate, true))
          .withMessageContaining("visit " + duplicate);
      crawl.stop();
      crawl.await();
    }
    try (Crawler crawler = Crawls.of(web(), "http://a.test/").build()) {
      CrawlHandle crawl = crawler.start();

      assertThatIllegalStateException().isThrownBy(() -> crawl.answer(1, true));
      crawl.await();
    }
  }
}

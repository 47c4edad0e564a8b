package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.store.StoredVisit;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlHistoryTest {

  private static final InMemoryWeb WEB =
      InMemoryWeb.builder()
          .page("http://host0.test/", "Start", "laser laser", "/a", "http://host1.test/4", "/gone")
          .page("http://host0.test/a", "A", "nothing", "/moved", "http://host1.test/late")
          .page("http://host1.test/4", "Four", "laser", "http://host0.test/a")
          .redirect("http://host0.test/moved", "/target")
          .page("http://host0.test/target", "Target", "laser", "/end")
          .page("http://host0.test/end", "End", "none")
          .failure("http://host1.test/late", FailureReason.TIMEOUT)
          .build();

  @TempDir Path directory;

  @BeforeEach
  void crawl() {
    try (Crawler crawler =
        Crawls.of(WEB, "http://host0.test/")
            .frontier("breadth-first", Map.of())
            .scorer(page -> link -> link.target().path().length() / 10.0)
            .means(Means.builder().clock(() -> Instant.ofEpochSecond(1_000)).build())
            .directory(directory)
            .build()) {
      crawler.run().orThrow();
    }
  }

  @Test
  void thePathToAPageGoesFromTheSeedWithTextsAndScores() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.pathTo(CrawlUrl.of("http://host0.test/end")))
          .containsExactly(
              step("http://host0.test/", "", OptionalDouble.empty(), "VISITED"),
              step("http://host0.test/a", "a", OptionalDouble.of(0.2), "VISITED"),
              step("http://host0.test/moved", "moved", OptionalDouble.of(0.6), "VISITED"),
              step("http://host0.test/end", "end", OptionalDouble.of(0.4), "VISITED"));
      assertThat(history.pathTo(CrawlUrl.of("http://host0.test/target")))
          .last()
          .isEqualTo(
              step("http://host0.test/target", "", OptionalDouble.empty(), "REDIRECT_TARGET"));
      assertThat(history.pathTo(CrawlUrl.of("http://host1.test/late")))
          .last()
          .isEqualTo(
              step("http://host1.test/late", "late", OptionalDouble.of(0.5), "FETCH_FAILED"));
      assertThat(history.pathTo(CrawlUrl.of("http://unknown.test/"))).isEmpty();
    }
  }

  private static StoredVisit.PathStep step(
      String url, String anchor, OptionalDouble score, String status) {
    return new StoredVisit.PathStep(CrawlUrl.of(url), anchor, score, status, Optional.empty());
  }

  @Test
  void arrivalIsTheCandidateThatTheFrontierGave() {
    List<Candidate> given = new ArrayList<>();
    Path kept = directory.resolve("other");
    Crawler.Builder builder =
        Crawls.of(WEB, "http://host0.test/")
            .scorer(page -> new Counting(page.arrival().pathState()))
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    given.add(visited.visit().candidate());
                  }
                })
            .directory(kept);
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    try (var history = HistoryReader.open(kept)) {
      assertThat(given).hasSize(5).anyMatch(candidate -> !candidate.pathState().isEmpty());
      for (Candidate candidate : given) {
        assertThat(history.arrival(candidate.url())).contains(candidate);
      }
      Candidate moved = history.arrival(CrawlUrl.of("http://host0.test/moved")).orElseThrow();
      assertThat(history.arrival(CrawlUrl.of("http://host0.test/target"))).contains(moved);
      assertThat(history.arrival(CrawlUrl.of("http://host1.test/late")))
          .hasValueSatisfying(late -> assertThat(late.depth()).isEqualTo(2));
      assertThat(history.arrival(CrawlUrl.of("http://unknown.test/"))).isEmpty();
    }
  }

  /** Passes down how many pages there are before. */
  private record Counting(PathState before) implements PageScoring {

    @Override
    public double score(Link link) {
      return link.target().path().length() / 10.0;
    }

    @Override
    public double tieBreak(Link link) {
      return 3;
    }

    @Override
    public PathState pathState() {
      return PathState.of(before.size() == 0 ? 1 : before.get(0) + 1);
    }
  }

  @Test
  void visitsComeByNumber() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.visits(2, 3))
          .map(visit -> visit.url().toString())
          .containsExactly("http://host0.test/a", "http://host1.test/4");
      StoredVisit moved = history.visits(4, 4).get(0);
      assertThat(moved.url()).hasToString("http://host0.test/moved");
      assertThat(moved.page()).hasToString("http://host0.test/target");
      assertThat(moved.relevant()).isTrue();
      assertThat(moved.depth()).isEqualTo(2);
      assertThat(moved.time()).isEqualTo(Instant.ofEpochSecond(1_000));
    }
  }

  @Test
  void visitIsFoundByTheUrlsBeforeAndAfterRedirects() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      StoredVisit moved = history.visits(4, 4).get(0);

      assertThat(history.visit(CrawlUrl.of("http://host0.test/moved"))).hasValue(moved);
      assertThat(history.visit(CrawlUrl.of("http://host0.test/target"))).hasValue(moved);
      assertThat(history.visit(CrawlUrl.of("http://host0.test/never"))).isEmpty();
    }
  }

  @Test
  void theHarvestCurveHasAPointForEachStepAndTheEnd() {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.harvest(2))
          .containsExactly(
              new CrawlHistory.HarvestPoint(2, 1),
              new CrawlHistory.HarvestPoint(4, 3),
              new CrawlHistory.HarvestPoint(5, 3));
      assertThat(history.harvest(5)).containsExactly(new CrawlHistory.HarvestPoint(5, 3));
      assertThat(new CrawlHistory.HarvestPoint(5, 3).rate()).isEqualTo(0.6);
    }
  }

  @Test
  void contradictionsAreFoundAndNamed() throws Exception {
    for (Map.Entry<String, String> damage :
        Map.of(
                "UPDATE found SET target_and_kind = 99 << 2 WHERE id = 1",
                    "1 links to unknown URLs",
                "UPDATE known SET url = 'http://host0.test/' WHERE id = 3",
                    "1 URLs that are there twice",
                "DELETE FROM known WHERE id = 2", "1 url numbers that are missing",
                "DELETE FROM visit WHERE number = 1", "links that belong to no visit",
                "UPDATE visit SET first_link = 1 WHERE number = 2",
                    "1 visits that share links, or whose links are missing",
                "UPDATE visit SET first_link = first_link + 10000 WHERE number = 2",
                    "1 visits that share links, or whose links are missing",
                "UPDATE visit SET url = 50 WHERE number = 2", "1 visits without their URL",
                "UPDATE known SET referrer = 7 WHERE id = 2", "URLs whose referrer is unknown",
                "INSERT INTO explanation VALUES (999, 'a = 1.0')",
                    "1 explanations of unknown links")
            .entrySet()) {
      Path copy = StoredCrawls.copy(directory, directory.resolve("copy" + damage.hashCode()));
      try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy.resolve("crawl.db"));
          var statement = connection.createStatement()) {
        statement.executeUpdate(damage.getKey());
      }

      try (CrawlHistory history = CrawlHistory.open(copy)) {
        assertThat(String.join("\n", history.verify()))
            .as(damage.getKey())
            .contains(damage.getValue());
      }
    }
  }

  @Test
  void aCrawlMayBeVerifiedWhileItContinues() throws Exception {
    Path running = directory.resolve("running");
    RandomWeb web = RandomWeb.builder(3).pages(1_500).hosts(9).linksPerPage(8).build();
    try (Crawler crawler =
        Crawls.of(web)
            .directory(running)
            .persistence(Persistence.builder().commitVisits(3).build())
            .means(Means.builder().workers(4).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      do {
        try (CrawlHistory history = CrawlHistory.open(running)) {
          assertThat(history.verify()).isEmpty();
        }
      } while (handle.isRunning());
      assertThat(handle.await().orThrow().statistics().visited()).isEqualTo(1_500);
    }
  }

  @Test
  void theQueriesOfTheManualRun() throws Exception {
    List<String> queries = queriesOfTheManual();

    assertThat(queries).hasSizeGreaterThan(7);
    for (String query : queries) {
      try (var connection =
              DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
          var statement = connection.createStatement();
          var rows = statement.executeQuery(query)) {
        boolean needsEqualPages = query.contains("HAVING duplicates");
        boolean needsPending = query.contains("FROM pending");
        boolean needsChanges = query.contains("FROM change");
        assertThat(rows.next() || needsEqualPages || needsPending || needsChanges)
            .as(query)
            .isTrue();
      }
    }
    assertThat(StoredCrawls.strings(directory, queries.get(0).replace("path.step, u.url", "u.url")))
        .containsExactly("http://host1.test/4", "http://host0.test/");
  }

  private static List<String> queriesOfTheManual() throws IOException {
    Path docs = Files.exists(Path.of("docs")) ? Path.of("docs") : Path.of("..", "docs");
    List<String> queries = new ArrayList<>();
    Matcher matcher =
        Pattern.compile("(?s)```sql\\n(.*?)```")
            .matcher(Files.readString(docs.resolve("store.md")));
    while (matcher.find()) {
      queries.add(matcher.group(1));
    }
    queries.addAll(
        List.of(Files.readString(docs.resolve("store-queries.sql")).split("(?<=;)\\s+")));
    return queries;
  }
}

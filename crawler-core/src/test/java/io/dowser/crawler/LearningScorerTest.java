package io.dowser.crawler;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class LearningScorerTest {

  private static final int HUBS = 12;

  @Test
  void pendingLinksAreScoredAgainWhenTheModelHasMoved() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2", "/3", "/4")
            .page("http://a.test/1", "", "")
            .page("http://a.test/2", "", "")
            .page("http://a.test/3", "", "")
            .page("http://a.test/4", "", "")
            .build();
    var scorer = new Turncoat();
    var log = new EventLog();

    Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(log.visited())
        .containsExactly(
            "http://a.test/",
            "http://a.test/1",
            "http://a.test/4",
            "http://a.test/3",
            "http://a.test/2");
    assertThat(scorer.visits).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(log.all(CrawlEvent.Rekeyed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.pending()).isEqualTo(3));
  }

  @Test
  void nextPollsUseNewScoresWhateverIsPending() {
    String[] links = IntStream.rangeClosed(1, 1_000).mapToObj(i -> "/" + i).toArray(String[]::new);
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://a.test/", "", "", links);
    Stream.of(links).forEach(link -> web.page("http://a.test" + link, "", ""));
    var scorer =
        new Turncoat() {
          @Override
          public boolean modelMoved() {
            return true;
          }

          @Override
          public double rescore(Candidate candidate) {
            int number = candidate.features().get(0);
            return number % 2 == 0 && visits.size() > 2 ? -2_000 : -number; // 2 was bad
          }
        };
    var log = new EventLog();

    Crawls.of(web.build(), "http://a.test/")
        .scorer(scorer)
        .limits(Limits.builder().maxPages(9).build())
        .listener(log)
        .build()
        .run();

    assertThat(log.visited().stream().map(url -> url.substring(13)))
        .containsExactly("/", "/1", "/2", "/3", "/5", "/7", "/9", "/11", "/13");
    assertThat(log.all(CrawlEvent.Rekeyed.class)).hasSize(1);
  }

  @Test
  void ofManyPendingLinksOneHundredAreScoredAgainAfterEachVisit() {
    var scorer = new Restless();
    var log = new EventLog();

    Crawls.run(manyLinks().scorer(scorer).listener(log).limits(pages(60)));

    assertThat(scorer.callsPerVisit.subList(HUBS + 2, 60))
        .allMatch(calls -> calls >= 100 && calls <= 100 + 16 + 2 * 8 + 1);
    assertThat(log.all(CrawlEvent.Rekeyed.class)).hasSizeLessThan(4);
  }

  @ParameterizedTest(name = "{0} in memory at most")
  @ValueSource(ints = {5_000, 1_000_000})
  void crawlWithManyPendingLinksContinuesAfterStops(int capacity, @TempDir Path directory) {
    var log = new EventLog();
    for (int pages : new int[] {40, 41, 90, 120}) {
      Crawls.run(
          manyLinks()
              .scorer(new Restless())
              .means(Means.builder().frontierCapacity(capacity).build())
              .listener(log)
              .directory(directory)
              .limits(pages(pages)));
    }

    assertThat(log.visited()).hasSize(120).doesNotHaveDuplicates();
    assertThat(log.visited().subList(1, 1 + HUBS)) // the best at any time
        .allMatch(url -> Integer.parseInt(url.substring("http://a.test/".length())) <= HUBS);
  }

  private static Limits pages(int pages) {
    return Limits.builder().maxPages(pages).build();
  }

  /** A page with links to hubs; each hub has links to 10,000 pages without links. */
  private static Crawler.Builder manyLinks() {
    InMemoryWeb none = InMemoryWeb.builder().page("http://a.test/", "", "").build();
    return Crawls.of(none, "http://a.test/")
        .strategy(Strategy.builder().traps(TrapRules.NONE).build())
        .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).build())
        .fetcher(request -> CrawlFixtures.fetched(request.url(), linksOf(request.url().path())));
  }

  private static String linksOf(String path) {
    int page = path.length() == 1 ? 0 : Integer.parseInt(path.substring(1));
    IntStream targets =
        page == 0
            ? IntStream.rangeClosed(1, HUBS)
            : IntStream.range(10_000 * page, page > HUBS ? 0 : 10_000 * (page + 1));
    return targets.mapToObj(i -> "<a href=/" + i + ">" + i + "</a>").collect(joining());
  }

  /** Likes hubs; of the others, those that it has scored again, the largest number first. */
  private static final class Restless extends Turncoat {

    final List<Integer> callsPerVisit = new ArrayList<>();
    private int calls;

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      callsPerVisit.add(calls);
      calls = 0;
    }

    @Override
    public boolean modelMoved() {
      return true;
    }

    @Override
    public double rescore(Candidate candidate) {
      calls++;
      int number = candidate.features().get(0);
      return number <= HUBS ? 1_000_000 - number : number;
    }
  }

  @Test
  void linksOfAVisitAndAbandonedLinksAreReported() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2")
            .page("http://a.test/1", "laser", "laser", "/", "/2", "/3")
            .status("http://a.test/2", 404)
            .page("http://a.test/3", "", "")
            .build();
    var scorer = new Turncoat();

    Crawls.of(web, "http://a.test/").scorer(scorer).build().run();

    assertThat(scorer.links).containsExactly("/: /1 /2", "/1: /2 again /3", "/3:");
    assertThat(scorer.abandoned).containsExactly("/2 FETCH_FAILED");
    assertThat(scorer.relevant).containsExactly("/1");
  }

  @Test
  void failureOverAnAbandonedLinkIsReportedAndTheCrawlContinues() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2")
            .status("http://a.test/1", 404)
            .page("http://a.test/2", "", "")
            .build();
    var scorer =
        new Turncoat() {
          @Override
          public void abandoned(Candidate candidate, AbandonReason reason) {
            throw new IllegalStateException("no link is abandoned here");
          }
        };
    var log = new EventLog();

    Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/", "http://a.test/2");
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.url().path()).isEqualTo("/1"));
  }

  @Test
  void learnedWeightsAreCurvesOfTheReport(@TempDir Path directory) throws IOException {
    var scorer =
        new Turncoat() {
          private double weight;

          @Override
          public Map<String, Double> learnedWeights() {
            return Map.of("words", weight++);
          }
        };

    CrawlReport report =
        Crawls.run(Crawls.of(Crawls.chain(3), "http://chain.test/0").scorer(scorer));

    assertThat(report.metrics().progress())
        .extracting(point -> point.weights().get("words"))
        .containsExactly(0.0, 1.0, 2.0);
    report.writeHtml(directory.resolve("report.html"));
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("What the scorer has learned", "Weights in the scores of links", "words");
  }

  @Test
  void scorerThatCannotSayItsWeightsIsNotAskedAgain() {
    var asked = new AtomicInteger();
    var scorer =
        new Turncoat() {
          @Override
          public Map<String, Double> learnedWeights() {
            asked.incrementAndGet();
            return Map.of("words", Double.NaN);
          }
        };

    CrawlReport report =
        Crawls.run(Crawls.of(Crawls.chain(3), "http://chain.test/0").scorer(scorer));

    assertThat(report.metrics().progress()).hasSize(3).allMatch(point -> point.weights().isEmpty());
    assertThat(asked).hasValue(1);
  }

  @Test
  void priorityIsAddedOnceHoweverOftenALinkIsScoredAgain() {
    String[] links = {"/1", "/2", "/3", "/4", "/5", "/6"};
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://a.test/", "", "", links);
    Stream.of(links).forEach(link -> web.page("http://a.test" + link, "", ""));
    var scorer =
        new Turncoat() {
          @Override
          public boolean modelMoved() {
            return true;
          }

          @Override
          public double rescore(Candidate candidate) {
            return candidate.score();
          }
        };
    var log = new EventLog();

    Crawls.of(web.build(), "http://a.test/")
        .scorer(scorer)
        .politeness(
            Politeness.builder()
                .hostRules("a.test", HostRules.builder().priority(10).build())
                .build())
        .listener(log)
        .build()
        .run();

    assertThat(log.all(CrawlEvent.Visited.class))
        .extracting(event -> event.visit().candidate().score())
        .containsExactly(Double.POSITIVE_INFINITY, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0);
  }

  @Test
  void scorerThatFailsToRescoreIsNamedAndTheLinksKeepTheirScores() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2", "/3")
            .page("http://a.test/1", "", "")
            .page("http://a.test/2", "", "")
            .page("http://a.test/3", "", "")
            .build();
    var scorer =
        new Turncoat() {
          @Override
          public double rescore(Candidate candidate) {
            return Double.NaN;
          }
        };
    var log = new EventLog();

    Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(log.visited()).endsWith("http://a.test/1", "http://a.test/2", "http://a.test/3");
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.cause()).hasMessageContaining("NaN"));
  }

  /** Likes small numbers until the second visit, then large ones. */
  private static class Turncoat implements LearningScorer {

    final List<Long> visits = new ArrayList<>();
    final List<String> links = new ArrayList<>();
    final List<String> abandoned = new ArrayList<>();
    final List<String> relevant = new ArrayList<>();

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      if (page.relevant()) {
        relevant.add(page.url().path());
      }
      return new PageScoring() {
        @Override
        public double score(Link link) {
          return -number(link);
        }

        @Override
        public LinkFeatures features(Link link) {
          return LinkFeatures.of(number(link));
        }
      };
    }

    private static int number(Link link) {
      return link.target().path().length() == 1
          ? 0
          : Integer.parseInt(link.target().path().substring(1));
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      visits.add(visit.number());
      var line = new StringBuilder(visit.url().path()).append(':');
      for (ScoredLink link : links) {
        assertThat(link.candidate().features().get(0)).isEqualTo(number(link.link()));
        line.append(' ').append(link.candidate().url().path());
        line.append(link.pending() ? " again" : "");
      }
      this.links.add(line.toString());
    }

    @Override
    public void abandoned(Candidate candidate, AbandonReason reason) {
      abandoned.add(candidate.url().path() + " " + reason);
    }

    @Override
    public boolean modelMoved() {
      return visits.size() == 2;
    }

    @Override
    public double rescore(Candidate candidate) {
      return candidate.features().get(0);
    }
  }
}

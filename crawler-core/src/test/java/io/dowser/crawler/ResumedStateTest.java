package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What plugins know survives a restart, whatever kind of plugin it is. */
@Tag("slow")
class ResumedStateTest {

  private static final RandomWeb LARGE =
      RandomWeb.builder(6).pages(1_200).hosts(30).linksPerPage(20).build();

  @TempDir Path directory;

  @Test
  void frontierWithoutStateContinuesWithWhatIsPending() {
    checkPages(() -> web(8).frontier(new RandomFrontier(new SplittableRandom(4))), 8);
  }

  @Test
  void frontierThatDrawsContinuesWithWhatIsPending() {
    checkPages(() -> web(8).frontier("random-order-for-tests", Map.of()), 8);
  }

  @Test
  void crawlOfDelayedHostsContinues() {
    RandomWeb web = RandomWeb.builder(6).pages(1_200).hosts(30).linksPerPage(20).build();
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 1_150) {
            StoredCrawls.copy(directory.resolve("whole"), copy);
          }
        };
    Supplier<Crawler.Builder> slow =
        () -> Crawls.of(web).politeness(Politeness.builder().delay(Duration.ofMillis(10)).build());
    Persistence often = Persistence.builder().commitVisits(1).build();
    run(slow.get().directory(directory.resolve("whole")).persistence(often).listener(copier));
    List<String> order = StoredCrawls.visited(copy);

    run(slow.get().directory(copy));

    assertThat(order).hasSizeGreaterThan(1_100);
    assertThat(StoredCrawls.visited(directory.resolve("whole"))).startsWith(strings(order));
    assertThat(StoredCrawls.visited(copy)) // from there on the clock decides
        .startsWith(strings(order))
        .hasSize(1_200)
        .doesNotHaveDuplicates();
  }

  private static Crawler.Builder bounded(RandomWeb web) {
    return Crawls.of(web)
        .persistence(Persistence.builder().commitVisits(10).build())
        .means(Means.builder().frontierCapacity(20).build());
  }

  @Test
  void crawlContinuesInTheSameOrderWithMoreMemory() {
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 600) {
            StoredCrawls.copy(directory.resolve("whole"), copy);
          }
        };
    run(bounded(LARGE).directory(directory.resolve("whole")).listener(copier));

    run(Crawls.of(LARGE).directory(copy));

    assertThat(StoredCrawls.visited(copy))
        .isEqualTo(StoredCrawls.visited(directory.resolve("whole")))
        .hasSize(1_200);
  }

  @Test
  void boundedFrontierContinuesInTheSameOrder() {
    Persistence bounded = Persistence.builder().commitVisits(7).build();
    Means small = Means.builder().frontierCapacity(30).build();
    run(web(8).directory(directory.resolve("whole")));
    Path parts = directory.resolve("parts");
    for (int pages : new int[] {34, 50, 120, 121, 250}) {
      run(web(8).directory(parts).persistence(bounded).means(small).maxPages(pages));
    }

    assertThat(StoredCrawls.visited(parts))
        .isEqualTo(StoredCrawls.visited(directory.resolve("whole")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"as it is", "changed", "missing"})
  void fileOfKnownUrlsIsMadeAgainWhereItIsNotAsItWas(String file) throws IOException {
    run(web(8).directory(directory).maxPages(100));
    Path known = directory.resolve("known.urls");
    switch (file) {
      case "changed" -> Files.write(known, new byte[(int) Files.size(known)]);
      case "missing" -> Files.delete(known);
      default -> assertThat(known).isNotEmptyFile();
    }

    run(web(8).directory(directory).maxPages(Long.MAX_VALUE));

    assertThat(StoredCrawls.visited(directory)).hasSize(250).doesNotHaveDuplicates();
  }

  @Test
  void learningScorerContinuesWithItsModel() {
    run(web(9).scorer(new CountingScorer()).directory(directory).maxPages(100));
    var scorer = new CountingScorer();

    run(web(9).scorer(scorer).directory(directory).maxPages(Long.MAX_VALUE));

    assertThat(StoredCrawls.visited(directory)).hasSize(250).doesNotHaveDuplicates();
    assertThat(scorer.visits).isEqualTo(250);
  }

  @Test
  void killedCrawlWithALearningScorerContinuesWithAnOlderModel() {
    checkPages(() -> web(9).scorer(new CountingScorer()), 9);
  }

  @Test
  void redirectsInFlightAreFollowedAgain() {
    InMemoryWeb.Builder pages = InMemoryWeb.builder();
    for (int i = 0; i < 120; i++) {
      pages.page(
          "http://r.test/" + i,
          "page " + i,
          "laser",
          "/to" + (i + 1),
          "/to" + (i + 2),
          "/miss" + i);
      pages.redirect("http://r.test/to" + i, "/hop" + i);
      pages.redirect("http://r.test/hop" + i, "/" + i);
    }
    InMemoryWeb web = pages.build();
    checkAll(() -> Crawls.of(web, "http://r.test/0"), 3);
  }

  @Test
  void aCrawlThatIsStoppedWhileItIsOpenedEndsAtOnceAndLosesNothing() throws Exception {
    run(web(8).frontier(new ReportingFrontier(() -> {})).directory(directory).maxPages(100));
    List<String> story = StoredCrawls.story(directory);
    var handle = new CompletableFuture<CrawlHandle>();
    var reported = new AtomicInteger();
    var stopping =
        new ReportingFrontier(
            () -> {
              if (reported.incrementAndGet() == 10) {
                handle.join().stop();
              }
            });

    try (Crawler crawler = web(8).frontier(stopping).directory(directory).build()) {
      handle.complete(crawler.start());
      assertThat(handle.join().await().orThrow().stopReason()).isEqualTo(StopReason.STOPPED);
    }

    assertThat(reported).hasValue(10);
    assertThat(StoredCrawls.story(directory)).isEqualTo(story);
    run(
        web(8)
            .frontier(new ReportingFrontier(() -> {}))
            .directory(directory)
            .maxPages(Long.MAX_VALUE));
    assertThat(StoredCrawls.visited(directory)).hasSize(250).doesNotHaveDuplicates();
  }

  private static String[] strings(List<String> list) {
    return list.toArray(String[]::new);
  }

  private static Crawler.Builder web(long seed) {
    return Crawls.of(RandomWeb.builder(seed).pages(250).hosts(6).linksPerPage(6).build());
  }

  private void checkAll(Supplier<Crawler.Builder> crawl, long seed) {
    checkAll(crawl, seed, Persistence.builder().commitVisits(7).build());
  }

  private void checkAll(Supplier<Crawler.Builder> crawl, long seed, Persistence options) {
    for (Path copy : killed(crawl, seed, options)) {
      run(crawl.get().directory(copy).persistence(options));
      assertThat(StoredCrawls.story(copy))
          .as("resumed from %s", copy)
          .isEqualTo(StoredCrawls.story(directory.resolve("whole")));
    }
  }

  /** Checks the pages alone, whose order is another one after a kill. */
  private void checkPages(Supplier<Crawler.Builder> crawl, long seed) {
    Persistence options = Persistence.builder().commitVisits(7).build();
    for (Path copy : killed(crawl, seed, options)) {
      run(crawl.get().directory(copy).persistence(options));
      assertThat(StoredCrawls.visited(copy))
          .as("resumed from %s", copy)
          .containsExactlyInAnyOrderElementsOf(StoredCrawls.visited(directory.resolve("whole")));
    }
  }

  /** Returns copies of a crawl's directory, each as a kill leaves it. */
  private List<Path> killed(Supplier<Crawler.Builder> crawl, long seed, Persistence options) {
    Path whole = directory.resolve("whole");
    var random = new SplittableRandom(seed);
    List<Path> copies = new ArrayList<>();
    CrawlListener copier =
        event -> {
          if (!(event instanceof CrawlEvent.Finished) && random.nextInt(60) == 0) {
            copies.add(StoredCrawls.copy(whole, directory.resolve("copy" + copies.size())));
          }
        };
    run(crawl.get().directory(whole).persistence(options).listener(copier));
    assertThat(copies).isNotEmpty();
    return copies;
  }

  /** Reports what it takes back. */
  private static final class ReportingFrontier extends RandomFrontier {

    private final Runnable listener;

    ReportingFrontier(Runnable listener) {
      super(new SplittableRandom(4));
      this.listener = listener;
    }

    @Override
    public void putBack(Candidate candidate) {
      super.putBack(candidate);
      listener.run();
    }
  }

  /** Creates {@link RandomFrontier}s with the crawl's random numbers. */
  public static class RandomFrontierProvider implements io.dowser.crawler.api.FrontierProvider {

    /** For the service loader. */
    public RandomFrontierProvider() {}

    @Override
    public String name() {
      return "random-order-for-tests";
    }

    @Override
    public Frontier create(io.dowser.crawler.api.Settings settings, CrawlContext context) {
      return new RandomFrontier(context.random());
    }
  }

  /** Likes hosts on which it has seen relevant pages, and says so after every tenth visit. */
  private static final class CountingScorer implements LearningScorer, Resumable {

    private final int[] relevant = new int[64];
    private int visits;

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return new PageScoring() {
        @Override
        public double score(Link link) {
          return relevant[host(link)];
        }

        @Override
        public LinkFeatures features(Link link) {
          return LinkFeatures.of(host(link));
        }
      };
    }

    private static int host(Link link) {
      return link.target().host().hashCode() & 63;
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      visits++;
      relevant[visit.url().host().hashCode() & 63] += visit.relevant() ? 1 : 0;
    }

    @Override
    public boolean modelMoved() {
      return visits % 10 == 0;
    }

    @Override
    public double rescore(Candidate candidate) {
      return relevant[candidate.features().get(0)];
    }

    @Override
    public void save(StateWriter out) throws IOException {
      out.writeInt(visits);
      for (int each : relevant) {
        out.writeInt(each);
      }
    }

    @Override
    public void restore(StateReader in) throws IOException {
      visits = in.readInt();
      for (int i = 0; i < relevant.length; i++) {
        relevant[i] = in.readInt();
      }
    }
  }
}

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What plugins know survives a restart, whatever kind of plugin it is. */
class ResumedStateTest {

  private static final RandomWeb LARGE =
      RandomWeb.builder(6).pages(1_200).hosts(30).linksPerPage(20).build();

  @TempDir Path directory;

  @Test
  void aFrontierThatCannotBeSavedIsReplayedFromTheBeginning() {
    // its own generator has a fixed seed; what counts is that it is given the same again
    checkAll(() -> web(8).frontier(new RandomFrontier(new SplittableRandom(4))), 8);
  }

  @Test
  void theCrawlsRandomNumbersContinueWhereTheyWere() {
    checkAll(() -> web(8).frontier("random-order-for-tests", Map.of()), 8);
  }

  @Test
  void aFrontierThatWasSavedOnTheWayContinues() {
    RandomWeb large = RandomWeb.builder(6).pages(1_200).hosts(30).linksPerPage(20).build();
    for (String frontier : List.of("best-first", "pagerank")) {
      Path whole = directory.resolve(frontier);
      List<Path> copies = new ArrayList<>();
      CrawlListener copier =
          event -> {
            boolean now = event instanceof CrawlEvent.Visited v && v.visit().number() == 1_100;
            if (now) {
              copies.add(StoredCrawls.copy(whole, directory.resolve(frontier + copies.size())));
            }
          };
      run(Crawls.of(large).frontier(frontier, Map.of()).directory(whole).listener(copier));
      assertThat(StoredCrawls.strings(whole, "SELECT DISTINCT name FROM state"))
          .contains("frontier");
      List<String> order = StoredCrawls.visited(whole);
      Path copy = copies.get(copies.size() - 1);
      assertThat(StoredCrawls.strings(copy, "SELECT DISTINCT name FROM state"))
          .contains("frontier");

      run(Crawls.of(large).frontier(frontier, Map.of()).directory(copy));

      assertThat(StoredCrawls.visited(copy)).isEqualTo(order);
    }
  }

  @Test
  void aFrontierThatWasSavedWhileHostsWereDelayedContinues() {
    RandomWeb web = RandomWeb.builder(6).pages(1_200).hosts(30).linksPerPage(20).build();
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == 1_150) {
            StoredCrawls.copy(directory.resolve("whole"), copy);
          }
        };
    Supplier<Crawler.Builder> slow = () -> Crawls.of(web).delay(Duration.ofMillis(10));
    Persistence often = Persistence.builder().commitVisits(1).build();
    run(slow.get().directory(directory.resolve("whole")).persistence(often).listener(copier));
    assertThat(StoredCrawls.strings(copy, "SELECT DISTINCT name FROM state")).contains("frontier");
    List<String> order = StoredCrawls.visited(copy);

    run(slow.get().directory(copy)); // an order of polls that is not repeated would be an error

    assertThat(order).hasSizeGreaterThan(1_100);
    assertThat(StoredCrawls.visited(directory.resolve("whole"))).startsWith(strings(order));
    assertThat(StoredCrawls.visited(copy)) // from there on the clock decides
        .startsWith(strings(order))
        .hasSize(1_200)
        .doesNotHaveDuplicates();
  }

  /** With 24,000 links, so that the frontier is saved twice on the way. */
  private Path boundedUntilVisit(int number) {
    Path copy = directory.resolve("copy");
    CrawlListener copier =
        event -> {
          if (event instanceof CrawlEvent.Visited v && v.visit().number() == number) {
            StoredCrawls.copy(directory.resolve("whole"), copy);
          }
        };
    run(bounded(LARGE).directory(directory.resolve("whole")).listener(copier));
    return copy;
  }

  private static Crawler.Builder bounded(RandomWeb web) {
    return Crawls.of(web)
        .persistence(Persistence.builder().commitVisits(10).frontierCapacity(20).build());
  }

  @Test
  void aFrontierThatWasSavedWithItsFileContinuesInTheSameOrder() throws IOException {
    Path copy = boundedUntilVisit(1_100);
    assertThat(StoredCrawls.copiesOfPending(copy)).hasSize(1);
    List<String> order = StoredCrawls.visited(directory.resolve("whole"));

    run(Crawls.of(LARGE).directory(copy));

    assertThat(StoredCrawls.visited(copy)).isEqualTo(order);
    assertThat(StoredCrawls.copiesOfPending(copy)).hasSizeLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFrontierWhoseFileIsMissingOrCutIsBuiltAnew(boolean missing) throws IOException {
    Path copy = boundedUntilVisit(1_100);
    Path pending = StoredCrawls.copiesOfPending(copy).get(0);
    if (missing) {
      Files.delete(pending);
    } else {
      Files.write(pending, new byte[100]);
    }

    run(Crawls.of(LARGE).directory(copy));

    assertThat(StoredCrawls.visited(copy))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(StoredCrawls.visited(directory.resolve("whole")));
  }

  @Test
  void aBoundedFrontierContinues() {
    checkAll(() -> web(8), 8, Persistence.builder().commitVisits(7).frontierCapacity(30).build());
  }

  @Test
  void aLearningScorerContinuesWithItsModel() {
    checkAll(() -> web(9).scorer(new CountingScorer()), 9);
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
    run(web(8).frontier(new ReplayedFrontier(() -> {})).directory(directory));
    List<String> story = StoredCrawls.story(directory);
    var handle = new CompletableFuture<CrawlHandle>();
    var reported = new AtomicInteger();
    var stopping =
        new ReplayedFrontier(
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
    run(web(8).frontier(new ReplayedFrontier(() -> {})).directory(directory));
    assertThat(StoredCrawls.story(directory)).isEqualTo(story);
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
    List<String> story = StoredCrawls.story(whole);
    assertThat(copies).isNotEmpty();
    for (Path copy : copies) {
      run(crawl.get().directory(copy).persistence(options));
      assertThat(StoredCrawls.story(copy)).as("resumed from %s", copy).isEqualTo(story);
    }
  }

  /** Reports that it observed a visit. */
  private static final class ReplayedFrontier extends RandomFrontier {

    private final Runnable listener;

    ReplayedFrontier(Runnable listener) {
      super(new SplittableRandom(4));
      this.listener = listener;
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      super.expand(visit, links);
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

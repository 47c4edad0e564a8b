package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A walk that is restored takes back what is pending, and continues with what it has learned. */
@Tag("slow")
class ResumeTest {

  private static final int POLLS = 500;

  private enum Kind {
    LAZY(true),
    LAZY_WITH_LOW_RANKS(false),
    THREE_WALKERS(true),
    WHEEL(true),
    FETCH_ON_EXPAND(false),
    FETCH_ON_EXPAND_WITH_LOW_RANKS(false),
    FETCH_ON_EXPAND_STRICT(false),
    ANNEALING(true);

    private final boolean losesNothing;

    Kind(boolean losesNothing) {
      this.losesNothing = losesNothing;
    }

    Frontier frontier(long seed) {
      var random = new SplittableRandom(seed);
      return switch (this) {
        case LAZY -> walk(random);
        case LAZY_WITH_LOW_RANKS -> walk(random, "rankLimit", "0.3", "suspendedCapacity", "40");
        case THREE_WALKERS ->
            walk(random, "walkers", "3", "schedule", "one-over-t", "newBand", "minimum");
        case WHEEL -> walk(random, "roulette", "cumulative-wheel");
        case FETCH_ON_EXPAND -> walk(random, "profile", "paper");
        case FETCH_ON_EXPAND_WITH_LOW_RANKS ->
            walk(random, "profile", "paper", "rankLimit", "0.3", "suspendedCapacity", "25");
        case FETCH_ON_EXPAND_STRICT -> walk(random, "profile", "paper-strict");
        case ANNEALING -> Walks.annealing(Map.of(), random);
      };
    }

    private static Frontier walk(RandomGenerator random, String... settings) {
      Map<String, String> all = new HashMap<>(Map.of("interval", "100"));
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      return Walks.walk(all, random);
    }
  }

  static Stream<Arguments> kindsAndSeeds() {
    int seeds = Boolean.getBoolean("dowser.exhaustive") ? 20 : 3;
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.iterate(1, seed -> seed <= seeds, seed -> seed + 1)
                    .map(seed -> Arguments.of(kind, (long) seed)));
  }

  /** Each state that is restored is older than the last visits. */
  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("kindsAndSeeds")
  void aWalkThatIsRestoredAgainAndAgainGivesEachLinkOnce(Kind kind, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    List<Long> polled = new ArrayList<>();
    Frontier frontier = kind.frontier(seed);
    var crawl = new RandomCrawl(seed);
    crawl.seeds().forEach(frontier::seed);
    for (int restart = 0; restart < 5; restart++) {
      crawl(frontier, crawl, POLLS / 5, polled);
      Frontier restored = copy(frontier, kind.frontier(-seed));
      crawl(frontier, crawl, random.nextInt(10), polled);
      crawl.pending().forEach(restored::putBack);
      frontier = restored;
    }
    crawl(frontier, crawl, Integer.MAX_VALUE, polled);

    assertThat(polled).doesNotHaveDuplicates().hasSizeGreaterThan(100);
    assertThat(frontier.size()).isZero();
    if (kind.losesNothing) {
      assertThat(crawl.pending()).isEmpty();
    }
  }

  @Test
  void whatTheWalkHasLearnedIsRestored() throws IOException {
    var saved = (WangLandauFrontier) Kind.THREE_WALKERS.frontier(1);
    var crawl = new RandomCrawl(1);
    crawl.seeds().forEach(saved::seed);
    crawl(saved, crawl, POLLS, new ArrayList<>());

    var restored = (WangLandauFrontier) copy(saved, Kind.THREE_WALKERS.frontier(-1));

    Walk walk = restored.sampler.walk;
    Walk before = saved.sampler.walk;
    assertThat(walk.steps).isEqualTo(before.steps).isPositive();
    assertThat(walk.lnF).isEqualTo(before.lnF);
    assertThat(walk.lnG).containsExactly(before.lnG);
    assertThat(walk.current).containsExactly(before.current);
    assertThat(restored.size()).isZero();
  }

  @Test
  void aWalkOfAnotherKindIsRefused() throws IOException {
    Frontier lazy = Kind.LAZY.frontier(1);
    Frontier fetching = Kind.FETCH_ON_EXPAND.frontier(1);
    Frontier three = Kind.THREE_WALKERS.frontier(1);
    Frontier strict = Kind.FETCH_ON_EXPAND_STRICT.frontier(1);

    assertThatThrownBy(() -> copy(lazy, fetching))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cost model");
    assertThatThrownBy(() -> copy(lazy, three))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("number of walkers must be 3 to 3, but was 1");
    assertThatThrownBy(() -> copy(strict, fetching))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("saved without ranks");
  }

  private static void crawl(Frontier frontier, RandomCrawl crawl, int polls, List<Long> polled) {
    for (int i = 0; i < polls; i++) {
      Optional<Candidate> next = frontier.poll(HostGate.OPEN);
      if (next.isEmpty()) {
        return;
      }
      polled.add(next.get().sequence());
      crawl.polled(next.get());
      List<ScoredLink> links = crawl.links(next.get());
      frontier.expand(crawl.visit(next.get(), links), links);
    }
  }

  private static Frontier copy(Frontier from, Frontier to) throws IOException {
    var bytes = new ByteArrayOutputStream();
    ((Resumable) from).save(StateWriter.to(bytes));
    var in = new ByteArrayInputStream(bytes.toByteArray());
    ((Resumable) to).restore(StateReader.from(in));
    assertThat(in.available()).as("bytes that restore left").isZero();
    return to;
  }
}

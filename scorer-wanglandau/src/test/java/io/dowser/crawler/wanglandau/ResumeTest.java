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
import io.dowser.crawler.wanglandau.WangLandauFrontier.NewBand;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Roulette;
import io.dowser.crawler.wanglandau.WangLandauFrontier.Schedule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A crawl that is saved and restored at any point continues as if nothing had happened. */
class ResumeTest {

  private static final int POLLS = 500;

  private enum Kind {
    LAZY,
    LAZY_WITH_LOW_RANKS,
    THREE_WALKERS,
    WHEEL,
    FETCH_ON_EXPAND,
    FETCH_ON_EXPAND_WITH_LOW_RANKS,
    FETCH_ON_EXPAND_STRICT,
    ANNEALING;

    Frontier frontier(long seed) {
      var random = new SplittableRandom(seed);
      WangLandauFrontier.Builder builder =
          WangLandauFrontier.builder().interval(100).random(random);
      return switch (this) {
        case LAZY -> builder.build();
        case LAZY_WITH_LOW_RANKS -> builder.rankLimit(0.3).suspendedCapacity(40).build();
        case THREE_WALKERS ->
            builder.walkers(3).schedule(Schedule.ONE_OVER_T).newBand(NewBand.MINIMUM).build();
        case WHEEL -> builder.roulette(Roulette.CUMULATIVE_WHEEL).build();
        case FETCH_ON_EXPAND -> builder.paper().build();
        case FETCH_ON_EXPAND_WITH_LOW_RANKS ->
            builder.paper().rankLimit(0.3).suspendedCapacity(25).build();
        case FETCH_ON_EXPAND_STRICT -> builder.paperStrict().build();
        case ANNEALING -> SimulatedAnnealingFrontier.builder().random(random).build();
      };
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

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("kindsAndSeeds")
  void aRestoredWalkPollsWhatTheSavedOneWouldHave(Kind kind, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    List<Long> whole = new ArrayList<>();
    Frontier uninterrupted = kind.frontier(seed);
    var crawl = new RandomCrawl(seed);
    crawl.seeds().forEach(uninterrupted::seed);
    crawl(uninterrupted, crawl, POLLS, whole);

    List<Long> resumed = new ArrayList<>();
    Frontier frontier = kind.frontier(seed);
    var again = new RandomCrawl(seed);
    again.seeds().forEach(frontier::seed);
    while (resumed.size() < whole.size()) {
      crawl(frontier, again, 1 + random.nextInt(POLLS / 5), resumed);
      int size = frontier.size();
      frontier = copy(frontier, kind.frontier(-seed));
      assertThat(frontier.size()).as("size after restore").isEqualTo(size);
    }

    assertThat(whole.size()).as("links polled").isGreaterThan(100);
    assertThat(resumed.subList(0, whole.size())).as("polls with seed %d", seed).isEqualTo(whole);
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

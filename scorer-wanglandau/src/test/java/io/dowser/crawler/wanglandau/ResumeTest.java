package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A crawl that is saved and restored at any point goes on as if nothing had happened. */
class ResumeTest {

  private static final int POLLS = 500;

  private enum Kind {
    LAZY(seed -> builder(seed).build()),
    LAZY_WITH_LOW_RANKS(seed -> builder(seed).rankLimit(0.3).parkedCapacity(40).build()),
    THREE_WALKERS(
        seed ->
            builder(seed)
                .walkers(3)
                .interval(50)
                .schedule(Schedule.ONE_OVER_T)
                .newBand(NewBand.MINIMUM)
                .build()),
    WHEEL(seed -> builder(seed).roulette(Roulette.CUMULATIVE_WHEEL).build()),
    FETCH_ON_EXPAND(seed -> builder(seed).paper().build()),
    FETCH_ON_EXPAND_WITH_LOW_RANKS(
        seed -> builder(seed).paper().rankLimit(0.3).parkedCapacity(25).build()),
    FETCH_ON_EXPAND_STRICT(seed -> builder(seed).paperStrict().build()),
    ANNEALING(
        seed -> SimulatedAnnealingFrontier.builder().random(new SplittableRandom(seed)).build());

    private final LongFunction<Frontier> maker;

    Kind(LongFunction<Frontier> maker) {
      this.maker = maker;
    }

    private static WangLandauFrontierBuilder builder(long seed) {
      return WangLandauFrontier.builder().interval(100).random(new SplittableRandom(seed));
    }
  }

  static Stream<Arguments> kindsAndSeeds() {
    int seeds = Boolean.getBoolean("dowser.exhaustive") ? 40 : 3;
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
    Frontier uninterrupted = kind.maker.apply(seed);
    var crawl = new RandomCrawl(seed);
    crawl.seeds().forEach(uninterrupted::seed);
    crawl(uninterrupted, crawl, POLLS, whole);

    List<Long> resumed = new ArrayList<>();
    Frontier frontier = kind.maker.apply(seed);
    var again = new RandomCrawl(seed);
    again.seeds().forEach(frontier::seed);
    while (resumed.size() < whole.size()) {
      crawl(frontier, again, 1 + random.nextInt(POLLS / 5), resumed);
      int size = frontier.size();
      frontier = copy(frontier, kind.maker.apply(-seed));
      assertThat(frontier.size()).as("size after restore").isEqualTo(size);
    }

    assertThat(whole.size()).as("links polled").isGreaterThan(100);
    assertThat(resumed.subList(0, whole.size())).as("polls with seed %d", seed).isEqualTo(whole);
  }

  @Test
  void aWalkOfAnotherKindIsRefused() throws IOException {
    Frontier lazy = Kind.LAZY.maker.apply(1);
    Frontier fetching = Kind.FETCH_ON_EXPAND.maker.apply(1);
    Frontier three = Kind.THREE_WALKERS.maker.apply(1);
    Frontier strict = Kind.FETCH_ON_EXPAND_STRICT.maker.apply(1);

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
    ((Resumable) from).save(new DataOutputStream(bytes));
    var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    ((Resumable) to).restore(in);
    assertThat(in.available()).as("bytes that restore left").isZero();
    return to;
  }
}

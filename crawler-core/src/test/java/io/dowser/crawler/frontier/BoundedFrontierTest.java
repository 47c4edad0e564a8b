package io.dowser.crawler.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedFrontierTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 300})
  void theOrderIsThatOfTheUnboundedFrontier(int capacity) {
    try (var bounded = BoundedFrontier.of(BestFirstFrontier.create(), capacity, directory)) {
      List<Candidate> polled = new Walk(bounded, capacity).run(400, 6).drain();

      assertThat(polled)
          .isEqualTo(new Walk(BestFirstFrontier.create(), capacity).run(400, 6).drain());
      assertThat(bounded.size()).isZero();
    }
  }

  @Test
  void theOrderByAgeIsThatOfTheUnboundedFrontier() {
    try (var bounded = BoundedFrontier.of(BreadthFirstFrontier.create(), 20, directory)) {
      assertThat(new Walk(bounded, 3).run(300, 6).drain())
          .isEqualTo(new Walk(BreadthFirstFrontier.create(), 3).run(300, 6).drain());
    }
  }

  @Test
  void aMillionWaitForAMemoryOfTenThousand() {
    int links = EXHAUSTIVE ? 20_000 : 400;
    int capacity = EXHAUSTIVE ? 10_000 : 200;
    int visits = 70; // about three in four of their links are new
    try (var bounded = BoundedFrontier.of(BestFirstFrontier.create(), capacity, directory)) {
      var walk = new Walk(bounded, 5).run(visits, links);

      assertThat(bounded.size()).isGreaterThanOrEqualTo(50 * links);
      assertThat(bounded.sizeInMemory()).isLessThanOrEqualTo(capacity);
      assertThat(walk.drain())
          .isEqualTo(new Walk(BestFirstFrontier.create(), 5).run(visits, links).drain());
    }
  }

  @Test
  void newScoresReachTheFileToo() {
    try (var bounded = BoundedFrontier.of(BestFirstFrontier.create(), 10, directory)) {
      var unbounded = BestFirstFrontier.create();
      Walk first = new Walk(bounded, 9).run(100, 5);
      Walk second = new Walk(unbounded, 9).run(100, 5);

      bounded.rekey(each -> each.sequence() * 7_919 % 31);
      unbounded.rekey(each -> each.sequence() * 7_919 % 31);

      assertThat(first.drain()).isEqualTo(second.drain());
    }
  }

  @Test
  void itGoesOnAfterARestart() throws IOException {
    try (var saved = BoundedFrontier.of(BestFirstFrontier.create(), 10, directory);
        var restored = BoundedFrontier.of(BestFirstFrontier.create(), 10, directory)) {
      Walk walk = new Walk(saved, 4).run(100, 5);
      var bytes = new ByteArrayOutputStream();
      saved.save(new DataOutputStream(bytes));

      restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

      assertThat(restored.size()).isEqualTo(saved.size());
      List<Candidate> rest = new ArrayList<>();
      for (var next = restored.poll(HostGate.OPEN);
          next.isPresent();
          next = restored.poll(HostGate.OPEN)) {
        rest.add(next.get());
      }
      List<Candidate> all = walk.drain();
      assertThat(rest).isEqualTo(all.subList(all.size() - rest.size(), all.size()));
    }
  }

  @Test
  void aFrontierWhoseOrderIsItsOwnIsRefused() {
    assertThatThrownBy(() -> BoundedFrontier.of(PageRankFrontier.create(), 10, directory))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("PageRankFrontier");
    assertThatThrownBy(() -> BoundedFrontier.of(BestFirstFrontier.create(), 0, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 0");
  }

  /** Visits what the frontier gives, each page with links to new and to known URLs. */
  private static final class Walk {

    private final Frontier frontier;
    private final SplittableRandom random;
    private final List<Candidate> polled = new ArrayList<>();
    private final java.util.BitSet gone = new java.util.BitSet();
    private int known = 1;

    Walk(Frontier frontier, long seed) {
      this.frontier = frontier;
      this.random = new SplittableRandom(seed);
      frontier.seed(Candidate.seed(CrawlUrl.of("http://host0.test/0"), 0));
    }

    Walk run(int visits, int links) {
      for (int i = 0; i < visits; i++) {
        Optional<Candidate> next = frontier.poll(HostGate.OPEN);
        if (next.isEmpty()) {
          return this;
        }
        visit(next.get(), links);
      }
      return this;
    }

    private void visit(Candidate candidate, int links) {
      polled.add(candidate);
      gone.set((int) candidate.sequence());
      List<ScoredLink> found = new ArrayList<>();
      var targets = new java.util.HashSet<Integer>();
      for (int i = 0; i < links; i++) {
        boolean fresh = random.nextInt(4) > 0;
        int target = fresh ? known++ : random.nextInt(known);
        if (!gone.get(target) && targets.add(target)) {
          found.add(CrawlFixtures.scoredLink(candidate(target, candidate), !fresh));
        }
      }
      Visit visit = CrawlFixtures.visit(polled.size(), CrawlFixtures.page(candidate, ""));
      frontier.expand(visit, found);
    }

    private Candidate candidate(int target, Candidate from) {
      return new Candidate(
          CrawlUrl.of("http://host" + target % 9 + ".test/" + target),
          target,
          from.depth() + 1,
          random.nextInt(50) / 10.0,
          random.nextInt(2),
          from.sequence(),
          Carry.of(from.depth()),
          LinkFeatures.of(target));
    }

    List<Candidate> drain() {
      for (var next = frontier.poll(HostGate.OPEN);
          next.isPresent();
          next = frontier.poll(HostGate.OPEN)) {
        polled.add(next.get());
      }
      return polled;
    }
  }
}

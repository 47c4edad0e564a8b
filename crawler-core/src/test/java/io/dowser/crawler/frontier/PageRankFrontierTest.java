package io.dowser.crawler.frontier;

import static io.dowser.crawler.frontier.Crawls.candidate;
import static io.dowser.crawler.frontier.Crawls.expand;
import static io.dowser.crawler.frontier.Crawls.restore;
import static io.dowser.crawler.frontier.Crawls.save;
import static io.dowser.crawler.frontier.Crawls.seed;
import static io.dowser.crawler.testkit.CrawlFixtures.drain;
import static io.dowser.crawler.testkit.CrawlFixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRankFrontierTest {

  private static final int PAGES = 120;

  private final PageRankFrontier frontier =
      new PageRankFrontier(HostGrouping.FULL_HOST, new IncrementalPageRank());

  @Test
  void pendingUrlRisesWhenMorePagesLinkToIt() {
    frontier.seed(seed("a", 0));
    frontier.seed(seed("b", 1));
    Candidate a = poll(frontier);
    Candidate b = poll(frontier);
    expand(frontier, a, candidate("x", 2, 9), candidate("y", 3, 1));
    expand(frontier, b, candidate("y", 3, 1));

    // the rank of y is 0.15 + 0.85 * (0.15 / 2 + 0.15), that of x 0.15 + 0.85 * 0.15 / 2
    assertThat(drain(frontier)).containsExactly(3L, 2L);
  }

  @Test
  void equalRanksGoByAgeWhateverTheScores() {
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), candidate("y", 2, 1), candidate("x", 1, 9));

    frontier.rekey(candidate -> candidate.sequence());

    assertThat(drain(frontier)).containsExactly(1L, 2L);
  }

  @Test
  void linksToVisitedPagesTakeTheirShareOfTheRank() {
    frontier.seed(seed("a", 0));
    frontier.seed(seed("b", 1));
    Candidate a = poll(frontier);
    Candidate b = poll(frontier);
    expand(frontier, a, new int[] {1, 2}, candidate("x", 2, 1)); // half of a's rank goes to b
    expand(frontier, b, new int[] {3}, candidate("y", 3, 1));

    // b has 0.15 + 0.85 * 0.15 / 2 and hands all of it to y
    assertThat(drain(frontier)).containsExactly(3L, 2L);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {61, 62, 63})
  void servesTheHighestRankOfTheGraphKnownSoFar(long seed) {
    int[][] web = web(new SplittableRandom(seed));
    var pending = new HashSet<Integer>();
    var crawled = new HashMap<Integer, int[]>();
    frontier.seed(seed("h", 0));
    Candidate next = poll(frontier);
    while (true) {
      int page = (int) next.sequence();
      visit(next, web[page], pending, crawled);
      if (pending.isEmpty()) {
        break;
      }
      double[] ranks = denseRanks(crawled);
      next = poll(frontier);
      pending.remove((int) next.sequence());
      double best = pending.stream().mapToDouble(node -> ranks[node]).max().orElse(0);
      assertThat(ranks[(int) next.sequence()])
          .isGreaterThan(best - 4 * IncrementalPageRank.DEFAULT_EPS);
    }
    assertThat(crawled).hasSizeGreaterThan(PAGES / 2);
  }

  @Test
  void restoredFrontierServesTheSameOrder() throws IOException {
    int[][] web = web(new SplittableRandom(64));
    var pending = new HashSet<Integer>();
    var crawled = new HashMap<Integer, int[]>();
    frontier.seed(seed("h", 0));
    for (int i = 0; i < 30; i++) {
      Candidate next = poll(frontier);
      pending.remove((int) next.sequence());
      visit(next, web[(int) next.sequence()], pending, crawled);
    }

    PageRankFrontier second =
        restore(
            new PageRankFrontier(HostGrouping.FULL_HOST, new IncrementalPageRank()),
            save(frontier));
    assertThat(second.size()).isZero();
    pending.forEach(node -> second.putBack(candidate("h" + node % 7, node, 0)));

    for (int i = 0; i < 50; i++) {
      Candidate next = poll(frontier);
      assertThat(poll(second)).isEqualTo(next);
      Candidate[] links = newLinks(next, web, crawled);
      int[] targets = web[(int) next.sequence()];
      expand(frontier, next, targets, links);
      expand(second, next, targets, links);
    }
  }

  @Test
  void truncatedStateIsRefused() throws IOException {
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), candidate("a", 1, 1), candidate("b", 2, 2));
    byte[] saved = save(frontier);

    for (int length = 0; length < saved.length; length++) {
      byte[] cut = Arrays.copyOf(saved, length);
      assertThatThrownBy(() -> restore(frontier, cut))
          .as("%d bytes", length)
          .isInstanceOf(IOException.class);
      assertThat(frontier.size()).isZero();
    }
  }

  @Test
  void sequenceNumberBeyondTheGraphIsRefused() {
    assertThatThrownBy(() -> frontier.seed(seed("a", 1L << 40)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("sequence numbers must be below 2^31, but one was 1099511627776");
  }

  private void visit(
      Candidate next, int[] targets, Set<Integer> pending, Map<Integer, int[]> crawled) {
    crawled.put((int) next.sequence(), targets);
    Candidate[] links =
        Arrays.stream(targets)
            .filter(target -> !crawled.containsKey(target))
            .mapToObj(target -> candidate("h" + target % 7, target, 0))
            .toArray(Candidate[]::new);
    Arrays.stream(links).forEach(link -> pending.add((int) link.sequence()));
    expand(frontier, next, targets, links);
  }

  private static Candidate[] newLinks(Candidate page, int[][] web, Map<Integer, int[]> crawled) {
    crawled.put((int) page.sequence(), web[(int) page.sequence()]);
    return Arrays.stream(web[(int) page.sequence()])
        .filter(target -> !crawled.containsKey(target))
        .mapToObj(target -> candidate("h" + target % 7, target, 0))
        .toArray(Candidate[]::new);
  }

  private static int[][] web(SplittableRandom random) {
    int[][] web = new int[PAGES][];
    for (int page = 0; page < PAGES; page++) {
      // small numbers are linked to more often, so that ranks differ
      web[page] =
          random
              .doubles(1 + random.nextInt(8))
              .mapToInt(u -> (int) (PAGES * u * u))
              .distinct()
              .toArray();
    }
    return web;
  }

  private static double[] denseRanks(Map<Integer, int[]> crawled) {
    double[] ranks = new double[PAGES];
    for (int round = 0; round < 100; round++) {
      double[] next = new double[PAGES];
      Arrays.fill(next, 0.15);
      crawled.forEach((page, targets) -> spread(next, targets, page, ranks[page]));
      System.arraycopy(next, 0, ranks, 0, PAGES);
    }
    return ranks;
  }

  private static void spread(double[] next, int[] targets, int page, double rank) {
    long count = Arrays.stream(targets).filter(target -> target != page).count();
    for (int target : targets) {
      next[target] += target == page ? 0 : 0.85 * rank / count;
    }
  }
}

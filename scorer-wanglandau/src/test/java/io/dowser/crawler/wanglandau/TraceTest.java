package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The walks that were worked out by hand. */
class TraceTest {

  private static final double THRESHOLD = 0.62;

  /** The web of the first trace: name, host, relevance, and the names of its links. */
  private static final Map<String, Page> WEB =
      Map.of(
          "s1", Page.of("a", 0.80, "c1", "c2", "c3", "c4"),
          "s2", Page.of("b", 0.64, "d1", "d2"),
          "c1", Page.of("a", 0.70),
          "c2", Page.of("a", 0.25),
          "c3", Page.of("b", 0.10),
          "c4", Page.of("c", 0.82),
          "d1", Page.of("b", 0.66, "e1"),
          "d2", Page.of("b", 0.62),
          "e1", Page.of("d", 0.661));

  private static final List<String> NAMES =
      List.of("s1", "s2", "c1", "c2", "c3", "c4", "d1", "d2", "e1");

  private record Page(String host, double relevance, List<String> links) {

    static Page of(String host, double relevance, String... links) {
      return new Page(host, relevance, List.of(links));
    }
  }

  private long visits;

  /** What a step of the first trace ends with. */
  private record Step(
      Map<Integer, Double> lnG,
      Map<Integer, Long> visits,
      long kept,
      long fetched,
      long relevant) {}

  private long fetched;
  private long kept;
  private long relevantKept;

  private Step step(WangLandauFrontier frontier) {
    Walk walk = frontier.sampler.walk;
    return new Step(lnG(walk), visits(walk), kept, fetched, relevantKept);
  }

  @Test
  void theCrawlThatFetchesOnExpansionGoesAsWorkedOutStepByStep() {
    var random = new ScriptedRandom(0.0, 0.4, 0.0, 0.9, 0.0, 0.1, 0.5, 0.5, 0.55, 0.05, 0.45, 0.0);
    WangLandauFrontier frontier = fetching(random);
    List<Step> steps = new ArrayList<>();
    // each step draws two numbers, so the first of them finds the frontier as the step before left
    // it
    random.before(place -> steps.addAll(place % 2 == 0 ? List.of(step(frontier)) : List.of()));
    frontier.seed(Candidate.seed(url("s1"), 0));
    frontier.seed(Candidate.seed(url("s2"), 1));

    crawl(frontier, "s1", "s2", "c1", "c2", "c3", "c4", "d1", "d2", "e1");
    assertThat(frontier.poll(HostGate.OPEN)).as("poll after step 6, the last one").isEmpty();

    steps.add(step(frontier));
    assertThat(random.left()).isZero();
    assertThat(steps)
        .containsExactly(
            new Step(Map.of(40, 0.0), Map.of(40, 1L), 0, 0, 0),
            new Step(Map.of(40, 1.0), Map.of(40, 2L), 3, 4, 2),
            new Step(Map.of(40, 1.0, 41, 1.0), Map.of(40, 2L, 41, 2L), 3, 4, 2),
            new Step(Map.of(40, 1.0, 41, 1.0, 32, 1.0), Map.of(40, 2L, 41, 2L, 32, 2L), 5, 6, 4),
            new Step(
                Map.of(40, 1.0, 41, 1.0, 32, 1.0, 33, 1.0),
                Map.of(40, 2L, 41, 2L, 32, 2L, 33, 2L),
                6,
                7,
                5),
            new Step(
                Map.of(40, 1.0, 41, 1.0, 32, 1.0, 33, 2.0),
                Map.of(40, 2L, 41, 2L, 32, 2L, 33, 3L),
                6,
                7,
                5),
            new Step(
                Map.of(40, 1.0, 41, 1.0, 32, 1.0, 33, 2.0, 31, 1.0),
                Map.of(40, 2L, 41, 2L, 32, 2L, 33, 3L, 31, 2L),
                6,
                7,
                5));
    assertThat(frontier.sampler.walk.steps).as("each proposal is accepted").isEqualTo(6);
    assertThat(frontier.pending.queue.size()).as("c1 and c2").isEqualTo(2);
  }

  @Test
  void eachStepHasTheWinnerAndTheMeanThatWereWorkedOut() {
    var random = new ScriptedRandom(0.0, 0.4, 0.0, 0.9, 0.0, 0.1, 0.5, 0.5, 0.55, 0.05, 0.45, 0.0);
    Sampler sampler = queued(random);
    List<String> taken = new ArrayList<>();
    String[] winners = {"a", "c", "b", "b", "d", "b"};
    double[] means = {0.8, 0.82, 0.64, 0.64, 0.661, 0.62};
    for (int step = 0; step < 6; step++) {
      Region proposing = requireNonNull(sampler.links.queue.competition.winner(HostGate.OPEN));
      assertThat(proposing.name)
          .as("winner of step %d", step + 1)
          .isEqualTo(winners[step] + ".example");
      assertThat(proposing.mean())
          .as("mean of step %d", step + 1)
          .isCloseTo(means[step], within(1e-9));
      Candidate page = sampler.next(HostGate.OPEN).orElseThrow();
      String name = NAMES.get((int) page.sequence());
      taken.add(name);
      for (String link : web(name).links()) {
        if (web(link).relevance() >= 0.2) {
          sampler.links.offer(page(link));
        }
      }
    }

    assertThat(taken).containsExactly("s1", "c4", "s2", "d1", "e1", "d2");
    Walk walk = sampler.walk;
    assertThat(lnG(walk)).isEqualTo(Map.of(40, 1.0, 41, 1.0, 32, 1.0, 33, 2.0, 31, 1.0));
    assertThat(visits(walk)).isEqualTo(Map.of(40, 2L, 41, 2L, 32, 2L, 33, 3L, 31, 2L));
    RegionQueue left = sampler.links.queue;
    assertThat(left.contains(2) && left.contains(3)).as("c1 and c2 are left").isTrue();
    assertThat(left.size()).isEqualTo(2);
    Region winner = left.competition.winner(HostGate.OPEN);
    assertThat(requireNonNull(winner).name).isEqualTo("a.example");
    assertThat(winner.mean()).isCloseTo(0.475, within(1e-9));
    assertThat(random.left()).isZero();
  }

  @Test
  void refusalsRaiseTheBandOfTheCurrentLinkUntilAProposalIsAccepted() {
    var random = new ScriptedRandom(0.10, 0.50, 0.20, 0.20, 0.05, 0.10);
    Sampler sampler = sampler(random);
    WangLandauFrontier frontier = oneHost(sampler, 0.66, 0.63, 0.67);
    Walk walk = sampler.walk;
    given(walk, 31, 1, 2);
    given(walk, 33, 4, 5);
    walk.moveTo(0, 0.62);
    List<Double> lnG = new ArrayList<>();
    random.before(place -> lnG.add(walk.lnG[31]));

    Candidate taken = frontier.poll(HostGate.OPEN).orElseThrow();

    assertThat(taken.sequence()).as("x").isZero();
    assertThat(lnG)
        .as("ln g at each draw of u and r")
        .containsExactly(1.0, 1.0, 2.0, 2.0, 3.0, 3.0);
    assertThat(Walk.acceptance(1, 4)).isCloseTo(0.0497871, within(5e-8));
    assertThat(Walk.acceptance(2, 4)).isCloseTo(0.135335, within(5e-7));
    assertThat(Walk.acceptance(3, 4)).isCloseTo(0.367879, within(5e-7));
    assertThat(lnG(walk)).isEqualTo(Map.of(31, 3.0, 33, 5.0));
    assertThat(visits(walk)).isEqualTo(Map.of(31, 4L, 33, 6L));
    assertThat(walk.current[0]).isEqualTo(0.66);
    assertThat(random.left()).isZero();
  }

  @Test
  void bordersOfTheWheelAreTheCumulatedShares() {
    double below = 1e-6;
    double[] borders = {0.336735, 0.658163};
    for (int border = 0; border < 2; border++) {
      assertThat(drawn(borders[border] - below)).isEqualTo(border);
      assertThat(drawn(borders[border] + below)).isEqualTo(border + 1);
    }
    assertThat(drawn(Math.nextDown(1.0))).isEqualTo(2);
  }

  private static long drawn(double u) {
    WangLandauFrontier frontier = oneHost(sampler(new ScriptedRandom(u, 0)), 0.66, 0.63, 0.67);
    return frontier.poll(HostGate.OPEN).orElseThrow().sequence();
  }

  @Test
  void afterFiveRefusalsTheBestLinkIsTaken() {
    // z has the best score and is never drawn; x is the only link of band 33 that is proposed
    var random = new ScriptedRandom(0, 0.9, 0, 0.9, 0, 0.9, 0, 0.9, 0, 0.9);
    Sampler sampler = sampler(random);
    WangLandauFrontier frontier = oneHost(sampler, 0.66, 0.63, 0.67);
    Walk walk = sampler.walk;
    given(walk, 31, 1, 2);
    given(walk, 33, 20, 5);
    walk.moveTo(0, 0.62);
    List<Double> acceptance = new ArrayList<>();
    random.before(place -> acceptance.add(Walk.acceptance(walk.lnG[31], walk.lnG[33])));

    Candidate taken = frontier.poll(HostGate.OPEN).orElseThrow();

    assertThat(taken.sequence()).as("z").isEqualTo(2);
    double[] expected = {5.6028e-09, 1.523e-08, 4.13994e-08, 1.12535e-07, 3.05902e-07};
    for (int i = 0; i < 5; i++) {
      assertThat(acceptance.get(2 * i + 1)).isCloseTo(expected[i], within(expected[i] * 1e-5));
    }
    assertThat(lnG(walk)).as("the forced take adds nothing").isEqualTo(Map.of(31, 6.0, 33, 20.0));
    assertThat(visits(walk)).isEqualTo(Map.of(31, 7L, 33, 5L));
    assertThat(walk.current[0]).isEqualTo(0.67);
    assertThat(walk.steps).as("refusals before the forced take").isEqualTo(5);
  }

  private static Page web(String name) {
    return requireNonNull(WEB.get(name), name);
  }

  /** Polls and visits; the polls must be these, in this order. */
  private void crawl(WangLandauFrontier frontier, String... names) {
    List<String> polled = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      Optional<Candidate> next = frontier.poll(HostGate.OPEN);
      assertThat(next).as("poll for %s", names[i]).isPresent();
      String name = NAMES.get((int) next.get().sequence());
      polled.add(name);
      visit(frontier, next.get(), name);
    }
    assertThat(polled).containsExactly(names);
  }

  private void visit(WangLandauFrontier frontier, Candidate candidate, String name) {
    Page page = web(name);
    List<ScoredLink> links = new ArrayList<>();
    for (String link : page.links()) {
      links.add(CrawlFixtures.scoredLink(link(link, candidate), false));
    }
    AnalyzedPage analyzed = CrawlFixtures.page(candidate, "").withRelevance(page.relevance(), true);
    Visit visit = CrawlFixtures.visit(++visits, analyzed);
    boolean relevant = page.relevance() >= THRESHOLD;
    Visit judged = Visits.judged(visit, relevant);
    frontier.expand(judged, links);
    if (!candidate.isSeed()) { // DP and LP leave seeds out, and pages below the queue's relevance
      fetched++;
      boolean isKept = ((FetchingWalk) frontier).relevance(judged) >= 0.2;
      kept += isKept ? 1 : 0;
      relevantKept += isKept && relevant ? 1 : 0;
    }
  }

  private static Map<Integer, Double> lnG(Walk walk) {
    return seen(walk).collect(toMap(band -> band, band -> walk.lnG[band]));
  }

  private static Map<Integer, Long> visits(Walk walk) {
    return seen(walk).collect(toMap(band -> band, band -> walk.visits[band]));
  }

  private static Stream<Integer> seen(Walk walk) {
    return IntStream.range(0, walk.seen.length).filter(band -> walk.seen[band]).boxed();
  }

  private static WangLandauFrontier fetching(ScriptedRandom random) {
    return Walks.walk(
        Map.of(
            "profile", "paper",
            "anchorWeight", "0",
            "stepLimit", "5", // exceeded after six steps
            "roulette", "cumulative-wheel"),
        random);
  }

  /** The seeds as they wait once they were downloaded. */
  private static Sampler queued(ScriptedRandom random) {
    Sampler sampler =
        Walks.sampler(Map.of("profile", "paper", "roulette", "cumulative-wheel"), random);
    sampler.links.offer(page("s1"));
    sampler.links.offer(page("s2"));
    return sampler;
  }

  private static Sampler sampler(ScriptedRandom random) {
    return Walks.sampler(Map.of("roulette", "cumulative-wheel"), random);
  }

  /** A frontier in which links of one host wait. */
  private static WangLandauFrontier oneHost(Sampler sampler, double... scores) {
    var frontier = new LazyWalk(sampler);
    for (int i = 0; i < scores.length; i++) {
      frontier.abandon(
          CrawlFixtures.candidate("http://h.example/" + i, i, scores[i]), AbandonReason.STOPPED);
    }
    return frontier;
  }

  private static void given(Walk walk, int band, double lnG, long visits) {
    walk.touch(band);
    walk.lnG[band] = lnG;
    walk.visits[band] = visits;
  }

  private static Candidate page(String name) {
    return CrawlFixtures.candidate(
        url(name).toString(), NAMES.indexOf(name), web(name).relevance());
  }

  private static Candidate link(String name, Candidate from) {
    return new Candidate(
        url(name),
        NAMES.indexOf(name),
        from.depth() + 1,
        0,
        0,
        from.sequence(),
        PathState.NONE,
        LinkFeatures.NONE);
  }

  private static CrawlUrl url(String name) {
    return CrawlUrl.of("http://" + web(name).host() + ".example/" + name);
  }
}

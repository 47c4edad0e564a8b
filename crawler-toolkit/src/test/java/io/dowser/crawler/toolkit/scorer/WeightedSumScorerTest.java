package io.dowser.crawler.toolkit.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WeightedSumScorerTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");
  private static final CrawlUrl TARGET = CrawlUrl.of("http://b.example/x");

  @Nested
  class WeightedSum {

    private final LinkScorer length = page -> link -> link.anchorText().length();
    private final LinkScorer depth = page -> link -> page.arrival().depth();

    @Test
    void addsWeightedScoresAndTieBreaks() {
      LinkScorer sum =
          WeightedSumScorer.builder()
              .add("length", length, 2, false)
              .add("even", new Even(), 0.5, false)
              .build();
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abcd");
      PageScoring scoring = sum.forPage(page);
      Link link = page.links().get(0);

      assertThat(scoring.score(link)).isEqualTo(2 * 4 + 0.5 * 1);
      assertThat(scoring.tieBreak(link)).isEqualTo(0.5 * 7);
      assertThat(scoring.pathState()).isEqualTo(PathState.NONE);
      assertThat(scoring.features(link)).isEqualTo(LinkFeatures.NONE);
    }

    @Test
    void explainsItselfAsASumOfItsPartsWithTheirOwnExplanations() {
      LinkScorer sum =
          WeightedSumScorer.builder()
              .add("length", length, 2, false)
              .add("depth", depth, 0.25, false)
              .build();
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abcd");

      assertThat(sum.forPage(page).explain(page.links().get(0)).toTree())
          .isEqualTo(
              """
              weighted sum = 8.75
                2.0 x length = 8.0
                  score = 4.0
                0.25 x depth = 0.75
                  score = 3.0\
              """);
    }

    @Test
    void showsEachPartItsOwnPathStateAgain() {
      var one = new PathStateRecorder(PathState.of(1));
      var none = new PathStateRecorder(PathState.NONE);
      var three = new PathStateRecorder(PathState.of(-5, 0.5, 7));
      LinkScorer sum =
          WeightedSumScorer.builder()
              .add("1", one, 1, false)
              .add("0", none, 1, false)
              .add("3", three, 1, false)
              .build();

      PathState joined =
          sum.forPage(page(arrival(PathState.NONE, LinkFeatures.NONE), "a")).pathState();
      sum.forPage(page(arrival(joined, LinkFeatures.NONE), "a"));

      assertThat(one.seen).containsExactly(PathState.NONE, PathState.of(1));
      assertThat(none.seen).containsExactly(PathState.NONE, PathState.NONE);
      assertThat(three.seen).containsExactly(PathState.NONE, PathState.of(-5, 0.5, 7));
    }

    @Test
    void sumsOfSumsKeepPathStatesApartToo() {
      var inner = new PathStateRecorder(PathState.of(1, 2));
      var outer = new PathStateRecorder(PathState.of(3));
      LinkScorer nested = WeightedSumScorer.builder().add("inner", inner, 1, false).build();
      LinkScorer sum =
          WeightedSumScorer.builder()
              .add("outer", outer, 1, false)
              .add("nested", nested, 1, false)
              .build();

      PathState joined =
          sum.forPage(page(arrival(PathState.NONE, LinkFeatures.NONE), "a")).pathState();
      sum.forPage(page(arrival(joined, LinkFeatures.NONE), "a"));

      assertThat(inner.seen).last().isEqualTo(PathState.of(1, 2));
      assertThat(outer.seen).last().isEqualTo(PathState.of(3));
    }

    @Test
    void refusesAPathStateOfAnotherSum() {
      LinkScorer sum =
          WeightedSumScorer.builder().add("a", depth, 1, false).add("b", length, 1, false).build();

      for (PathState foreign :
          List.of(
              PathState.of(1),
              PathState.of(1, 1, 9),
              PathState.of(0.5, 0.5, 1),
              PathState.of(-1, 2, 1))) {
        assertThatThrownBy(() -> sum.forPage(page(arrival(foreign, LinkFeatures.NONE), "a")))
            .isInstanceOf(CrawlException.class)
            .hasMessageContaining("not those of a weighted sum of [a, b]");
      }
    }

    @Test
    void refusesMorePathStateThanOnePageMayHave() {
      LinkScorer sum =
          WeightedSumScorer.builder()
              .add("a", new PathStateRecorder(PathState.of(new double[256])), 1, false)
              .build();
      PageScoring scoring = sum.forPage(page(arrival(PathState.NONE, LinkFeatures.NONE), "a"));

      assertThatThrownBy(scoring::pathState)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("values must be at most 256 numbers, but were 257");
    }

    @Test
    void refusesBadPartsAtTheCall() {
      var builder = WeightedSumScorer.builder().add("length", length, 1, false);

      assertThatThrownBy(() -> builder.add("length", depth, 1, false))
          .hasMessageContaining("'length'");
      assertThatThrownBy(() -> builder.add(" ", depth, 1, false)).hasMessageContaining("blank");
      assertThatThrownBy(() -> builder.add("nan", depth, Double.NaN, false))
          .hasMessage("weight must be above 0 and finite, but was NaN");
      assertThatThrownBy(() -> builder.add("zero", depth, 0, false))
          .hasMessage("weight must be above 0 and finite, but was 0.0");
      assertThatThrownBy(() -> WeightedSumScorer.builder().build())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a weighted sum needs at least one part");
    }

    @Test
    void keepsScoresAndLeavesNoFeaturesUnlessAPartLearns() {
      WeightedSumScorer sum = WeightedSumScorer.builder().add("length", length, 1, false).build();
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abcd");

      assertThat(sum.modelMoved()).isFalse();
      assertThat(sum.forPage(page).features(page.links().get(0))).isEqualTo(LinkFeatures.NONE);
      assertThat(sum.rescore(page.arrival())).isEqualTo(page.arrival().score());
    }

    @Test
    void reportsVisitsToPartsThatObserveWithWhatIsTheirs() {
      var first = new Learner(10);
      var second = new Learner(100);
      LearningScorer sum = sumOf(first, second);
      AnalyzedPage parent = page(arrival(PathState.NONE, LinkFeatures.NONE), "abc");
      PageScoring scoring = sum.forPage(parent);
      Link link = parent.links().get(0);
      AnalyzedPage child = page(arrival(scoring.pathState(), scoring.features(link)), "a");

      sum.learn(visit(child), List.of(new ScoredLink(link, child.arrival(), true)));
      sum.abandoned(child.arrival(), AbandonReason.FETCH_FAILED);

      assertThat(first.visits).singleElement().matches(visit -> sees(visit, 10));
      assertThat(second.visits).singleElement().matches(visit -> sees(visit, 100));
      assertThat(first.links).containsExactly(LinkFeatures.of(3, 10), LinkFeatures.of(3, 10));
      assertThat(second.links).containsExactly(LinkFeatures.of(3, 100), LinkFeatures.of(3, 100));
    }

    private boolean sees(Visit visit, int own) {
      LinkFeatures features = LinkFeatures.of(3, own);
      return visit.candidate().features().equals(features)
          && visit.page().arrival().features().equals(features)
          && visit.page().arrival().pathState().equals(PathState.of(own));
    }

    @Test
    void rescoresToTheSameSumWhileNoModelHasMoved() {
      LearningScorer sum = sumOf(new Learner(0.1), new Learner(0.7));
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abc");
      PageScoring scoring = sum.forPage(page);
      Link link = page.links().get(0);

      Candidate pending = arrival(scoring.pathState(), scoring.features(link));

      assertThat(sum.rescore(pending)).isEqualTo(scoring.score(link));
    }

    @Test
    void rescoresLearningPartsByTheirNewModelAndOthersByTheirOldScore() {
      var first = new Learner(2);
      LearningScorer sum =
          (LearningScorer)
              WeightedSumScorer.builder()
                  .add("learner", first, 1, false)
                  .add("length", length, 0.3, false)
                  .build();
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abc");
      PageScoring scoring = sum.forPage(page);
      Candidate pending = arrival(scoring.pathState(), scoring.features(page.links().get(0)));
      first.factor = 5;

      assertThat(sum.rescore(pending)).isEqualTo(5 * 3 + 0.3 * 3);
    }

    @Test
    void hasMovedIfAnyPartHasAndAsksEachPart() {
      var first = new Learner(1);
      var second = new Learner(1);
      LearningScorer sum = sumOf(first, second);
      first.moved = true;
      second.moved = true;

      assertThat(sum.modelMoved()).isTrue();
      assertThat(sum.modelMoved()).isFalse();
    }

    @Test
    void refusesFeaturesOfAnotherScorer() {
      LearningScorer sum = sumOf(new Learner(1), new Learner(1));

      for (LinkFeatures foreign : List.of(LinkFeatures.of(7), LinkFeatures.of(-1, 3, 0, 0))) {
        assertThatThrownBy(() -> sum.rescore(arrival(PathState.NONE, foreign)))
            .isInstanceOf(CrawlException.class)
            .hasMessageContaining(
                "not those of a weighted sum of [first with state, length, second with state]");
      }
    }

    @Test
    void savesAndRestoresThePartsThatCan() throws IOException {
      var learner = new Learner(4);
      var saved =
          (Resumable)
              WeightedSumScorer.builder()
                  .add("l", length, 1, false)
                  .add("x", learner, 1, false)
                  .build();
      var fresh = new Learner(0);
      var restored =
          (Resumable)
              WeightedSumScorer.builder()
                  .add("l", length, 1, false)
                  .add("x", fresh, 1, false)
                  .build();

      restored.restore(input(bytes(saved)));

      assertThat(fresh.factor).isEqualTo(4);
    }

    @Test
    void refusesTheStateOfAnotherSum() throws IOException {
      byte[] one =
          bytes((Resumable) WeightedSumScorer.builder().add("l", length, 1, false).build());
      var two =
          (Resumable)
              WeightedSumScorer.builder()
                  .add("l", length, 1, false)
                  .add("d", depth, 1, false)
                  .build();
      WeightedSumScorer other = WeightedSumScorer.builder().add("x", length, 1, false).build();
      WeightedSumScorer learning =
          WeightedSumScorer.builder().add("l", new Learner(1), 1, false).build();

      assertThatThrownBy(() -> two.restore(input(one)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("parts must be l, d, but were l");
      assertThatThrownBy(() -> other.restore(input(one)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("parts must be x, but were l");
      assertThatThrownBy(() -> learning.restore(input(one)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("parts must be l with state, but were l");
    }

    private LearningScorer sumOf(LinkScorer first, LinkScorer second) {
      return (LearningScorer)
          WeightedSumScorer.builder()
              .add("first", first, 0.25, false)
              .add("length", length, 3, false)
              .add("second", second, 0.5, false)
              .build();
    }
  }

  @Nested
  class Squashed {

    @Test
    void isTheLogisticFunction() {
      assertThat(squash(0)).isEqualTo(0.5);
      assertThat(squash(1)).isCloseTo(0.731058578630005, within(1e-15));
      assertThat(squash(-700)).isCloseTo(9.85967654375977e-305, within(1e-318));
    }

    @Test
    void saturatesFromLogOddsOf37() {
      assertThat(squash(36)).isLessThan(1);
      assertThat(squash(37)).isEqualTo(1);
      assertThat(squash(1e300)).isEqualTo(1);
      assertThat(squash(-746)).isEqualTo(0);
      assertThat(squash(-1e300)).isEqualTo(0);
    }

    @Test
    void breaksTiesByLogOddsSoThatTheOrderStays() {
      LinkScorer squashed = squashed(page -> link -> 40 + link.anchorText().length());
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "a", "abc");
      PageScoring scoring = squashed.forPage(page);

      assertThat(scoring.score(page.links().get(0))).isEqualTo(scoring.score(page.links().get(1)));
      assertThat(scoring.tieBreak(page.links().get(0))).isEqualTo(41);
      assertThat(scoring.tieBreak(page.links().get(1))).isEqualTo(43);
    }

    @Test
    void passesDownPathStateAndExplanation() {
      var carrying = new PathStateRecorder(PathState.of(1, 2));
      AnalyzedPage page = page(arrival(PathState.of(1, 7), LinkFeatures.NONE), "a");
      PageScoring scoring = squashed(carrying).forPage(page);

      assertThat(scoring.pathState()).isEqualTo(PathState.of(2, 1, 2));
      assertThat(carrying.seen).containsExactly(PathState.of(7));
      assertThat(scoring.explain(page.links().get(0)).parts())
          .containsExactly(
              new Explanation("1.0 x logistic part", 0.5, List.of(Explanation.of("score", 0))));
    }

    @Test
    void learnsIfTheScorerInsideLearns() throws IOException {
      var learner = new Learner(2);
      WeightedSumScorer squashed = squashed(learner);
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "abc");
      PageScoring scoring = squashed.forPage(page);
      Candidate pending = arrival(PathState.NONE, scoring.features(page.links().get(0)));
      squashed.learn(visit(page), List.of());
      learner.moved = true;
      var fresh = new Learner(0);
      squashed(fresh).restore(input(bytes(squashed)));

      assertThat(squashed.rescore(pending)).isEqualTo(scoring.score(page.links().get(0)));
      assertThat(squashed.modelMoved()).isTrue();
      assertThat(squashed.modelMoved()).isFalse();
      assertThat(learner.visits).hasSize(1);
      assertThat(fresh.factor).isEqualTo(2);
    }

    private WeightedSumScorer squashed(LinkScorer scorer) {
      return WeightedSumScorer.builder().add("part", scorer, 1, true).build();
    }

    private double squash(double logOdds) {
      AnalyzedPage page = page(arrival(PathState.NONE, LinkFeatures.NONE), "a");
      return squashed(p -> link -> logOdds).forPage(page).score(page.links().get(0));
    }
  }

  private static Candidate arrival(PathState pathState, LinkFeatures features) {
    return new Candidate(URL, 5, 3, 0.5, 0, 1, pathState, features);
  }

  private static AnalyzedPage page(Candidate arrival, String... anchors) {
    AnalyzedPage.Builder builder = AnalyzedPage.builder(arrival);
    for (String anchor : anchors) {
      builder.link(TARGET, anchor).breakText();
    }
    return builder.build();
  }

  private static Visit visit(AnalyzedPage page) {
    var fetched =
        new FetchResult.Fetched(
            page.url(),
            200,
            HttpHeaders.of(Map.of(), (name, value) -> true),
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    return new Visit(
        1, page.arrival(), page, fetched, Instant.EPOCH, Visit.OutLinks.of(), PathState.NONE);
  }

  private static byte[] bytes(Resumable state) throws IOException {
    var bytes = new ByteArrayOutputStream();
    state.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static StateReader input(byte[] bytes) {
    return StateReader.from(new ByteArrayInputStream(bytes));
  }

  /** Scores by whether the anchor's length is even, with a tie-break. */
  private static final class Even implements LinkScorer, PageScoring {

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return this;
    }

    @Override
    public double score(Link link) {
      return link.anchorText().length() % 2 == 0 ? 1 : 0;
    }

    @Override
    public double tieBreak(Link link) {
      return 7;
    }
  }

  /** Hands a path state down and remembers what came from the page before. */
  private static final class PathStateRecorder implements LinkScorer, PageScoring {

    private final PathState down;
    private final List<PathState> seen = new ArrayList<>();

    PathStateRecorder(PathState down) {
      this.down = down;
    }

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      seen.add(page.arrival().pathState());
      return this;
    }

    @Override
    public double score(Link link) {
      return 0;
    }

    @Override
    public PathState pathState() {
      return down;
    }
  }

  /** Scores by the anchor's length times a factor that a test moves. */
  private static final class Learner implements LearningScorer, Resumable {

    private final List<Visit> visits = new ArrayList<>();
    private final List<LinkFeatures> links = new ArrayList<>();
    private double factor;
    private boolean moved;

    Learner(double factor) {
      this.factor = factor;
    }

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return new PageScoring() {
        @Override
        public double score(Link link) {
          return factor * link.anchorText().length();
        }

        @Override
        public PathState pathState() {
          return PathState.of(factor);
        }

        @Override
        public LinkFeatures features(Link link) {
          return LinkFeatures.of(link.anchorText().length(), (int) factor);
        }
      };
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      visits.add(visit);
      links.forEach(link -> this.links.add(link.candidate().features()));
    }

    @Override
    public void abandoned(Candidate candidate, AbandonReason reason) {
      links.add(candidate.features());
    }

    @Override
    public boolean modelMoved() {
      boolean was = moved;
      moved = false;
      return was;
    }

    @Override
    public double rescore(Candidate candidate) {
      return factor * candidate.features().get(0);
    }

    @Override
    public void save(StateWriter out) throws IOException {
      out.writeDouble(factor);
    }

    @Override
    public void restore(StateReader in) throws IOException {
      factor = in.readDouble();
    }
  }
}

package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The contract of every {@link LinkScorer}: finite scores and tie-breaks that depend on page and
 * link alone, explanations that agree with them, path states that children can use, the same from
 * concurrent threads as from one, and no exception for any page.
 *
 * <p>A {@link LearningScorer} must also give finite new scores to pending links after visits. A
 * {@link io.dowser.crawler.api.Resumable} one must continue from the state that was saved as if
 * nothing had happened, and refuse damaged state without taking much memory.
 *
 * <pre>{@code
 * class MyScorerTest extends LinkScorerContract {
 *
 *   @Override
 *   protected LinkScorer scorer(RandomGenerator random) {
 *     return new MyScorer(random.nextDouble());
 *   }
 *
 *   @Override
 *   protected List<String> knownWords() {
 *     return List.of("laser", "photon");
 *   }
 * }
 * }</pre>
 */
public abstract class LinkScorerContract extends PluginContract {

  private static final int PAGES = 12;
  private static final int GENERATIONS = 30;
  private static final double ROUNDING = 1e-9;

  /** Called by subclasses. */
  protected LinkScorerContract() {}

  /**
   * {@return a new scorer under test} Draw each of its parameters from its allowed range, the
   * extremes on purpose: that is where arithmetic breaks.
   *
   * @param random the source of randomness; equal randomness must give equal scorers
   */
  protected abstract LinkScorer scorer(RandomGenerator random);

  /**
   * {@return words that the scorer knows, for example those of its topic; empty if it reads none}
   * They appear in the pages of the tests, because noise alone never reaches the arithmetic.
   */
  protected abstract List<String> knownWords();

  /** {@return whether the parts of an explanation add up to the score; false by default} */
  protected boolean explainsBySums() {
    return false;
  }

  @SeededTest
  void scoresAndTieBreaksAreFiniteAndRepeatable(long seed) {
    LinkScorer scorer = plugin(seed);
    for (AnalyzedPage page : pages(seed)) {
      List<Double> scores = scores(scorer, page);
      List<Double> tieBreaks = tieBreaks(scorer.forPage(page), page);

      assertThat(scores).as("scores on %s", page).allMatch(Double::isFinite);
      assertThat(tieBreaks).as("tie-breaks on %s", page).allMatch(Double::isFinite);
      assertThat(scores(scorer, page)).as("scores on %s again", page).isEqualTo(scores);
    }
  }

  @SeededTest
  void scoreDoesNotDependOnTheLinksScoredBefore(long seed) {
    LinkScorer scorer = plugin(seed);
    for (AnalyzedPage page : pages(seed)) {
      List<Double> inOrder = scores(scorer, page);
      PageScoring scoring = scorer.forPage(page);
      for (int i = page.links().size() - 1; i >= 0; i--) {
        Link link = page.links().get(i);
        assertThat(scoring.score(link)).as("score of %s", link).isEqualTo(inOrder.get(i));
      }
    }
  }

  @SeededTest
  void linksAreDroppedForTheSameReasonInAnyOrder(long seed) {
    LinkScorer scorer = plugin(seed);
    for (AnalyzedPage page : pages(seed)) {
      PageScoring inOrder = scorer.forPage(page);
      List<Optional<String>> reasons = page.links().stream().map(inOrder::drop).toList();
      assertThat(reasons).noneMatch(reason -> reason.filter(String::isBlank).isPresent());
      PageScoring scoring = scorer.forPage(page);
      for (int i = page.links().size() - 1; i >= 0; i--) {
        Link link = page.links().get(i);
        assertThat(scoring.drop(link)).as("drop of %s", link).isEqualTo(reasons.get(i));
      }
    }
  }

  @SeededTest
  void explanationAgreesWithTheScore(long seed) {
    LinkScorer scorer = plugin(seed);
    for (AnalyzedPage page : pages(seed)) {
      PageScoring scoring = scorer.forPage(page);
      for (Link link : page.links()) {
        Explanation explanation = scoring.explain(link);
        assertThat(explanation.value())
            .as("value of the explanation of %s", link)
            .isEqualTo(scoring.score(link));
        checkSum(explanation);
      }
    }
  }

  private void checkSum(Explanation explanation) {
    if (explainsBySums() && !explanation.parts().isEmpty()) {
      double sum = explanation.parts().stream().mapToDouble(Explanation::value).sum();
      double scale = Math.max(1, Math.abs(explanation.value()));
      assertThat(sum)
          .as("sum of the parts of %s", explanation.toTree())
          .isCloseTo(explanation.value(), within(ROUNDING * scale));
    }
  }

  @SeededTest
  void pagesWithoutTextOrWithFarTooMuchAreScored(long seed) {
    var random = new SplittableRandom(seed);
    LinkScorer scorer = scorer(random);
    for (AnalyzedPage page : new RandomPages(random, knownWords()).extremes()) {
      assertThat(scores(scorer, page)).as("scores on %s", page).allMatch(Double::isFinite);
      assertThat(scorer.forPage(page).pathState().size())
          .as("size of the path state of %s", page)
          .isLessThanOrEqualTo(PathState.MAX_SIZE);
    }
  }

  @SeededTest
  void pathStatesServeGenerationsOfPagesAndSurviveARestart(long seed) {
    var random = new SplittableRandom(seed);
    LinkScorer scorer = scorer(random);
    var pages = new RandomPages(random, knownWords());
    PathState pathState = PathState.NONE;
    for (int generation = 0; generation < GENERATIONS; generation++) {
      AnalyzedPage page = pages.page(pathState, LinkFeatures.NONE);
      assertThat(scores(scorer, page)).as("generation %d", generation).allMatch(Double::isFinite);
      pathState = scorer.forPage(page).pathState();
      assertThat(scorer.forPage(page).pathState()).as("path state again").isEqualTo(pathState);
      pathState = PathState.of(pathState.toArray());
    }
  }

  @SeededTest
  void concurrentThreadsGetTheScoresOfOneThread(long seed) {
    List<AnalyzedPage> pages = pages(seed);
    LinkScorer alone = plugin(seed);
    List<List<Double>> expected = pages.stream().map(page -> scores(alone, page)).toList();
    LinkScorer shared = plugin(seed);

    List<List<List<Double>>> scores =
        Together.call(() -> pages.stream().map(page -> scores(shared, page)).toList());

    assertThat(scores).allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  @SeededTest
  void abandonedLinksAreAcceptedForEachReason(long seed) {
    LearningScorer scorer = learner(seed);
    List<Candidate> pending = pending(scorer, seed);
    learn(scorer, seed);

    for (AbandonReason reason : AbandonReason.values()) {
      pending.forEach(candidate -> scorer.abandoned(candidate, reason));
    }

    assertThat(pending).allSatisfy(each -> assertThat(scorer.rescore(each)).isFinite());
  }

  @SeededTest
  void pendingLinksAreScoredAgain(long seed) {
    LearningScorer scorer = learner(seed);
    List<Candidate> pending = pending(scorer, seed);
    learn(scorer, seed);

    for (Candidate candidate : pending) {
      double score = scorer.rescore(candidate);
      assertThat(score).as("new score of %s", candidate).isFinite();
      assertThat(scorer.rescore(candidate)).isEqualTo(score);
    }
    boolean moved = scorer.modelMoved();
    assertThat(scorer.modelMoved())
        .as("model moved without a visit since it returned %s", moved)
        .isFalse();
  }

  private LearningScorer learner(long seed) {
    LinkScorer scorer = plugin(seed);
    assumeTrue(scorer instanceof LearningScorer, () -> scorer.getClass() + " does not learn");
    return (LearningScorer) scorer;
  }

  @Override
  final LinkScorer plugin(long seed) {
    return scorer(new SplittableRandom(seed));
  }

  @Override
  final LinkScorer usedPlugin(long seed) {
    LinkScorer scorer = plugin(seed);
    learn(scorer, seed);
    return scorer;
  }

  @Override
  final void checkRestored(long seed) {
    LinkScorer saved = usedPlugin(seed);
    LinkScorer restored = plugin(seed);
    SavedState.of(saved).restore(restored);

    checkEqual(restored, saved, seed, "restored");
    learn(saved, seed + 1);
    learn(restored, seed + 1); // what is remembered of earlier visits must have been saved as well
    checkEqual(restored, saved, seed, "restored, after more visits");
  }

  private void checkEqual(LinkScorer scorer, LinkScorer expected, long seed, String when) {
    for (AnalyzedPage page : pages(seed)) {
      assertThat(scores(scorer, page))
          .as("scores on %s, %s", page, when)
          .isEqualTo(scores(expected, page));
    }
    if (scorer instanceof LearningScorer learner && expected instanceof LearningScorer other) {
      for (Candidate candidate : pending(expected, seed)) {
        assertThat(learner.rescore(candidate))
            .as("new score of %s, %s", candidate, when)
            .isEqualTo(other.rescore(candidate));
      }
    }
  }

  private List<AnalyzedPage> pages(long seed) {
    return new RandomPages(new SplittableRandom(~seed), knownWords()).pages(PAGES);
  }

  private void learn(LinkScorer scorer, long seed) {
    if (scorer instanceof VisitObserver || scorer instanceof LearningScorer) {
      var pages = new RandomPages(new SplittableRandom(seed * 31), knownWords());
      AnalyzedPage page = pages.page();
      for (int visit = 1; visit <= GENERATIONS; visit++) {
        PageScoring scoring = scorer.forPage(page);
        notify(scorer, CrawlFixtures.visit(visit, page), scoring);
        LinkFeatures features =
            page.links().isEmpty() ? LinkFeatures.NONE : scoring.features(page.links().get(0));
        page = features.size() == 0 ? pages.page() : pages.page(scoring.pathState(), features);
      }
    }
  }

  private static void notify(LinkScorer scorer, Visit visit, PageScoring scoring) {
    if (scorer instanceof LearningScorer learner) {
      learner.learn(visit, scoredLinks(visit, scoring));
    } else if (scorer instanceof VisitObserver observer) {
      observer.visited(visit);
    }
  }

  /** Returns all links of a page, of which every third was known before. */
  private static List<ScoredLink> scoredLinks(Visit visit, PageScoring scoring) {
    List<ScoredLink> links = new ArrayList<>();
    for (Link link : visit.page().links()) {
      long sequence = 1_000 * visit.number() + links.size();
      links.add(new ScoredLink(link, candidate(link, sequence, scoring), sequence % 3 == 0));
    }
    return links;
  }

  private List<Candidate> pending(LinkScorer scorer, long seed) {
    List<Candidate> pending = new ArrayList<>();
    for (AnalyzedPage page : pages(seed)) {
      PageScoring scoring = scorer.forPage(page);
      for (Link link : page.links()) {
        pending.add(candidate(link, pending.size() + 1L, scoring));
      }
    }
    return pending;
  }

  private static Candidate candidate(Link link, long sequence, PageScoring scoring) {
    return new Candidate(
        link.target(),
        sequence,
        1,
        scoring.score(link),
        scoring.tieBreak(link),
        0,
        scoring.pathState(),
        scoring.features(link));
  }

  private static List<Double> scores(LinkScorer scorer, AnalyzedPage page) {
    PageScoring scoring = scorer.forPage(page);
    return page.links().stream().map(scoring::score).toList();
  }

  private static List<Double> tieBreaks(PageScoring scoring, AnalyzedPage page) {
    return page.links().stream().map(scoring::tieBreak).toList();
  }
}

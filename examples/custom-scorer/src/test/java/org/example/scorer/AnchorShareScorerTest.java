package org.example.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.text.TextNormalizer;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The published contract of scorers, and what this one promises in addition. */
class AnchorShareScorerTest extends LinkScorerContract {

  private static final List<String> TERMS = List.of("high tide", "moon");

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    double[] weights = {0, 1, random.nextDouble()}; // the ends of the range on purpose
    return new AnchorShareScorer(TERMS, TextNormalizer.PLAIN, weights[random.nextInt(3)]);
  }

  @Override
  protected List<String> knownWords() {
    return TERMS;
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }

  @Test
  void scoreIsTheWeightedSumOfPageAndAnchor() {
    var page =
        AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://tides.example/"), 0))
            .link(CrawlUrl.of("http://tides.example/moon"), "What the Moon does")
            .build()
            .withRelevance(0.5, true);
    var scoring = new AnchorShareScorer(TERMS, TextNormalizer.PLAIN, 0.25).forPage(page);

    assertThat(scoring.score(page.links().get(0))).isEqualTo(0.5, within(1e-12));
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.List;

/**
 * Fish-search's binary score, for comparison with {@link SharkScorer}: 1 for the links of a
 * relevant page, 0 for all others.
 *
 * <p>Source: P. De Bra, G. Houben, Y. Kornatzky and R. Post, <i>Information retrieval in
 * distributed hypertexts</i>, RIAO 1994, as Hersovici et al. 1998 retell it. Where this differs:
 * the number of children that a page may have and the depth to which irrelevant pages are followed
 * are not bounded, so all that is left of it is the score; among equal scores a best-first frontier
 * takes the URL that was discovered first.
 *
 * <p>Immutable and thread-safe.
 *
 * @param relevanceThreshold the relevance above which a page is relevant, 0 to 1
 */
record FishScorer(KeyWords keyWords, double relevanceThreshold) implements LinkScorer {

  FishScorer {
    Checks.within("relevanceThreshold", relevanceThreshold, 0, 1);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    double relevance = keyWords.relevance(page);
    return new Scoring(relevance, relevance > relevanceThreshold ? 1 : 0);
  }

  /** The same for all links of a page. */
  private record Scoring(double relevance, double potential) implements PageScoring {

    @Override
    public double score(Link link) {
      return potential;
    }

    @Override
    public PathState pathState() {
      return SharkPathState.of(0, relevance);
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "potential", potential, List.of(Explanation.of("relevance of the page", relevance)));
    }
  }
}

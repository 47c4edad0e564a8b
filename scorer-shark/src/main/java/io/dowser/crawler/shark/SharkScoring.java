package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.List;

/** The links of one page by {@link SharkScorer}. */
final class SharkScoring implements PageScoring {

  private final SharkScorer scorer;
  private final PageKeyWords words;
  private final double relevance;
  private final double inheritedByPage;
  private final double inherited;

  SharkScoring(SharkScorer scorer, AnalyzedPage page, PageKeyWords words) {
    this.scorer = scorer;
    this.words = words;
    this.relevance = words.relevance();
    this.inheritedByPage = SharkPathState.inherited(page, scorer.seedInherited);
    this.inherited = scorer.inherited(relevance, inheritedByPage);
  }

  @Override
  public double score(Link link) {
    return scorer.potential(inherited, simContext(link));
  }

  @Override
  public PathState pathState() {
    return SharkPathState.of(inherited, relevance);
  }

  @Override
  public Explanation explain(Link link) {
    double beta = scorer.beta;
    var inheritedPart =
        new Explanation("inherited x " + beta, beta * inherited, List.of(inheritance()));
    var contextPart =
        new Explanation(
            "context x (1 - " + beta + ")", (1 - beta) * simContext(link), context(link));
    return new Explanation("potential", score(link), List.of(inheritedPart, contextPart));
  }

  private double simContext(Link link) {
    if (words.isEmpty()) {
      return 0;
    }
    return scorer.speaksForItself(words.anchor(link))
        ? 1
        : words.context(link, scorer.contextTokens);
  }

  private Explanation inheritance() {
    boolean fallsBack = scorer.fallsBack(relevance, inheritedByPage);
    Explanation source =
        fallsBack
            ? Explanation.of("inherited by the page", inheritedByPage)
            : Explanation.of("relevance of the page", relevance);
    return new Explanation("inherited (xi " + scorer.xi + ")", inherited, List.of(source));
  }

  private List<Explanation> context(Link link) {
    double simAnchor = words.anchor(link);
    return List.of(
        Explanation.of("anchor", simAnchor),
        scorer.speaksForItself(simAnchor)
            ? Explanation.of("anchorThreshold is exceeded, so context", 1)
            : Explanation.of("context", words.context(link, scorer.contextTokens)));
  }
}

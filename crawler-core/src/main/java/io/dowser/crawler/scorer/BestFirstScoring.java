package io.dowser.crawler.scorer;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.text.TopicMatches;
import java.util.List;

/** The links of one page; all work that needs its text was done when it was scanned. */
final class BestFirstScoring implements PageScoring {

  private final BestFirstScorer scorer;
  private final TopicMatches matches;
  private final double base;

  BestFirstScoring(BestFirstScorer scorer, TopicMatches matches, double base) {
    this.scorer = scorer;
    this.matches = matches;
    this.base = base;
  }

  @Override
  public double score(Link link) {
    double context = contextCosine(link);
    return context == 0 // then the anchor, which is part of the context, has no match either
        ? base
        : base + scorer.anchorWeight * anchorCosine(link) + scorer.contextWeight * context;
  }

  @Override
  public Explanation explain(Link link) {
    return new Explanation(
        "best-first",
        score(link),
        List.of(
            Explanation.of("parent relevance x " + scorer.parentWeight, base),
            Explanation.of(
                "anchor cosine x " + scorer.anchorWeight, scorer.anchorWeight * anchorCosine(link)),
            Explanation.of(
                "context cosine x " + scorer.contextWeight,
                scorer.contextWeight * contextCosine(link))));
  }

  private double anchorCosine(Link link) {
    return scorer.vector.cosine(matches, link.textStart(), link.textEnd());
  }

  private double contextCosine(Link link) {
    int reach = scorer.contextCharacters;
    return scorer.vector.cosine(matches, link.textStart() - reach, link.textEnd() + reach);
  }
}

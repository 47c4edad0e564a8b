package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.List;

/** Rates the links of one page; all work that needs its text was done when it was scanned. */
final class WangLandauScoring implements PageScoring {

  private final TopicVector vector;
  private final TopicMatches matches;
  private final double anchorWeight;
  private final double pageRelevance;

  WangLandauScoring(
      TopicVector vector, TopicMatches matches, double anchorWeight, double pageRelevance) {
    this.vector = vector;
    this.matches = matches;
    this.anchorWeight = anchorWeight;
    this.pageRelevance = pageRelevance;
  }

  @Override
  public double score(Link link) {
    return anchorPart(link) + pagePart();
  }

  @Override
  public Explanation explain(Link link) {
    return Explanation.sum(
        "wang-landau",
        List.of(
            Explanation.of("anchor relevance x " + anchorWeight, anchorPart(link)),
            Explanation.of("page relevance x " + (1 - anchorWeight), pagePart())));
  }

  @Override
  public PathState pathState() {
    return RelevancePathState.of(pageRelevance);
  }

  private double anchorPart(Link link) {
    return anchorWeight * vector.cosine(matches, link.textStart(), link.textEnd());
  }

  private double pagePart() {
    return (1 - anchorWeight) * pageRelevance;
  }
}

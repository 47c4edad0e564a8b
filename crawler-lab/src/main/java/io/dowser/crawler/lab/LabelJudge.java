package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import java.util.Map;

/** Knows the relevance of pages by their URL; pages without a label are not relevant. Immutable. */
final class LabelJudge implements RelevanceJudge {

  private final Map<CrawlUrl, Double> labels;

  LabelJudge(Map<CrawlUrl, Double> labels) {
    this.labels = Map.copyOf(labels);
  }

  @Override
  public double relevance(AnalyzedPage page) {
    double byArrival = labels.getOrDefault(page.arrival().url(), 0.0);
    return Math.max(byArrival, labels.getOrDefault(page.url(), 0.0));
  }
}

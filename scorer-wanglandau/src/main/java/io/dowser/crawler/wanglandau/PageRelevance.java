package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How a strategy rates pages for itself. */
final class PageRelevance {

  private PageRelevance() {}

  /** Rates by the words of the crawl's topic, if it has one. */
  static Optional<ToDoubleFunction<AnalyzedPage>> of(CrawlContext context) {
    return context
        .topic()
        .map(
            topic ->
                WangLandauScorer.builder(topic).textNormalizer(context.textNormalizer()).build()
                    ::pageRelevance);
  }
}

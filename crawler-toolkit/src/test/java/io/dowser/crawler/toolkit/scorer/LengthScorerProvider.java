package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/** Scores a link by the length of its anchor text times the setting {@code factor}. */
public final class LengthScorerProvider implements LinkScorerProvider {

  @Override
  public String name() {
    return "length";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    double factor = settings.number("factor", 1, -10, 10, "of a test");
    return page -> link -> factor * link.anchorText().length();
  }
}

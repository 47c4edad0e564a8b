package org.example.scorer;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates the scorer under the name {@code anchor-share}. Setting: {@code pageWeight}, 0 to 1, by
 * default 0.3.
 */
public final class AnchorShareProvider implements LinkScorerProvider {

  /** Called by the service loader. */
  public AnchorShareProvider() {}

  @Override
  public String name() {
    return "anchor-share";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    return new AnchorShareScorer(
        context.requireTopic(name()).terms(),
        context.textNormalizer(),
        settings.number("pageWeight", 0.3, 0, 1));
  }
}

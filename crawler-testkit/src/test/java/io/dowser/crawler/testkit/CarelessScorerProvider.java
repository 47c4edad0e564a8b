package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/** Does everything wrong that a provider can. */
public final class CarelessScorerProvider implements LinkScorerProvider {

  private static final LinkScorer ONLY_ONE = page -> link -> 0;

  /** For the service loader. */
  public CarelessScorerProvider() {}

  @Override
  public String name() {
    return "Careless One";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    for (String key : settings.asMap().keySet()) {
      if (settings.text(key, "", "any text", "of a test").equals("0.5")) {
        throw new IllegalArgumentException("what is this?");
      }
    }
    return ONLY_ONE;
  }
}

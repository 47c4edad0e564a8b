package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/** Creates a {@link WordCountScorer}. */
public final class WordCountScorerProvider implements LinkScorerProvider {

  /** For the service loader. */
  public WordCountScorerProvider() {}

  @Override
  public String name() {
    return "word-count";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    var scorer = new WordCountScorer();
    scorer.weight = settings.number("weight", 1, 0, 1, "of a test");
    return scorer;
  }
}

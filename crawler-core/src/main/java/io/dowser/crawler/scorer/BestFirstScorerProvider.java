package io.dowser.crawler.scorer;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link BestFirstScorer} under the name {@code best-first}.
 *
 * <p>Settings: {@code parentWeight}, {@code anchorWeight} and {@code contextWeight}, 0 to 1, by
 * default 0.5, 0.4 and 0.1; {@code contextCharacters} on each side of an anchor, 0 to 10000, by
 * default 100. A crawl without a topic in words can have the name too: the relevance of a link's
 * page, times its weight, is then all that counts.
 */
public final class BestFirstScorerProvider implements LinkScorerProvider {

  /** For the service loader. */
  public BestFirstScorerProvider() {}

  @Override
  public String name() {
    return "best-first";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    double parent = settings.number("parentWeight", BestFirstScorer.PARENT_WEIGHT, 0, 1);
    double anchor = settings.number("anchorWeight", BestFirstScorer.ANCHOR_WEIGHT, 0, 1);
    double near = settings.number("contextWeight", BestFirstScorer.CONTEXT_WEIGHT, 0, 1);
    int reach = settings.integer("contextCharacters", Link.CONTEXT_CHARACTERS, 0, 10_000);
    if (context.topic().isEmpty()) {
      return page -> link -> parent * page.relevance();
    }
    return BestFirstScorer.builder(context.topic().get())
        .textNormalizer(context.textNormalizer())
        .parentWeight(parent)
        .anchorWeight(anchor)
        .contextWeight(near)
        .contextCharacters(reach)
        .build();
  }
}

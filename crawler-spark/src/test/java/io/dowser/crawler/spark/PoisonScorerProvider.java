package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;

/** A scorer that overflows the stack on one page, and hands down how far it is from the seed. */
public final class PoisonScorerProvider implements LinkScorerProvider {

  /** For the service loader. */
  public PoisonScorerProvider() {}

  @Override
  public String name() {
    return "poison";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    return PoisonScorerProvider::scoring;
  }

  private static PageScoring scoring(AnalyzedPage page) {
    if (page.url().path().endsWith("poison")) {
      throw new StackOverflowError("poison");
    }
    PathState inherited = page.arrival().pathState();
    double distance = inherited.isEmpty() ? 1 : inherited.get(0) + 1;
    return new PageScoring() {
      @Override
      public double score(Link link) {
        return 1 / distance;
      }

      @Override
      public PathState pathState() {
        return PathState.of(distance);
      }
    };
  }
}

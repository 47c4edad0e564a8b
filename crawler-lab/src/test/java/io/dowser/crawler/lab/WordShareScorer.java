package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import java.util.List;

/** A plugin of a user: the relevance of the page, and the share of the topic in a link's text. */
record WordShareScorer(List<String> terms, double pageWeight) implements LinkScorer {

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return link ->
        pageWeight * page.relevance()
            + (1 - pageWeight)
                * terms.stream().filter(link.anchorText()::contains).count()
                / terms.size();
  }

  /** Creates the scorer under the name {@code word-share}. */
  public static final class Provider implements LinkScorerProvider {

    @Override
    public String name() {
      return "word-share";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return new WordShareScorer(
          context.requireTopic(name()).terms(),
          settings.number("pageWeight", 0.3, 0, 1, "of a test"));
    }
  }
}

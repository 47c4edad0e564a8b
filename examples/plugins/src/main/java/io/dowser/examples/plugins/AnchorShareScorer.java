package io.dowser.examples.plugins;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import java.util.List;

/** Scores a link by its page's relevance and by the share of the topic's terms in its text. */
public final class AnchorShareScorer implements LinkScorer {

  private final List<String> terms;
  private final double pageWeight;

  AnchorShareScorer(List<String> terms, double pageWeight) {
    this.terms = terms;
    this.pageWeight = pageWeight;
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    double fromPage = pageWeight * page.relevance(); // the same for all links of the page
    return link -> fromPage + (1 - pageWeight) * share(link.anchorText());
  }

  private double share(String anchorText) {
    return (double) terms.stream().filter(anchorText::contains).count() / terms.size();
  }

  /** Creates the scorer by the name {@code anchor-share}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "anchor-share";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      double pageWeight = settings.number("pageWeight", 0.3, 0, 1, "weight of the page");
      return new AnchorShareScorer(context.requireTopic(name()).terms(), pageWeight);
    }
  }
}

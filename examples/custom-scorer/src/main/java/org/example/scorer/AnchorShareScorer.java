package org.example.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.text.TextNormalizer;
import java.util.List;

/**
 * Scores a link by the share of the topic's terms that its text has, and by the relevance of the
 * page that it is on. Thread-safe, as it never changes.
 */
public final class AnchorShareScorer implements LinkScorer {

  private final List<String> terms;
  private final TextNormalizer normalizer;
  private final double pageWeight;

  AnchorShareScorer(List<String> terms, TextNormalizer normalizer, double pageWeight) {
    this.terms = terms.stream().map(normalizer::normalize).toList();
    this.normalizer = normalizer;
    this.pageWeight = pageWeight;
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    double fromPage = pageWeight * page.relevance(); // the same for all links of the page
    return new PageScoring() {
      @Override
      public double score(Link link) {
        return explain(link).value();
      }

      @Override
      public Explanation explain(Link link) {
        return Explanation.sum(
            "anchor-share",
            List.of(
                Explanation.of("page", fromPage),
                Explanation.of("anchor", (1 - pageWeight) * share(link.anchorText()))));
      }
    };
  }

  private double share(String anchorText) {
    String text = normalizer.normalize(anchorText);
    return (double) terms.stream().filter(text::contains).count() / terms.size();
  }

  /**
   * Creates the scorer under the name {@code anchor-share}. Setting: {@code pageWeight}, 0 to 1, by
   * default 0.3.
   */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "anchor-share";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return new AnchorShareScorer(
          context.requireTopic(name()).terms(),
          context.textNormalizer(),
          settings.number("pageWeight", 0.3, 0, 1, "weight of the page"));
    }
  }
}

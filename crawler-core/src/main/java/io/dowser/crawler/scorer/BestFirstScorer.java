package io.dowser.crawler.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.List;

/**
 * Rates a link by the relevance of its page and by the terms of the topic in and near its anchor:
 *
 * <pre>{@code
 * score = parentWeight * relevance of the page
 *       + anchorWeight * cosine of the anchor text with the topic
 *       + contextWeight * cosine of the context with the topic
 * }</pre>
 *
 * <p>The idea is that of best-first crawling (Cho, Garcia-Molina and Page 1998). The default
 * weights 0.5, 0.4 and 0.1 are those of Shark-search (Hersovici et al. 1998) with gamma = 0.5 and
 * beta = 0.8, without its inheritance over several pages; scores are then 0 to 1.
 *
 * <p>Where this differs: cosines are within the topic's terms, found by one scan of the page that
 * it shares with the judge of the same topic, so no text is tokenized. The context is the anchor
 * with a number of characters on each side, across element borders, so a term in the anchor speaks
 * twice; Shark-search says the same by a context of 1 wherever the anchor matches.
 *
 * <p>Immutable and thread-safe.
 */
public final class BestFirstScorer implements LinkScorer {

  private final TopicMatcher matcher;
  private final TopicVector vector;
  private final double parentWeight;
  private final double anchorWeight;
  private final double contextWeight;
  private final int contextCharacters;

  private BestFirstScorer(
      Topic topic,
      TextNormalizer normalizer,
      double parentWeight,
      double anchorWeight,
      double contextWeight,
      int contextCharacters) {
    this.matcher = TopicMatcher.of(topic.terms(), normalizer);
    this.vector = TopicVector.builder(topic.weights()).build();
    this.parentWeight = parentWeight;
    this.anchorWeight = anchorWeight;
    this.contextWeight = contextWeight;
    this.contextCharacters = contextCharacters;
  }

  /**
   * Creates a scorer.
   *
   * @param settings those of the scorer {@code best-first}
   * @param context the crawl; without a topic, the relevance of a link's page, times its weight, is
   *     all that counts
   * @return the scorer
   * @throws io.dowser.crawler.api.SettingException if a setting is not allowed
   * @throws IllegalArgumentException if two terms of the topic have the same normal form
   */
  public static LinkScorer of(Settings settings, CrawlContext context) {
    double parent =
        settings.number(
            "parentWeight",
            0.5,
            0,
            1,
            "weight of the page's relevance, which alone counts in a crawl without topic");
    double anchor =
        settings.number("anchorWeight", 0.4, 0, 1, "weight of the anchor's cosine with the topic");
    double near =
        settings.number(
            "contextWeight", 0.1, 0, 1, "weight of the context's cosine with the topic");
    int reach =
        settings.integer(
            "contextCharacters",
            Link.CONTEXT_CHARACTERS,
            0,
            10_000,
            "characters of context on each side of the anchor; a term must lie wholly inside");
    settings.refuseUnread();
    if (context.topic().isEmpty()) {
      return page -> link -> parent * page.relevance();
    }
    return new BestFirstScorer(
        context.topic().get(), context.textNormalizer(), parent, anchor, near, reach);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new OnPage(page);
  }

  @Override
  public String toString() {
    return "BestFirstScorer["
        + matcher.terms()
        + ", parent "
        + parentWeight
        + ", anchor "
        + anchorWeight
        + ", context "
        + contextWeight
        + "]";
  }

  /** The links of one page; all work that needs its text was done when it was scanned. */
  private final class OnPage implements PageScoring {

    private final TopicMatches matches;
    private final double base;

    OnPage(AnalyzedPage page) {
      this.matches = page.matches(matcher);
      this.base = parentWeight * page.relevance();
    }

    @Override
    public double score(Link link) {
      double context = contextCosine(link);
      return context == 0 // then the anchor, which is part of the context, has no match either
          ? base
          : base + anchorWeight * anchorCosine(link) + contextWeight * context;
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "best-first",
          score(link),
          List.of(
              Explanation.of("parent relevance x " + parentWeight, base),
              Explanation.of("anchor cosine x " + anchorWeight, anchorWeight * anchorCosine(link)),
              Explanation.of(
                  "context cosine x " + contextWeight, contextWeight * contextCosine(link))));
    }

    private double anchorCosine(Link link) {
      return vector.cosine(matches, link.textStart(), link.textEnd());
    }

    private double contextCosine(Link link) {
      int reach = contextCharacters;
      return vector.cosine(matches, link.textStart() - reach, link.textEnd() + reach);
    }
  }

  /** Creates a {@link BestFirstScorer} under the name {@code best-first}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "best-first";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}

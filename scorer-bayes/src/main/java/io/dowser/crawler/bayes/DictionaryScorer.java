package io.dowser.crawler.bayes;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.util.List;

/**
 * Rates a link by the dictionary alone: by terms of the topic in its anchor and in its context.
 *
 * <p>Each adds 0.5 to the score if it has a term. Nothing is learned.
 *
 * <p>Source: Han et al. 2010, who use it as a baseline: a link is relevant, here above 0, if one of
 * the two has a term. The paper does not order the relevant ones; here those with a term in both
 * come first.
 *
 * <p>Immutable and thread-safe.
 */
final class DictionaryScorer implements LinkScorer {

  private final TopicMatcher matcher;
  private final LinkSettings settings;

  private DictionaryScorer(TopicMatcher matcher, LinkSettings settings) {
    this.matcher = matcher;
    this.settings = settings;
  }

  /** Creates a scorer; only the settings of the context are used. */
  static DictionaryScorer of(Topic topic, TextNormalizer normalizer, LinkSettings settings) {
    return new DictionaryScorer(TopicMatcher.of(topic.terms(), normalizer), settings);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new OnPage(page);
  }

  private final class OnPage implements PageScoring {

    private final AnalyzedPage page;

    OnPage(AnalyzedPage page) {
      this.page = page;
    }

    @Override
    public double score(Link link) {
      return anchor(link) + context(link);
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "dictionary",
          score(link),
          List.of(
              Explanation.of("term in the anchor", anchor(link)),
              Explanation.of("term in the context", context(link))));
    }

    private double anchor(Link link) {
      return hasTerm(link.anchorText()) ? 0.5 : 0;
    }

    private double context(Link link) {
      LinkContext context = settings.context(page, link);
      return hasTerm(context.before()) || hasTerm(context.after()) ? 0.5 : 0;
    }

    private boolean hasTerm(String text) {
      return !text.isEmpty() && !matcher.match(text).isEmpty();
    }
  }

  @Override
  public String toString() {
    return "DictionaryScorer[" + matcher.terms() + ", " + settings.contextRule() + "]";
  }

  /** Creates a {@link DictionaryScorer} under the name {@code dictionary}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "dictionary";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      LinkSettings rule =
          LinkSettings.builder()
              .contextRule(
                  settings.choice(
                      "contextRule",
                      LinkSettings.RECOMMENDED.contextRule(),
                      "text that is the context"))
              .build();
      return of(context.requireTopic(name()), context.textNormalizer(), rule);
    }
  }
}

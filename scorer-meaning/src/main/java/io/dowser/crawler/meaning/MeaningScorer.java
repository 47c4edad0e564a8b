package io.dowser.crawler.meaning;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.toolkit.text.TextVectors;
import java.util.List;

/**
 * Rates a link by meaning: the weighted sum of the cosines of its page, its anchor text and the
 * text around it with the topic, by a {@link MeaningTable}.
 *
 * <p>Links of a page in another language than that of the table get the score of another scorer,
 * which rates by words.
 *
 * <p>The names {@code meaning-of-anchor} and {@code meaning-of-page} create it for one cosine
 * alone, as signals of the scorer {@code adaptive}, which learns their weights. Links of a page in
 * another language then get 0.
 *
 * <p>Thread-safe.
 */
final class MeaningScorer implements LinkScorer, TextVectors {

  private static final LinkScorer UNKNOWN = page -> link -> 0;

  private final TopicMeaning meaning;
  private final LinkScorer words;
  private final double pageWeight;
  private final double anchorWeight;
  private final double contextWeight;

  private MeaningScorer(
      TopicMeaning meaning,
      LinkScorer words,
      double pageWeight,
      double anchorWeight,
      double contextWeight) {
    this.meaning = meaning;
    this.words = words;
    this.pageWeight = pageWeight;
    this.anchorWeight = anchorWeight;
    this.contextWeight = contextWeight;
  }

  static MeaningScorer of(Settings settings, CrawlContext context, LinkScorer words) {
    MeaningScorer scorer = create(settings, context, words);
    settings.refuseUnread();
    return scorer;
  }

  private static MeaningScorer create(Settings settings, CrawlContext context, LinkScorer words) {
    TopicMeaning meaning = meaning("meaning", settings, context);
    return new MeaningScorer(
        meaning,
        page -> {
          meaning.logUnknown(page);
          return words.forPage(page);
        },
        settings.number("pageWeight", 0.5, 0, 1, "weight of the page's cosine with the topic"),
        settings.number("anchorWeight", 0.5, 0, 1, "weight of the anchor's cosine with the topic"),
        settings.number(
            "contextWeight",
            0,
            0,
            1,
            "weight of the cosine of the anchor with 100 characters on each side"));
  }

  private static TopicMeaning meaning(String name, Settings settings, CrawlContext context) {
    return new TopicMeaning(SharedTables.of(settings, context), context.requireTopic(name));
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return meaning.knows(page) ? new OnPage(page) : words.forPage(page);
  }

  @Override
  public int dimensions() {
    return meaning.table().dimensions();
  }

  @Override
  public float[] vector(String text) {
    return meaning.table().vector(text);
  }

  /** The links of one page. */
  private final class OnPage implements PageScoring {

    private final double ofPage;

    OnPage(AnalyzedPage page) {
      this.ofPage = pageWeight == 0 ? 0 : pageWeight * meaning.closeness(page.mainContent().text());
    }

    @Override
    public double score(Link link) {
      return ofPage + ofAnchor(link) + ofContext(link);
    }

    private double ofAnchor(Link link) {
      return anchorWeight == 0 ? 0 : anchorWeight * meaning.closeness(link.anchorText());
    }

    private double ofContext(Link link) {
      return contextWeight == 0 ? 0 : contextWeight * meaning.closeness(context(link));
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "meaning",
          score(link),
          List.of(
              Explanation.of("page cosine x " + pageWeight, ofPage),
              Explanation.of("anchor cosine x " + anchorWeight, ofAnchor(link)),
              Explanation.of("context cosine x " + contextWeight, ofContext(link))));
    }
  }

  private static String context(Link link) {
    return link.contextBefore() + " " + link.anchorText() + " " + link.contextAfter();
  }

  /** Creates a {@link MeaningScorer} under the name {@code meaning}. */
  public static final class Provider implements LinkScorerProvider {

    private static final String OTHER_SCORER = "the name of another scorer that does not learn";

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "meaning";
    }

    /** Creates a scorer whose scorer by words a crawl finds. */
    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return create(settings, context, PluginRegistry.linkScorers());
    }

    @Override
    public LinkScorer create(
        Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
      LinkScorer words =
          WordsPlugin.create(
              "best-first",
              name(),
              OTHER_SCORER,
              "rates the links of pages in other languages",
              settings,
              context,
              registry);
      if (words instanceof LearningScorer
          || words instanceof VisitObserver
          || words instanceof Resumable) {
        throw WordsPlugin.refused(settings, OTHER_SCORER, registry);
      }
      return MeaningScorer.create(settings, context, words);
    }
  }

  /** Creates a {@link MeaningScorer} of anchor texts under the name {@code meaning-of-anchor}. */
  public static final class OfAnchorProvider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public OfAnchorProvider() {}

    @Override
    public String name() {
      return "meaning-of-anchor";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return new MeaningScorer(meaning(name(), settings, context), UNKNOWN, 0, 1, 0);
    }
  }

  /** Creates a {@link MeaningScorer} of pages under the name {@code meaning-of-page}. */
  public static final class OfPageProvider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public OfPageProvider() {}

    @Override
    public String name() {
      return "meaning-of-page";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return new MeaningScorer(meaning(name(), settings, context), UNKNOWN, 1, 0, 0);
    }
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import java.util.Collection;
import java.util.Map;

/**
 * Rates a link by the relevance of its page, its anchor and the words around it to the key words:
 *
 * <pre>{@code
 * (1) simAnchor  = cos(anchor, K)
 * (2) simContext = 1                  if simAnchor > anchorThreshold
 *                = cos(context, K)    otherwise
 * (3) inherited  = xi * R(page)
 * (4) potential  = beta * inherited + (1 - beta) * simContext
 * }</pre>
 *
 * <p>The score is the potential, 0 to {@code beta xi + 1 - beta}: 0.66 with the paper's
 * coefficients. Formula (5), which adds the count of in-links, and the two queues are in {@link
 * SharkFrontier}; this scorer works in any frontier, and that frontier with any scorer.
 *
 * <p>Source: Liu Peng, Lin Hong and Gao Dewei, <i>Research on Crawling Strategy of Subject
 * Searching Spider by Content-Based and Hyperlink-Based Analysis</i>, Computer &amp; Digital
 * Engineering 37(1), 2009, formulas (1) to (4). Formula (4) is damaged in the print; this is the
 * only reading that uses each of its parts once. The paper names neither threshold nor window: 0.10
 * and 20 tokens per side are Dowser's choice.
 *
 * <p>Differences, except in the profile {@code paper}: by (3) a page without key words passes
 * nothing down, although Shark-search is designed to let relevance fade over several pages. So if R
 * is below {@code lowerLimit}, {@code inherited = xi * max(R, what the page inherited)}. A seed
 * counts as having inherited {@code lowerLimit}, the relevance of a page that is just relevant
 * enough; with more, the links of an irrelevant seed would precede those of relevant pages.
 *
 * <p>Example: on a page with R = 0.5, a link with {@code simAnchor} 0.05 and context 0.2 has the
 * potential 0.85 * 0.3 + 0.15 * 0.2 = 0.285.
 *
 * <p>A page passes down the relevance that its links inherit, and R for the frontier. Immutable and
 * thread-safe.
 */
public final class SharkScorer implements LinkScorer {

  static final double XI = 0.6;
  static final double BETA = 0.85;

  private final KeyWords keyWords;
  final double xi;
  final double beta;
  final double anchorThreshold;
  final int contextTokens;
  final double seedInherited;
  private final double lowerLimit;
  private final boolean fromAncestors;

  private SharkScorer(KeyWords keyWords, Settings settings) {
    this.keyWords = keyWords;
    this.fromAncestors =
        SharkProfile.of(
                settings,
                "in recommended, links inherit from the ancestors of a page below lowerLimit")
            == SharkProfile.RECOMMENDED;
    this.xi = settings.number("xi", XI, Double.MIN_VALUE, 1, "decay of inherited relevance");
    this.beta =
        settings.number(
            "beta", BETA, 0, 1, "weight of inherited relevance; the context has 1 - beta");
    this.anchorThreshold =
        settings.number(
            "anchorThreshold",
            0.10,
            0,
            1,
            "cosine above which an anchor makes the context count as 1");
    this.contextTokens = contextTokens(settings);
    this.lowerLimit =
        settings.number(
            "lowerLimit",
            SharkThresholds.LOWER_LIMIT,
            0,
            1,
            "relevance below which links inherit from the ancestors of a page; as in the frontier; not in the profile paper");
    this.seedInherited =
        settings.number(
            "seedInherited",
            lowerLimit,
            0,
            1,
            "inherited relevance of a seed, by default lowerLimit; not in the profile paper");
  }

  /**
   * Creates a scorer.
   *
   * @param settings those of the scorer {@code shark} in the mode {@code improved}
   * @param context the crawl, whose topic are the key words
   * @return the scorer
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two key words have the same normal form
   */
  public static SharkScorer of(Settings settings, CrawlContext context) {
    return of(settings, context, DocumentFrequencies.NONE);
  }

  /**
   * Creates a scorer with a reference collection, by which rare words weigh more. A word that is in
   * none of its documents has the weight 0.
   *
   * @param settings those of the scorer {@code shark} in the mode {@code improved}
   * @param context the crawl, whose topic are the key words
   * @param frequencies the number of documents of the collection in which each word occurs
   * @return the scorer
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two key words have the same normal form
   */
  public static SharkScorer of(
      Settings settings, CrawlContext context, DocumentFrequencies.Frozen frequencies) {
    var scorer = new SharkScorer(KeyWords.ofPages(settings, context, frequencies), settings);
    settings.refuseUnread();
    return scorer;
  }

  static int contextTokens(Settings settings) {
    return settings.integer(
        "contextTokens",
        AnalyzedPage.CONTEXT_TOKENS,
        0,
        10_000,
        "tokens on each side of the anchor");
  }

  /**
   * Fits the thresholds of the frontier {@code shark} to the key words and the language, on which
   * the cosine of a page about the topic depends. The limits are percentiles of the pages'
   * relevance, and the minimums follow the lower one.
   *
   * <pre>{@code
   * Crawler.builder().frontier("shark", scorer.thresholds(relevantPages));
   * }</pre>
   *
   * @param relevantPages at least one page that is known to be relevant
   * @return {@code upperLimit}, {@code lowerLimit}, {@code minPrior} and {@code minNormal}
   * @throws IllegalArgumentException if there is no page
   */
  public Map<String, String> thresholds(Collection<AnalyzedPage> relevantPages) {
    double[] relevances = relevantPages.stream().mapToDouble(this::relevance).toArray();
    return SharkThresholds.calibrated(relevances).asSettings();
  }

  /**
   * {@return the relevance R of a page: its cosine with the key words, 0 to 1} Do not use it as a
   * judge for comparisons, because the strategy would judge itself.
   *
   * @param page any page
   */
  public double relevance(AnalyzedPage page) {
    return keyWords.relevance(page);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new SharkScoring(this, page, keyWords.on(page));
  }

  /**
   * Returns whether the links of a page inherit the relevance that the page had inherited, not its
   * own.
   */
  boolean fallsBack(double relevance, double inheritedByPage) {
    return fromAncestors && relevance < lowerLimit && inheritedByPage > relevance;
  }

  /** Returns the inherited relevance by formula (3), with the difference above. */
  double inherited(double relevance, double inheritedByPage) {
    return xi * (fallsBack(relevance, inheritedByPage) ? inheritedByPage : relevance);
  }

  /** Returns the test of formula (2). */
  boolean speaksForItself(double simAnchor) {
    return simAnchor > anchorThreshold;
  }

  /** Returns the potential by formula (4). */
  double potential(double inherited, double simContext) {
    return beta * inherited + (1 - beta) * simContext;
  }

  @Override
  public String toString() {
    return "SharkScorer[" + keyWords + ", xi " + xi + ", beta " + beta + "]";
  }

  /**
   * Creates the scorers of this package under the name {@code shark}: by the setting {@code mode} a
   * {@link SharkScorer}, the original Shark-search of 1998, or Fish-search.
   */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    private enum Mode {
      IMPROVED,
      ORIGINAL,
      FISH
    }

    @Override
    public String name() {
      return "shark";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      KeyWords keyWords = KeyWords.ofPages(settings, context, DocumentFrequencies.NONE);
      return switch (settings.choice(
          "mode",
          Mode.IMPROVED,
          "the scorer of Liu 2009, the Shark-search of 1998, or Fish-search")) {
        case IMPROVED -> new SharkScorer(keyWords, settings);
        case ORIGINAL -> OriginalSharkScorer.of(keyWords, settings);
        case FISH -> FishScorer.of(keyWords, settings);
      };
    }
  }
}

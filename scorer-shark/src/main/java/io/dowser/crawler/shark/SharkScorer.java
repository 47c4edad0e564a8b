package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.OptionalDouble;

/**
 * Rates a link by what its page, its anchor and the words around it say about the key words:
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
 * Engineering 37(1), 2009, formulas (1) to (4). Formula (4) is torn in the print; this is the one
 * reading that uses each of its chunks once. The paper names neither threshold nor window: 0.10 and
 * 20 tokens a side are ours.
 *
 * <p>Where this differs, in {@link SharkProfile#RECOMMENDED}: by (3) a page without key words hands
 * nothing on, although Shark-search was made to let relevance fade over several pages. So if R is
 * below {@code lowerLimit}, {@code inherited = xi * max(R, what the page inherited)}. A seed counts
 * as having inherited {@code lowerLimit}, what a page that says just enough is worth; with more,
 * the links of a seed that says nothing would go before those of pages that are relevant.
 *
 * <p>Example: on a page with R = 0.5, a link with {@code simAnchor} 0.05 and context 0.2 has the
 * potential 0.85 * 0.3 + 0.15 * 0.2 = 0.285.
 *
 * <p>A page passes down what its links inherit, and R for the frontier. Immutable and thread-safe .
 */
public final class SharkScorer implements LinkScorer {

  /** The decay of inherited relevance in the paper. */
  public static final double XI = 0.6;

  /** The weight of inherited relevance against context in the paper. */
  public static final double BETA = 0.85;

  /** The cosine above which an anchor speaks for itself; the paper gives none. */
  public static final double ANCHOR_THRESHOLD = 0.10;

  static final int MOST_CONTEXT = 10_000;

  private final KeyWords keyWords;
  final double xi;
  final double beta;
  final double anchorThreshold;
  final int contextTokens;
  final double seedInherited;
  private final double lowerLimit;
  private final boolean fromAncestors;

  private SharkScorer(Builder builder) {
    this.keyWords = builder.keyWords.build();
    this.xi = builder.xi;
    this.beta = builder.beta;
    this.anchorThreshold = builder.anchorThreshold;
    this.contextTokens = builder.contextTokens;
    this.lowerLimit = builder.lowerLimit;
    this.seedInherited = builder.seedInherited.orElse(builder.lowerLimit);
    this.fromAncestors = builder.profile == SharkProfile.RECOMMENDED;
  }

  /**
   * {@return a builder in {@link SharkProfile#RECOMMENDED} with the paper's coefficients}
   *
   * @param topic the key words with their weights, for which links are rated
   */
  public static Builder builder(Topic topic) {
    return builder(KeyWords.builder(topic));
  }

  static Builder builder(KeyWords.Builder keyWords) {
    return new Builder(keyWords);
  }

  /**
   * {@return the relevance R of a page: its cosine with the key words, 0 to 1} It is no judge for
   * comparisons, because the strategy would judge itself.
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

  /** What a page's links inherit is what the page had inherited, not its own relevance. */
  boolean fallsBack(double relevance, double inheritedByPage) {
    return fromAncestors && relevance < lowerLimit && inheritedByPage > relevance;
  }

  /** Formula (3), with the departure. */
  double inherited(double relevance, double inheritedByPage) {
    return xi * (fallsBack(relevance, inheritedByPage) ? inheritedByPage : relevance);
  }

  /** The test of formula (2). */
  boolean speaksForItself(double simAnchor) {
    return simAnchor > anchorThreshold;
  }

  /** Formula (4). */
  double potential(double inherited, double simContext) {
    return beta * inherited + (1 - beta) * simContext;
  }

  @Override
  public String toString() {
    return "SharkScorer[" + keyWords + ", xi " + xi + ", beta " + beta + "]";
  }

  /** Settles the coefficients of a {@link SharkScorer}; not thread-safe. */
  public static final class Builder {

    private final KeyWords.Builder keyWords;
    private SharkProfile profile = SharkProfile.RECOMMENDED;
    private double xi = XI;
    private double beta = BETA;
    private double anchorThreshold = ANCHOR_THRESHOLD;
    private int contextTokens = AnalyzedPage.CONTEXT_TOKENS;
    private double lowerLimit = SharkThresholds.DEFAULT.lowerLimit();
    private OptionalDouble seedInherited = OptionalDouble.empty();

    private Builder(KeyWords.Builder keyWords) {
      this.keyWords = keyWords;
    }

    /**
     * Sets how forms of a word are brought to one form before they are compared.
     *
     * @param textNormalizer by default {@link TextNormalizer#PLAIN}
     * @return this
     */
    public Builder textNormalizer(TextNormalizer textNormalizer) {
      keyWords.textNormalizer(textNormalizer);
      return this;
    }

    /**
     * Sets the analyzer of the pages, which decides which tokens stand for a key word.
     *
     * @param textAnalyzer by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer textAnalyzer) {
      keyWords.textAnalyzer(textAnalyzer);
      return this;
    }

    /**
     * Sets which words of a text count into its norm.
     *
     * @param vocabulary by default {@link TopicVector.Scope#FULL}
     * @return this
     */
    public Builder vocabulary(TopicVector.Scope vocabulary) {
      keyWords.vocabulary(vocabulary);
      return this;
    }

    /**
     * Sets a reference collection, by which rare words weigh more; a word of none of its documents
     * weighs nothing.
     *
     * @param frequencies by default there is none, and each word is equally rare
     * @return this
     */
    public Builder frequencies(DocumentFrequencies.Frozen frequencies) {
      keyWords.frequencies(frequencies);
      return this;
    }

    /**
     * Sets whether links inherit from the ancestors of a page that says little.
     *
     * @param profile by default {@link SharkProfile#RECOMMENDED}, where they do
     * @return this
     */
    public Builder profile(SharkProfile profile) {
      this.profile = requireNonNull(profile, "profile");
      return this;
    }

    /**
     * Sets xi, the decay of inherited relevance.
     *
     * @param xi above 0, at most 1; by default {@value SharkScorer#XI}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder xi(double xi) {
      this.xi = Checks.positiveShare("xi", xi);
      return this;
    }

    /**
     * Sets beta, the weight of inherited relevance against context.
     *
     * @param beta 0 to 1; by default {@value SharkScorer#BETA}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder beta(double beta) {
      this.beta = Checks.within("beta", beta, 0, 1);
      return this;
    }

    /**
     * Sets the cosine above which an anchor makes the context count as 1.
     *
     * @param anchorThreshold 0 to 1; by default {@value SharkScorer#ANCHOR_THRESHOLD}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder anchorThreshold(double anchorThreshold) {
      this.anchorThreshold = Checks.within("anchorThreshold", anchorThreshold, 0, 1);
      return this;
    }

    /**
     * Sets how far the context reaches.
     *
     * @param contextTokens tokens on each side of the anchor, 0 to 10,000; by default {@value
     *     AnalyzedPage#CONTEXT_TOKENS}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder contextTokens(int contextTokens) {
      this.contextTokens = Checks.within("contextTokens", contextTokens, 0, MOST_CONTEXT);
      return this;
    }

    /**
     * Sets the relevance below which a page says too little for its links to inherit from it alone;
     * without effect in {@link SharkProfile#PAPER}.
     *
     * @param lowerLimit 0 to 1; by default 0.10; should be that of the frontier's {@link
     *     SharkThresholds}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder lowerLimit(double lowerLimit) {
      this.lowerLimit = Checks.within("lowerLimit", lowerLimit, 0, 1);
      return this;
    }

    /**
     * Sets what a seed has inherited, in case its own page says too little; without effect in
     * {@link SharkProfile#PAPER}.
     *
     * @param seedInherited 0 to 1; by default {@code lowerLimit}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder seedInherited(double seedInherited) {
      this.seedInherited = OptionalDouble.of(Checks.within("seedInherited", seedInherited, 0, 1));
      return this;
    }

    /**
     * {@return the scorer with these settings}
     *
     * @throws IllegalArgumentException if two key words have the same normal form
     */
    public SharkScorer build() {
      return new SharkScorer(this);
    }
  }

  /**
   * Creates the scorers of this package under the name {@code shark}; the key words are the terms
   * of the crawl's topic.
   *
   * <p>Setting {@code mode}: {@code improved}, the default, for {@link SharkScorer}; {@code
   * original} for the Shark-search of 1998; {@code fish} for Fish-search. Each mode has its own
   * settings beside {@code vocabulary} ({@code full}, the default, or {@code topic-only}):
   *
   * <ul>
   *   <li>improved: {@code profile} ({@code recommended}, the default, or {@code paper}), {@code
   *       xi} (above 0 to 1, 0.6), {@code beta} (0 to 1, 0.85), {@code anchorThreshold} (0 to 1,
   *       0.1), {@code contextTokens} (0 to 10000, 20), {@code lowerLimit} (0 to 1, 0.1), {@code
   *       seedInherited} (0 to 1, as {@code lowerLimit});
   *   <li>original: {@code delta} (above 0 to 1, 0.5), {@code beta} (0 to 1, 0.8), {@code gamma} (0
   *       to 1, 0.5), {@code contextTokens} (0 to 10000, 20), {@code depth} (0 or more, unlimited);
   *   <li>fish: {@code relevanceThreshold} (0 to 1, 0), {@code width} (1 or more, 20), {@code
   *       depth} (0 or more, 2).
   * </ul>
   */
  public static final class Provider implements LinkScorerProvider {

    /** For the service loader. */
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

    /**
     * Creates a scorer.
     *
     * @throws io.dowser.crawler.api.CrawlException if the crawl has no topic in words
     */
    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      KeyWords.Builder keyWords =
          SharkSettings.keyWords(name(), context)
              .vocabulary(settings.choice("vocabulary", TopicVector.Scope.FULL));
      return switch (settings.choice("mode", Mode.IMPROVED)) {
        case IMPROVED -> improved(keyWords, settings);
        case ORIGINAL -> original(keyWords, settings);
        case FISH -> fish(keyWords, settings);
      };
    }

    private static LinkScorer improved(KeyWords.Builder keyWords, Settings settings) {
      double byDefault = SharkThresholds.DEFAULT.lowerLimit();
      double lowerLimit = settings.number("lowerLimit", byDefault, 0, 1);
      return SharkScorer.builder(keyWords)
          .profile(settings.choice("profile", SharkProfile.RECOMMENDED))
          .xi(SharkSettings.positiveShare("xi", XI, settings))
          .beta(settings.number("beta", BETA, 0, 1))
          .anchorThreshold(settings.number("anchorThreshold", ANCHOR_THRESHOLD, 0, 1))
          .contextTokens(contextTokens(settings))
          .lowerLimit(lowerLimit)
          .seedInherited(settings.number("seedInherited", lowerLimit, 0, 1))
          .build();
    }

    private static LinkScorer original(KeyWords.Builder keyWords, Settings settings) {
      return new OriginalSharkScorer(
          keyWords.build(),
          SharkSettings.positiveShare("delta", OriginalSharkScorer.DELTA, settings),
          settings.number("beta", OriginalSharkScorer.BETA, 0, 1),
          settings.number("gamma", OriginalSharkScorer.GAMMA, 0, 1),
          contextTokens(settings),
          depth(DepthBound.UNLIMITED, settings));
    }

    private static LinkScorer fish(KeyWords.Builder keyWords, Settings settings) {
      return new FishScorer(
          keyWords.build(),
          settings.number("relevanceThreshold", 0, 0, 1),
          settings.integer("width", FishScorer.WIDTH, 1, Integer.MAX_VALUE),
          depth(FishScorer.DEPTH, settings));
    }

    private static DepthBound depth(int byDefault, Settings settings) {
      return new DepthBound(settings.integer("depth", byDefault, 0, DepthBound.UNLIMITED));
    }

    private static int contextTokens(Settings settings) {
      return settings.integer("contextTokens", AnalyzedPage.CONTEXT_TOKENS, 0, MOST_CONTEXT);
    }
  }
}

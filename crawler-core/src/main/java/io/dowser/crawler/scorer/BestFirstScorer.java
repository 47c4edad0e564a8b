package io.dowser.crawler.scorer;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Checks;
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

  /** The weight of the page's relevance unless another is set. */
  public static final double PARENT_WEIGHT = 0.5;

  /** The weight of the anchor's cosine unless another is set. */
  public static final double ANCHOR_WEIGHT = 0.4;

  /** The weight of the context's cosine unless another is set. */
  public static final double CONTEXT_WEIGHT = 0.1;

  private static final int MOST_CONTEXT = 10_000;

  private final TopicMatcher matcher;
  private final TopicVector vector;
  private final double parentWeight;
  private final double anchorWeight;
  private final double contextWeight;
  private final int contextCharacters;

  private BestFirstScorer(Builder builder) {
    this.matcher = TopicMatcher.of(builder.topic.terms(), builder.normalizer);
    this.vector = TopicVector.builder(builder.topic.weights()).build();
    this.parentWeight = builder.parentWeight;
    this.anchorWeight = builder.anchorWeight;
    this.contextWeight = builder.contextWeight;
    this.contextCharacters = builder.contextCharacters;
  }

  /**
   * {@return a builder with the default weights}
   *
   * @param topic what the links should lead to
   */
  public static Builder builder(Topic topic) {
    return new Builder(topic);
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

  /** Settles the weights of a {@link BestFirstScorer}; not thread-safe. */
  public static final class Builder {

    private final Topic topic;
    private TextNormalizer normalizer = TextNormalizer.PLAIN;
    private double parentWeight = PARENT_WEIGHT;
    private double anchorWeight = ANCHOR_WEIGHT;
    private double contextWeight = CONTEXT_WEIGHT;
    private int contextCharacters = Link.CONTEXT_CHARACTERS;

    private Builder(Topic topic) {
      this.topic = requireNonNull(topic, "topic");
    }

    /**
     * Sets how forms are brought to one form before they are compared.
     *
     * @param normalizer by default {@link TextNormalizer#PLAIN}
     * @return this
     */
    public Builder textNormalizer(TextNormalizer normalizer) {
      this.normalizer = requireNonNull(normalizer, "textNormalizer");
      return this;
    }

    /**
     * Sets the weight of the page's relevance.
     *
     * @param weight 0 to 1; by default {@value #PARENT_WEIGHT}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder parentWeight(double weight) {
      parentWeight = Checks.within("parentWeight", weight, 0, 1);
      return this;
    }

    /**
     * Sets the weight of the anchor text.
     *
     * @param weight 0 to 1; by default {@value #ANCHOR_WEIGHT}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder anchorWeight(double weight) {
      anchorWeight = Checks.within("anchorWeight", weight, 0, 1);
      return this;
    }

    /**
     * Sets the weight of the context.
     *
     * @param weight 0 to 1; by default {@value #CONTEXT_WEIGHT}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder contextWeight(double weight) {
      contextWeight = Checks.within("contextWeight", weight, 0, 1);
      return this;
    }

    /**
     * Sets how far the context reaches.
     *
     * @param characters how many on each side of the anchor, 0 to 10,000; by default {@value
     *     Link#CONTEXT_CHARACTERS}; a term must lie wholly inside
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder contextCharacters(int characters) {
      contextCharacters = Checks.within("contextCharacters", characters, 0, MOST_CONTEXT);
      return this;
    }

    /**
     * {@return the scorer with these settings}
     *
     * @throws IllegalArgumentException if two terms of the topic have the same normal form
     */
    public BestFirstScorer build() {
      return new BestFirstScorer(this);
    }
  }

  /**
   * Creates a {@link BestFirstScorer} under the name {@code best-first}.
   *
   * <p>Settings: {@code parentWeight}, {@code anchorWeight} and {@code contextWeight}, 0 to 1, by
   * default 0.5, 0.4 and 0.1; {@code contextCharacters} on each side of an anchor, 0 to 10000, by
   * default 100. A crawl without a topic in words can have the name too: the relevance of a link's
   * page, times its weight, is then all that counts.
   */
  public static final class Provider implements LinkScorerProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "best-first";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      double parent = settings.number("parentWeight", PARENT_WEIGHT, 0, 1);
      double anchor = settings.number("anchorWeight", ANCHOR_WEIGHT, 0, 1);
      double near = settings.number("contextWeight", CONTEXT_WEIGHT, 0, 1);
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
}

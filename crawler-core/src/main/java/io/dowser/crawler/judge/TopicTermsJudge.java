package io.dowser.crawler.judge;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Judges a page by the terms of the topic in it: the cosine of the topic's weights with the weights
 * that its terms have in the page's text.
 *
 * <p>Sources: Liu, Chen and Zhao 2023 for {@link TopicVector.Scope#TOPIC_ONLY}, the default; Xie et
 * al. 2012 for {@link TopicVector.Scope#FULL}. A term weighs as often as it occurs in the text,
 * times its rarity:
 *
 * <ul>
 *   <li>without document counts, the default, each term is equally rare;
 *   <li>with {@linkplain Builder#frozenCounts frozen counts} of a reference collection the rarity
 *       is {@code lg(1 + D/(1 + D_i))}, recommended where such a collection is at hand;
 *   <li>with {@linkplain Builder#growingCounts growing counts} it is {@code max(0, lg(D/(1 +
 *       D_i)))} over the pages visited before, as in the paper of 2023: one and the same page is
 *       then the less relevant the later it is met, and the first pages have relevance 0.
 * </ul>
 *
 * <p>The cosine within the topic's terms ignores how long the page is and what else it says. With n
 * terms of equal weight, a page that mentions k of them equally often has the relevance sqrt(k/n).
 *
 * <p>Thread-safe.
 */
public class TopicTermsJudge implements RelevanceJudge {

  /**
   * The threshold within {@link TopicVector.Scope#TOPIC_ONLY}, the least of those that Liu, Chen
   * and Zhao 2023 use: of three terms of equal weight, two must occur.
   */
  public static final double TOPIC_ONLY_THRESHOLD = 0.62;

  /**
   * The threshold within {@link TopicVector.Scope#FULL}, where cosines are much smaller because all
   * words of the page count; no source gives one.
   */
  public static final double FULL_THRESHOLD = 0.3;

  private final TopicMatcher matcher;
  private final TopicVector vector;
  private final TopicVector.Scope scope;
  private final double threshold;

  TopicTermsJudge(Builder builder, DocumentFrequencies frequencies, TermWeighting weighting) {
    this.matcher = TopicMatcher.of(builder.topic.terms(), builder.normalizer);
    this.vector =
        TopicVector.builder(builder.topic.weights())
            .weighting(weighting)
            .frequencies(frequencies)
            .analyzer(builder.analyzer)
            .build();
    this.scope = builder.scope;
    this.threshold = builder.threshold.orElse(defaultThreshold(scope));
  }

  /**
   * {@return a builder of a judge within the topic's terms, without document counts}
   *
   * @param topic what is relevant
   */
  public static Builder builder(Topic topic) {
    return new Builder(topic);
  }

  static double defaultThreshold(TopicVector.Scope scope) {
    return scope == TopicVector.Scope.FULL ? FULL_THRESHOLD : TOPIC_ONLY_THRESHOLD;
  }

  /**
   * Rates a page; one scan of its text, which is not tokenized unless all terms count and the topic
   * occurs.
   *
   * @param page the page
   * @return the cosine, 0 to 1; 0 for a page without terms of the topic
   */
  @Override
  public double relevance(AnalyzedPage page) {
    TopicMatches matches = page.matches(matcher);
    if (matches.isEmpty()) {
      return 0;
    }
    return scope == TopicVector.Scope.FULL
        ? vector.cosine(matches, page.terms())
        : vector.cosine(matches);
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public String toString() {
    return "TopicTermsJudge[" + matcher.terms() + ", " + scope + ", threshold " + threshold + "]";
  }

  /** Returns the topic of a crawl, which a judge by words needs. */
  static Topic topic(CrawlContext context) {
    return context
        .topic()
        .orElseThrow(
            () ->
                new CrawlException(
                    "a crawl needs a topic or a judge; call topic(...) or judge(...)"));
  }

  /** A judge whose document counts are the pages visited so far. */
  private static final class Growing extends TopicTermsJudge implements VisitObserver, Resumable {

    private final DocumentFrequencies.Growing frequencies;

    Growing(Builder builder, DocumentFrequencies.Growing frequencies) {
      super(builder, frequencies, TermWeighting.RELATIVE);
      this.frequencies = frequencies;
    }

    @Override
    public void visited(Visit visit) {
      if (visit.irrelevance().isPresent()) {
        return;
      }
      AnalyzedPage page = visit.page().mainContent();
      TermCounts found = super.matcher.counts(page.matches(super.matcher));
      frequencies.add(super.scope == TopicVector.Scope.FULL ? found.plus(page.terms()) : found);
    }

    @Override
    public void save(StateWriter out) throws IOException {
      frequencies.save(out);
    }

    @Override
    public void restore(StateReader in) throws IOException {
      frequencies.restore(in);
    }
  }

  /** Settles what a {@link TopicTermsJudge} counts; not thread-safe. */
  public static final class Builder {

    private final Topic topic;
    private TextNormalizer normalizer = TextNormalizer.PLAIN;
    private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
    private TopicVector.Scope scope = TopicVector.Scope.TOPIC_ONLY;
    private OptionalDouble threshold = OptionalDouble.empty();
    private DocumentFrequencies frozen = DocumentFrequencies.NONE;
    private boolean growing;

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
     * Sets the analyzer of the pages, which reports the tokens that stand for a term of the topic;
     * without effect unless all terms count.
     *
     * @param analyzer by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer analyzer) {
      this.analyzer = requireNonNull(analyzer, "textAnalyzer");
      return this;
    }

    /**
     * Sets which terms of a page count.
     *
     * @param scope by default {@link TopicVector.Scope#TOPIC_ONLY}
     * @return this
     */
    public Builder scope(TopicVector.Scope scope) {
      this.scope = requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Sets the relevance from which on a page is relevant.
     *
     * @param relevance 0 to 1; by default {@value #TOPIC_ONLY_THRESHOLD}, and {@value
     *     #FULL_THRESHOLD} if all terms count
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder threshold(double relevance) {
      threshold = OptionalDouble.of(Checks.within("threshold", relevance, 0, 1));
      return this;
    }

    /**
     * Takes the rarity of terms from a reference collection, once.
     *
     * @param counts in how many documents of the collection each term of the topic occurs, under
     *     the names that the topic gives them, and other terms if all terms count
     * @return this
     */
    public Builder frozenCounts(DocumentFrequencies.Frozen counts) {
      frozen = requireNonNull(counts, "frozenCounts");
      growing = false;
      return this;
    }

    /**
     * Takes the rarity of terms from the pages that the crawl visited so far. The judge then is
     * notified of visits, and its counts survive a restart of the crawl.
     *
     * @return this
     */
    public Builder growingCounts() {
      growing = true;
      return this;
    }

    /**
     * {@return a judge for one crawl with these settings}
     *
     * @throws IllegalArgumentException if two terms of the topic have the same normal form
     */
    public TopicTermsJudge build() {
      return growing
          ? new Growing(this, new DocumentFrequencies.Growing())
          : new TopicTermsJudge(this, frozen, TermWeighting.RELATIVE_SMOOTHED);
    }
  }

  /**
   * Creates a {@link TopicTermsJudge} under the name {@code topic-terms}.
   *
   * <p>Settings: {@code scope}, {@code topic-only} (default) or {@code full}; {@code threshold}, 0
   * to 1, by default that of the scope; {@code growingCounts}, by default false.
   */
  public static final class Provider implements RelevanceJudgeProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "topic-terms";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      TopicVector.Scope scope = settings.choice("scope", TopicVector.Scope.TOPIC_ONLY);
      double threshold =
          settings.number("threshold", TopicTermsJudge.defaultThreshold(scope), 0, 1);
      boolean growing = settings.flag("growingCounts", false);
      Builder builder =
          TopicTermsJudge.builder(topic(context))
              .textNormalizer(context.textNormalizer())
              .textAnalyzer(context.textAnalyzer())
              .scope(scope)
              .threshold(threshold);
      return (growing ? builder.growingCounts() : builder).build();
    }
  }
}

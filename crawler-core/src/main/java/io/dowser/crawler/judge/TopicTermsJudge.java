package io.dowser.crawler.judge;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.api.internal.Checks;
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
 * Judges a page by the terms of the topic in its text.
 *
 * <p>There are three {@linkplain Measure measures}. The default, {@link Measure#MENTIONS}, asks how
 * densely a page mentions the terms, and keeps its recall however many terms the topic has.
 *
 * <p>Thread-safe.
 */
public class TopicTermsJudge implements RelevanceJudge {

  /**
   * The threshold of {@link Measure#MENTIONS}: the page mentions the terms as densely as needed.
   */
  public static final double THRESHOLD = 0.5;

  /**
   * The threshold of {@link Measure#COSINE}, the least of those that Liu, Chen and Zhao 2023 use:
   * of three terms of equal weight, two must occur.
   */
  public static final double COSINE_THRESHOLD = 0.62;

  /**
   * The threshold of {@link Measure#FULL_COSINE}, where cosines are much smaller because all words
   * of the page count; no source gives one.
   */
  public static final double FULL_COSINE_THRESHOLD = 0.3;

  /** The definitions of relevance, 0 to 1. */
  public enum Measure {

    /**
     * The density of the terms in the text, in proportion to four of them: {@code s / (s + r)}.
     *
     * <p>Here {@code s} is the sum of {@code weight * count / (count + words / 200)} over the terms
     * of the topic, and {@code r}, for which the relevance is 0.5, is 0.175 of the sum of the four
     * largest weights. So with four terms or more of one weight, a page is relevant that has one of
     * them in every 85 words, or four of them in every 940 words each. More terms are more ways to
     * be relevant. A term that no page has takes nothing away, unless the topic has fewer than four
     * others.
     *
     * <p>Source: the saturation and the normalization by length of BM25 (Robertson and Zaragoza
     * 2009), with b = 1. Where this differs: the length is compared with a constant, because there
     * is no collection at the first page; terms weigh what the topic says and not by their rarity,
     * for the same reason; a mention within 20 words, about a sentence, of the last one that was
     * counted is not counted, so that a menu that lists all terms is one or two mentions; the sum
     * is put in proportion, so that 0.5 is the threshold for any topic. Text is not tokenized: six
     * characters, or two Chinese ones, count as a word. The constants were chosen on thirteen
     * questions and measured on twenty-three others. Hits in the title are mentions as others are;
     * to count them twice or more earned nothing.
     */
    MENTIONS,

    /**
     * The cosine of the topic's weights with the weights that its terms have in the text, {@link
     * TopicVector.Scope#TOPIC_ONLY}.
     *
     * <p>Source: Liu, Chen and Zhao 2023. Ignores how long the page is and what else it says. With
     * n terms of equal weight, a page that mentions k of them equally often has the relevance
     * {@code sqrt(k / n)}, so a topic of eight terms finds few pages.
     */
    COSINE,

    /**
     * The same cosine with all words of the page, {@link TopicVector.Scope#FULL}.
     *
     * <p>Source: Xie et al. 2012.
     */
    FULL_COSINE
  }

  private final TopicMatcher matcher;
  private final Mentions mentions;
  private final TopicVector vector;
  private final Measure measure;
  private final double threshold;

  TopicTermsJudge(Builder builder, DocumentFrequencies frequencies, TermWeighting weighting) {
    this.matcher = TopicMatcher.of(builder.topic.terms(), builder.normalizer);
    this.mentions = new Mentions(builder.topic.weights().values());
    this.vector =
        TopicVector.builder(builder.topic.weights())
            .weighting(weighting)
            .frequencies(frequencies)
            .analyzer(builder.analyzer)
            .build();
    this.measure = builder.measure;
    this.threshold = builder.threshold.orElse(defaultThreshold(measure));
  }

  /**
   * {@return a builder of a judge by {@link Measure#MENTIONS}}
   *
   * @param topic what is relevant
   */
  public static Builder builder(Topic topic) {
    return new Builder(topic);
  }

  private static double defaultThreshold(Measure measure) {
    return switch (measure) {
      case MENTIONS -> THRESHOLD;
      case COSINE -> COSINE_THRESHOLD;
      case FULL_COSINE -> FULL_COSINE_THRESHOLD;
    };
  }

  /**
   * Rates a page; one scan of its text, which is not tokenized unless all words count and the topic
   * occurs.
   *
   * @param page the page
   * @return the measure, 0 to 1; 0 for a page without terms of the topic
   */
  @Override
  public double relevance(AnalyzedPage page) {
    TopicMatches matches = page.matches(matcher);
    if (matches.isEmpty()) {
      return 0;
    }
    return switch (measure) {
      case MENTIONS -> mentions.relevance(matches, page.text());
      case COSINE -> vector.cosine(matches);
      case FULL_COSINE -> vector.cosine(matches, page.terms());
    };
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public String toString() {
    return "TopicTermsJudge[" + matcher.terms() + ", " + measure + ", threshold " + threshold + "]";
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
      frequencies.add(super.measure == Measure.FULL_COSINE ? found.plus(page.terms()) : found);
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
    private Measure measure = Measure.MENTIONS;
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
     * without effect unless the measure is {@link Measure#FULL_COSINE}.
     *
     * @param analyzer by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer analyzer) {
      this.analyzer = requireNonNull(analyzer, "textAnalyzer");
      return this;
    }

    /**
     * Sets what relevance is.
     *
     * @param measure by default {@link Measure#MENTIONS}
     * @return this
     */
    public Builder measure(Measure measure) {
      this.measure = requireNonNull(measure, "measure");
      return this;
    }

    /**
     * Sets the relevance from which on a page is relevant.
     *
     * @param relevance 0 to 1; by default that of the measure: {@value #THRESHOLD}, {@value
     *     #COSINE_THRESHOLD} or {@value #FULL_COSINE_THRESHOLD}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder threshold(double relevance) {
      threshold = OptionalDouble.of(Checks.within("threshold", relevance, 0, 1));
      return this;
    }

    /**
     * Multiplies the weights that terms have in a text by their rarity in a reference collection,
     * {@code lg(1 + D/(1 + D_i))}; for a cosine.
     *
     * @param counts in how many documents of the collection each term of the topic occurs, under
     *     the names that the topic gives them, and other terms if all words count
     * @return this
     */
    public Builder frozenCounts(DocumentFrequencies.Frozen counts) {
      frozen = requireNonNull(counts, "frozenCounts");
      growing = false;
      return this;
    }

    /**
     * Multiplies the weights that terms have in a text by their rarity in the pages that the crawl
     * visited so far, {@code max(0, lg(D/(1 + D_i)))}, as Liu, Chen and Zhao 2023 do; for a cosine.
     * One and the same page is then the less relevant the later it is met, and the first pages have
     * relevance 0. The judge is notified of visits, and its counts survive a restart of the crawl.
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
     * @throws IllegalArgumentException if two terms of the topic have the same normal form, or if
     *     documents are counted for a measure that is no cosine
     */
    public TopicTermsJudge build() {
      if (measure == Measure.MENTIONS && (growing || frozen != DocumentFrequencies.NONE)) {
        throw new IllegalArgumentException(
            "document counts need the measure cosine or full-cosine, but it was mentions");
      }
      return growing
          ? new Growing(this, new DocumentFrequencies.Growing())
          : new TopicTermsJudge(this, frozen, TermWeighting.RELATIVE_SMOOTHED);
    }
  }

  /**
   * Creates a {@link TopicTermsJudge} under the name {@code topic-terms}.
   *
   * <p>Settings: {@code measure}, one of {@code mentions} (default), {@code cosine} and {@code
   * full-cosine}; {@code threshold}, 0 to 1, by default that of the measure; {@code growingCounts},
   * for a cosine, by default false.
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
      Measure measure = settings.choice("measure", Measure.MENTIONS);
      double threshold = settings.number("threshold", defaultThreshold(measure), 0, 1);
      boolean growing = settings.flag("growingCounts", false);
      if (growing && measure == Measure.MENTIONS) {
        throw new SettingException(
            "growingCounts", "true", "false, or the measure cosine or full-cosine");
      }
      Builder builder =
          TopicTermsJudge.builder(topic(context))
              .textNormalizer(context.textNormalizer())
              .textAnalyzer(context.textAnalyzer())
              .measure(measure)
              .threshold(threshold);
      return (growing ? builder.growingCounts() : builder).build();
    }
  }
}

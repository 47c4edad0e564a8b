package io.dowser.crawler.judge;

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
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.io.IOException;

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
     * <p>Source: Liu, Chen and Zhao 2023. Ignores the length of the page and its other terms. With
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

  TopicTermsJudge(
      Settings settings,
      CrawlContext context,
      DocumentFrequencies frequencies,
      TermWeighting weighting) {
    Topic topic = topic(context);
    this.matcher = TopicMatcher.of(topic.terms(), context.textNormalizer());
    this.mentions = new Mentions(topic.weights().values());
    this.vector =
        TopicVector.builder(topic.weights())
            .weighting(weighting)
            .frequencies(frequencies)
            .analyzer(context.textAnalyzer())
            .build();
    this.measure = measure(settings);
    this.threshold =
        settings.number(
            "threshold",
            defaultThreshold(measure),
            0,
            1,
            "lowest relevance of a relevant page; 0.62 for cosine, 0.3 for full-cosine");
  }

  /**
   * Creates a judge.
   *
   * @param settings those of the judge {@code topic-terms}
   * @param context the crawl; pages about its topic are relevant
   * @return the judge; with {@code growingCounts} it is notified of visits, and its counts survive
   *     a restart of the crawl
   * @throws CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two terms of the topic have the same normal form
   */
  public static TopicTermsJudge of(Settings settings, CrawlContext context) {
    if (growingCounts(settings) && measure(settings) == Measure.MENTIONS) {
      throw new SettingException(
          "growingCounts", "true", "false, or the measure cosine or full-cosine");
    }
    return of(settings, context, DocumentFrequencies.NONE);
  }

  /**
   * Creates a judge by a cosine that multiplies the weights that terms have in a text by their
   * rarity in a reference collection, {@code lg(1 + D/(1 + D_i))}.
   *
   * @param settings those of the judge {@code topic-terms}, with a cosine as {@code measure}
   * @param context the crawl; pages about its topic are relevant
   * @param frequencies the number of documents of the collection with each term of the topic, by
   *     the names in the topic, and with other terms if all words count; without effect with {@code
   *     growingCounts}
   * @return the judge
   * @throws CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if two terms of the topic have the same normal form, or if
   *     documents are counted for a measure that is no cosine
   */
  public static TopicTermsJudge of(
      Settings settings, CrawlContext context, DocumentFrequencies.Frozen frequencies) {
    if (measure(settings) == Measure.MENTIONS && frequencies != DocumentFrequencies.NONE) {
      throw new IllegalArgumentException(
          "document counts need the measure cosine or full-cosine, but it was mentions");
    }
    TopicTermsJudge judge =
        growingCounts(settings)
            ? new Growing(settings, context, new DocumentFrequencies.Growing())
            : new TopicTermsJudge(settings, context, frequencies, TermWeighting.RELATIVE_SMOOTHED);
    settings.refuseUnread();
    return judge;
  }

  private static boolean growingCounts(Settings settings) {
    return settings.flag(
        "growingCounts",
        false,
        "take the rarity of terms from the pages visited so far; for a cosine");
  }

  private static Measure measure(Settings settings) {
    return settings.choice("measure", Measure.MENTIONS, "measure of relevance");
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

  /**
   * A judge whose document counts are the pages visited so far, {@code max(0, lg(D/(1 + D_i)))}, as
   * Liu, Chen and Zhao 2023 have it. The later a page is visited, the less relevant it is, and the
   * first pages have relevance 0.
   */
  private static final class Growing extends TopicTermsJudge implements VisitObserver, Resumable {

    private final DocumentFrequencies.Growing frequencies;

    Growing(Settings settings, CrawlContext context, DocumentFrequencies.Growing frequencies) {
      super(settings, context, frequencies, TermWeighting.RELATIVE);
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

  /** Creates a {@link TopicTermsJudge} under the name {@code topic-terms}. */
  public static final class Provider implements RelevanceJudgeProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "topic-terms";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}

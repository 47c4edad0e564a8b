package io.dowser.crawler.judge;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Judges a page by the topic and by terms that set the best pages of the crawl apart, in proportion
 * to these pages. It calibrates itself during the crawl and needs no training data.
 *
 * <p>Relevance is the page's BM25 (Robertson et al. 1994; k1 = 1.2, b = 0.75), divided by the
 * median BM25 of the 50 best pages so far, at most a tenth of the crawl, and at most 1. So a page
 * is relevant that is half as good as these, however few words of the topic they have; {@link
 * TopicTermsJudge} wants a share of the topic's words that pages of some topics never have. For the
 * first pages the median counts together with a fixed one, which weighs as 20 visits.
 *
 * <p>The topic's terms have three quarters of the weight, by their rarity among the pages visited.
 * The rest belongs to the most distinctive terms of the 30 best pages by the topic alone, at most a
 * tenth of the crawl: pseudo relevance feedback (Rocchio 1971), terms by their relevance weight
 * (Robertson and Sparck Jones 1976) times the share of these pages that have them (Robertson 1990).
 * The guard against drift is that the topic as it was given selects the pages to learn from, and
 * keeps most of the weight. Terms that more than half of all pages have are not learned.
 *
 * <p>One and the same page can be judged differently later in the crawl. A crawl with one worker
 * can be repeated, and a resumed one continues with the same judgements. If the crawl has no
 * relevant pages, the best of those that it has are taken for relevant. Takes some 10 MB at most:
 * counts of 100,000 terms, of which the rarest are then forgotten, and the best pages with up to
 * 2,000 terms each.
 *
 * <p>Thread-safe, but for what the engine calls on one thread.
 */
public final class ExpandedTopicJudge implements RelevanceJudge, VisitObserver, Resumable {

  /** The relevance from which on a page is relevant unless another is set. */
  public static final double THRESHOLD = 0.5;

  /** The number of terms that are added to the topic unless another is set. */
  public static final int EXPANSION = 20;

  private static final int MOST_EXPANSION = 1_000;
  private static final int VISITS_BETWEEN = 20;

  private final TopicTokens topic;
  private final int expansion;
  private final double threshold;
  private VisitedPages pages;
  private volatile Bm25 measure; // published to the threads that judge

  private ExpandedTopicJudge(Builder builder) {
    this.topic = new TopicTokens(builder.topic, builder.analyzer);
    this.expansion = builder.expansion;
    this.pages = new VisitedPages(topic.weights(), expansion);
    this.threshold = builder.threshold;
    this.measure = pages.measure();
  }

  /**
   * {@return a builder of a judge that adds {@value #EXPANSION} terms to the topic}
   *
   * @param topic what is relevant
   */
  public static Builder builder(Topic topic) {
    return new Builder(topic);
  }

  @Override
  public double relevance(AnalyzedPage page) {
    return measure.relevance(topic.counts(page));
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public void visited(Visit visit) {
    pages.add(topic.counts(visit.page()));
    if (pages.visits() <= VISITS_BETWEEN || pages.visits() % VISITS_BETWEEN == 0) {
      measure = pages.measure();
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("expanded topic", 1);
    pages.save(out);
    Bm25 now = measure;
    out.writeDouble(now.averageLength());
    out.writeDouble(now.level());
    out.writeInt(now.weights().size());
    for (Map.Entry<String, Double> weight : now.weights().entrySet()) {
      out.writeText(weight.getKey());
      out.writeDouble(weight.getValue());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("expanded topic", 1);
    var restored = new VisitedPages(topic.weights(), expansion);
    restored.restore(in);
    double averageLength = in.readDouble(0, Double.MAX_VALUE, "mean length");
    double level = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "level");
    Map<String, Double> weights = new LinkedHashMap<>();
    for (int left = in.readCount("weights"); left > 0; left--) {
      weights.put(in.readText(), in.readDouble(0, 1, "weight of a term"));
    }
    pages = restored;
    measure = new Bm25(weights, averageLength, level);
  }

  @Override
  public String toString() {
    return "ExpandedTopicJudge[" + measure.weights().keySet() + ", threshold " + threshold + "]";
  }

  /** Settles how an {@link ExpandedTopicJudge} learns and decides; not thread-safe. */
  public static final class Builder {

    private final Topic topic;
    private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
    private double threshold = THRESHOLD;
    private int expansion = EXPANSION;

    private Builder(Topic topic) {
      this.topic = requireNonNull(topic, "topic");
    }

    /**
     * Sets the analyzer of the pages, which tokenizes the topic too.
     *
     * @param analyzer by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer analyzer) {
      this.analyzer = requireNonNull(analyzer, "textAnalyzer");
      return this;
    }

    /**
     * Sets the relevance from which on a page is relevant.
     *
     * @param relevance 0 to 1; by default {@value #THRESHOLD}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder threshold(double relevance) {
      threshold = Checks.within("threshold", relevance, 0, 1);
      return this;
    }

    /**
     * Sets how many terms of the best pages are added to the topic.
     *
     * @param terms 0 to 1,000, 0 for the topic alone; by default {@value #EXPANSION}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder expansion(int terms) {
      expansion = Checks.within("expansion", terms, 0, MOST_EXPANSION);
      return this;
    }

    /**
     * {@return a judge for one crawl with these settings}
     *
     * @throws IllegalArgumentException if the analyzer finds no token in the topic
     */
    public ExpandedTopicJudge build() {
      return new ExpandedTopicJudge(this);
    }
  }

  /**
   * Creates an {@link ExpandedTopicJudge} under the name {@code expanded-topic}.
   *
   * <p>Settings: {@code threshold}, 0 to 1, by default {@value #THRESHOLD}; {@code expansion}, the
   * number of terms added to the topic, 0 to 1,000, by default {@value #EXPANSION}.
   */
  public static final class Provider implements RelevanceJudgeProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "expanded-topic";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return ExpandedTopicJudge.builder(TopicTermsJudge.topic(context))
          .textAnalyzer(context.textAnalyzer())
          .threshold(settings.number("threshold", THRESHOLD, 0, 1))
          .expansion(settings.integer("expansion", EXPANSION, 0, MOST_EXPANSION))
          .build();
    }
  }
}

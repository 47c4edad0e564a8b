package io.dowser.crawler.meaning;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges a page by words and by meaning: the weighted sum of another judge's relevance and of the
 * cosine with the topic, by a {@link MeaningTable}. Both count in standard deviations from their
 * means over the crawl.
 *
 * <p>Meaning has the more weight the closer to the topic those pages are that are best by words. A
 * page is relevant if its sum is 0.6 of the median of the best pages so far, at most 50 and at most
 * a tenth of the crawl. So it calibrates itself and needs no training data. If the crawl has no
 * relevant pages, the best of those that it has are taken for relevant.
 *
 * <p>A page in another language than that of the table has the relevance by words alone, in
 * proportion to the thresholds of both judges.
 *
 * <p>Example pages and answers are those of the judge by words ({@link RelevanceJudge#onExample}).
 * They move the vector of the topic, too:
 *
 * <pre>{@code
 * Crawler.builder()
 *     .topic(Topic.of("how storms form over the sea"))
 *     .judge("meaning", Map.of("words", "expanded-topic", "expanded-topic.examples", "a.html"));
 * }</pre>
 *
 * <p>One and the same page can be judged differently later in the crawl. A crawl with one worker
 * can be repeated, and a resumed one continues with the same judgements. Takes 10 MB of memory.
 * Thread-safe, except for the methods that the engine calls on one thread.
 */
public final class MeaningJudge implements RelevanceJudge.Taught, VisitObserver, Resumable {

  private final TopicMeaning meaning;
  private final RelevanceJudge words;
  private final double threshold;
  private final VisitedScores visited = new VisitedScores();
  private final JudgedPages judged = new JudgedPages();
  private volatile Measure measure = visited.measure(); // published to the threads that judge

  private MeaningJudge(Settings settings, CrawlContext context, RelevanceJudge words) {
    this.words = requireNonNull(words, "words");
    this.threshold = settings.number("threshold", 0.5, 0, 1, "lowest relevance of a relevant page");
    this.meaning =
        new TopicMeaning(SharedTables.of(settings, context), context.requireTopic("meaning"));
    words.onExample(meaning::know);
  }

  /**
   * Creates a judge with a judge by words that is created in code.
   *
   * @param settings those of the judge {@code meaning} without {@code words}
   * @param context the crawl; pages about its topic are relevant
   * @param words the judge by words; if it observes visits or is {@link Resumable}, so it is as a
   *     part of this judge
   * @return the judge
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, a setting is not allowed, or
   *     the table cannot be read
   */
  public static MeaningJudge of(Settings settings, CrawlContext context, RelevanceJudge words) {
    var judge = new MeaningJudge(settings, context, words);
    settings.refuseUnread();
    return judge;
  }

  @Override
  public double relevance(AnalyzedPage page) {
    if (!meaning.knows(page)) {
      return byWords(page);
    }
    PageScores scores = scores(page);
    judged.add(page.url(), scores);
    return measure.relevance(scores);
  }

  private PageScores scores(AnalyzedPage page) {
    return new PageScores(words.relevance(page), meaning.closeness(page.text()));
  }

  /** Returns the relevance by words, with 0.5 for the threshold of these. */
  private double byWords(AnalyzedPage page) {
    meaning.logUnknown(page);
    double relevance = words.relevance(page);
    double reached = words.threshold();
    return relevance < reached
        ? relevance / reached / 2
        : reached == 1 ? 1 : (1 + (relevance - reached) / (1 - reached)) / 2;
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public void visited(Visit visit) {
    Optional<PageScores> scores = judged.remove(visit.page().url());
    if (visit.irrelevance().isEmpty()) {
      scores.or(() -> scores(visit)).ifPresent(this::learn);
    }
    if (words instanceof VisitObserver observer) {
      observer.visited(visit);
    }
  }

  /** Returns the scores of a page that was judged too long ago, if they can be compared. */
  private Optional<PageScores> scores(Visit visit) {
    AnalyzedPage page = visit.page().mainContent();
    return meaning.knows(page) ? Optional.of(scores(page)) : Optional.empty();
  }

  private void learn(PageScores page) {
    visited.add(page);
    measure = visited.measure();
  }

  /** Moves the vector of the topic, and passes the answers to the judge by words. */
  @Override
  public void answered(List<Answer> answers) {
    meaning.answered(answers);
    if (words instanceof Taught taught) {
      taught.answered(answers);
    }
  }

  /** Returns the terms that the judge by words has learned. */
  @Override
  public Map<String, Double> learnedWeights() {
    return words instanceof Taught taught ? taught.learnedWeights() : Map.of();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("meaning", 2);
    meaning.save(out);
    visited.save(out);
    out.writeBoolean(words instanceof Resumable);
    if (words instanceof Resumable state) {
      state.save(out);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    restoreVisited(in);
    if (words instanceof Resumable state) {
      state.restore(in);
    }
  }

  @Override
  public void startFrom(StateReader in) throws IOException {
    restoreVisited(in);
    if (words instanceof Resumable state) {
      state.startFrom(in);
    }
  }

  private void restoreVisited(StateReader in) throws IOException {
    in.section("meaning", 2);
    meaning.restore(in);
    visited.restore(in);
    measure = visited.measure();
    StateReader.require(
        in.readBoolean() == words instanceof Resumable, "it has another judge by words");
  }

  /** Creates a {@link MeaningJudge} under the name {@code meaning}. */
  public static final class Provider implements RelevanceJudgeProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "meaning";
    }

    /** Creates a judge whose judge by words a crawl finds. */
    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return create(settings, context, PluginRegistry.relevanceJudges());
    }

    @Override
    public RelevanceJudge create(
        Settings settings, CrawlContext context, PluginRegistry<RelevanceJudge> registry) {
      context.requireTopic(name());
      RelevanceJudge words =
          WordsPlugin.create(
              "topic-terms",
              name(),
              "the name of another judge",
              "judges by words",
              settings,
              context,
              registry);
      return new MeaningJudge(settings, context, words);
    }
  }
}

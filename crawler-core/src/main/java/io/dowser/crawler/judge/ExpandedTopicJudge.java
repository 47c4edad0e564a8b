package io.dowser.crawler.judge;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;

/**
 * Judges a page by the topic and by terms that set the best pages of the crawl apart, in proportion
 * to these pages. It calibrates itself during the crawl and needs no training data.
 *
 * <p>Relevance is the page's BM25 (Robertson et al. 1994; k1 = 1.2, b = 0.75), divided by the
 * median BM25 of the 50 best pages so far, at most a tenth of the crawl, and at most 1. So a page
 * that is half as good as these is relevant, however few words of the topic they have. {@link
 * TopicTermsJudge} requires a share of the topic's words that pages of some topics never have. For
 * the first pages, the median is combined with a fixed one, which weighs as 20 visits.
 *
 * <p>The topic's terms have three quarters of the weight, by their rarity among the pages visited.
 * The other quarter belongs to the most distinctive terms of the 30 best pages by the topic alone,
 * at most a tenth of the crawl: pseudo relevance feedback (Rocchio 1971), terms by their relevance
 * weight (Robertson and Sparck Jones 1976) times the share of these pages that have them (Robertson
 * 1990). To prevent drift, the original topic selects the pages to learn from, and keeps most of
 * the weight. Terms that more than half of all pages have are not learned.
 *
 * <p>Pages that are {@linkplain Builder#example known} to be relevant, or not, add twice the cosine
 * with their profile, times n / (n + 3) for n relevant ones (Rocchio 1971; beta = 1, gamma = 0.5).
 * The profile has, for each term, the excess of its weight in relevant pages over that in the
 * crawl, less half of the excess in the others. Weights are {@code (1 + ln tf) * idf}, and those of
 * the 1,000 terms that weigh most are kept. Known pages can be given, or the judge {@linkplain
 * Builder#answers asks} about pages whose relevance is within 0.2 of the threshold (uncertainty
 * sampling, Lewis and Gale 1994). Answers of people about visited pages count in the same way. In
 * addition, if some of these answers contradict the score from which pages are relevant, it moves,
 * by a factor of 2 at most, to where fewest do, in the middle of the widest gap.
 *
 * <p>One and the same page can be judged differently later in the crawl. A crawl with one worker
 * can be repeated, and a resumed one continues with the same judgements. If the crawl has no
 * relevant pages, its best pages count as relevant. Takes some 10 MB at most: counts of 100,000
 * terms, beyond which the rarest are forgotten, and the best pages with up to 2,000 terms each.
 * Known pages take as much again at most.
 *
 * <p>Thread-safe, except the methods that the engine calls on its thread.
 */
public final class ExpandedTopicJudge implements RelevanceJudge.Taught, VisitObserver, Resumable {

  private static final int MOST_QUESTIONS = 1_000;
  private static final int VISITS_BETWEEN = 20;
  private static final double DOUBT = 0.2;
  private static final int MOST_LEARNED = 10; // of each sign
  private static final int MOST_WORDS = 20_000; // of answered pages that are looked at
  private static final Splitter WORDS =
      Splitter.on(Pattern.compile("[^\\p{L}\\p{N}]+")).omitEmptyStrings();

  private final TopicTokens topic;
  private final int expansion;
  private final double threshold;
  private VisitedPages pages;
  private List<Answer> given = List.of();
  private final Map<String, Boolean> examples;
  private final Answers answers;
  private volatile Measure measure; // published to the threads that judge

  private ExpandedTopicJudge(Builder builder) {
    this.topic = builder.topic;
    this.expansion = builder.expansion;
    this.threshold = builder.threshold;
    this.pages = new VisitedPages(topic.weights(), expansion, threshold);
    this.examples = new LinkedHashMap<>(builder.examples); // in one order
    examples.forEach((text, relevant) -> pages.know(topic.counts(text), relevant));
    this.answers = new Answers(builder.questions, builder.ask);
    this.measure = pages.measure();
  }

  /**
   * {@return a builder of a judge, which takes examples and answers that are in memory}
   *
   * @param settings those of the judge {@code expanded-topic}
   * @param context the crawl; pages about its topic are relevant
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   * @throws IllegalArgumentException if the analyzer finds no token in the topic
   */
  public static Builder builder(Settings settings, CrawlContext context) {
    var builder = new Builder(settings, context);
    settings.refuseUnread();
    return builder;
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
  public void onExample(BiConsumer<String, Boolean> listener) {
    examples.forEach(listener);
    answers.onAnswer(listener);
  }

  @Override
  public void visited(Visit visit) {
    if (visit.irrelevance().isPresent()) {
      return; // a copy would count again, and other pages are not judged
    }
    AnalyzedPage page = visit.page().mainContent();
    TermCounts counts = topic.counts(page);
    pages.add(counts);
    if (Math.abs(visit.relevance() - threshold) <= DOUBT) {
      answers.ask(page, counts);
    }
    boolean learned = answers.takeTo(pages);
    long visits = pages.visits();
    if (learned || visits <= VISITS_BETWEEN || visits % VISITS_BETWEEN == 0) {
      measure = pages.measure();
    }
  }

  @Override
  public void answered(List<Answer> answered) {
    given = answered;
    pages.teach(
        given.stream()
            .map(each -> new VisitedPages.Taught(topic.counts(each.text()), each.relevant()))
            .toList());
    measure = pages.measure();
  }

  /** Returns terms that are not of the topic, ten of each sign at most, as words of answers. */
  @Override
  public Map<String, Double> learnedWeights() {
    Map<String, String> words = wordsOfAnswers();
    Map<String, Double> learned = learned(words, weight -> weight > 0);
    learned.putAll(learned(words, weight -> weight < 0));
    return learned;
  }

  private Map<String, Double> learned(Map<String, String> words, DoublePredicate sign) {
    Map<String, Double> learned = new LinkedHashMap<>();
    measure.likeness().weights().entrySet().stream()
        .filter(each -> sign.test(each.getValue()) && words.containsKey(each.getKey()))
        .limit(MOST_LEARNED)
        .forEach(each -> learned.put(words.get(each.getKey()), each.getValue()));
    return learned;
  }

  /** Returns the terms of the answered pages with a word of each, as a term may be a stem. */
  private Map<String, String> wordsOfAnswers() {
    Map<String, String> words = new HashMap<>();
    for (Answer each : given) {
      topic.counts(each.text()).forEach((term, count) -> words.put(term, term));
    }
    words.keySet().removeAll(topic.weights().keySet());
    given.stream()
        .flatMap(each -> WORDS.splitToStream(each.text().toLowerCase(Locale.ROOT)))
        .distinct()
        .limit(MOST_WORDS)
        .forEach(word -> putWord(word, words));
    return words;
  }

  /** Puts a word if it is one term by itself, which text without spaces seldom is. */
  private void putWord(String word, Map<String, String> words) {
    TermCounts terms = topic.counts(word);
    if (terms.size() == 1) {
      String term = terms.term(0);
      words.computeIfPresent(term, (same, known) -> known.equals(term) ? word : known);
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("expanded topic", 3);
    out.writeInt(answers.asked());
    pages.save(out);
    measure.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("expanded topic", 3);
    answers.restore(in.readCount("questions"));
    var restored = new VisitedPages(topic.weights(), expansion, threshold);
    restored.restore(in);
    restored.teach(pages.taught());
    measure = Measure.restored(in);
    pages = restored;
  }

  /** Takes over the known pages, too, but not how many questions were asked. */
  @Override
  public void startFrom(StateReader in) throws IOException {
    restore(in);
    answers.restore(0);
  }

  @Override
  public String toString() {
    return "ExpandedTopicJudge["
        + measure.words().weights().keySet()
        + ", threshold "
        + threshold
        + "]";
  }

  /** Collects what an {@link ExpandedTopicJudge} learns from; not thread-safe. */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final TopicTokens topic;
    private final double threshold;
    private final int expansion;
    private final Map<String, Boolean> examples = new LinkedHashMap<>();
    private int questions;
    private Function<AnalyzedPage, ? extends Future<Boolean>> ask =
        page -> new CompletableFuture<>();

    private Builder(Settings settings, CrawlContext context) {
      this.topic = new TopicTokens(TopicTermsJudge.topic(context), context.textAnalyzer());
      this.threshold =
          settings.number("threshold", 0.5, 0, 1, "lowest relevance of a relevant page");
      this.expansion =
          settings.integer(
              "expansion", 20, 0, 1_000, "terms of the best pages, added to the topic");
      texts(settings, "examples", "relevant pages").forEach(text -> example(text, true));
      String example = settings.text("exampleText", "", "HTML or text", "a relevant page");
      if (!example.isBlank()) {
        example(Jsoup.parse(example).text(), true);
      }
      texts(settings, "counterexamples", "irrelevant pages").forEach(text -> example(text, false));
    }

    private static List<String> texts(Settings settings, String key, String summary) {
      String files =
          settings.text(key, "", "files of HTML or text, with commas between them", summary);
      return Splitter.on(',')
          .trimResults()
          .omitEmptyStrings()
          .splitToStream(files)
          .map(file -> text(key, file))
          .toList();
    }

    private static String text(String key, String file) {
      try {
        return Jsoup.parse(Path.of(file)).text();
      } catch (IOException | InvalidPathException e) {
        throw new IllegalArgumentException(
            key + " must name files of pages, but " + file + ": " + e, e);
      }
    }

    /**
     * Adds a page that is known to be relevant, or known not to be. At least one must be relevant
     * before the others count.
     *
     * @param text the text of the page
     * @param relevant whether the page is relevant
     * @return this
     */
    public Builder example(String text, boolean relevant) {
      examples.put(requireNonNull(text, "text"), relevant);
      return this;
    }

    /**
     * Sets a function that decides about pages near the threshold, each once.
     *
     * <pre>{@code
     * builder.answers(30, page -> CompletableFuture.supplyAsync(() -> ask(page.url()), executor));
     * }</pre>
     *
     * <p>The function is called on the engine thread, so it must return at once, with a future that
     * a person or program completes at any time. With each visit, the judge takes the answers that
     * have arrived. A cancelled future is no answer, and a failed one is reported as a failure of
     * the judge. Open questions are lost when the crawl is aborted, and not asked again.
     *
     * @param questions the most questions of the crawl, its resumptions included, 0 to 1,000
     * @param relevant answers whether a page is relevant
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder answers(
        int questions, Function<AnalyzedPage, ? extends Future<Boolean>> relevant) {
      requireNonNull(relevant, "relevant");
      calls.set(
          "answers",
          () -> {
            this.questions = Checks.within("questions", questions, 0, MOST_QUESTIONS);
            this.ask = relevant;
          });
      return this;
    }

    /** {@return a judge for one crawl with these settings} */
    public ExpandedTopicJudge build() {
      return new ExpandedTopicJudge(this);
    }
  }

  /** Creates an {@link ExpandedTopicJudge} under the name {@code expanded-topic}. */
  public static final class Provider implements RelevanceJudgeProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "expanded-topic";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return builder(settings, context).build();
    }
  }
}

package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Trains a {@link PageModel} on labelled documents: one class against another, or one against the
 * rest of many.
 *
 * <pre>{@code
 * try (Stream<LabelledText> documents = LabelledText.directory(Path.of("training"))) {
 *   PageModel model = PageTrainer.builder("finance").analyzer(analyzer).build().train(documents);
 *   model.save(Path.of("finance.model"));
 * }
 * }</pre>
 *
 * <p>The analyzer must be that of the crawl that will use the model; another one is refused there,
 * see {@link AnalyzerGuard}. The same documents in the same order give the same bytes of a model
 * file, with any number of threads. Takes 8 bytes of memory for each distinct term of each
 * document, and as much again while the model is made.
 *
 * <p>Immutable; a trainer may train several models, also at once.
 */
public final class PageTrainer {

  private final String positive;
  private final Set<String> negative; // empty for all others
  private final PageSettings settings;
  private final TextAnalyzer analyzer;
  private final int threads;
  private final long seed;
  private final Map<String, String> facts;

  private PageTrainer(Builder builder) {
    this.positive = builder.positive;
    this.negative = builder.negative;
    this.settings = builder.settings;
    this.analyzer = builder.analyzer;
    this.threads = builder.threads;
    this.seed = builder.seed;
    this.facts = new LinkedHashMap<>(builder.facts);
  }

  /**
   * {@return a builder with the default settings}
   *
   * @param positive the label of the documents that are on the topic; those with any other label
   *     are not, unless {@link Builder#negative} says otherwise
   */
  public static Builder builder(String positive) {
    return new Builder(positive);
  }

  /**
   * Trains a model.
   *
   * @param documents the training documents, read once; not closed
   * @return the model
   * @throws CrawlException if a class has no document, no term is left, or a document cannot be
   *     read; the message says which
   */
  public PageModel train(Stream<LabelledText> documents) {
    var counts = new PageCounts();
    OrderedWork.run(
        documents.filter(this::isTaken).iterator(),
        this::count,
        threads,
        counted -> counts.add(counted.positive, counted.terms));
    int read = counts.documents(true) + counts.documents(false);
    checkClasses(counts);
    if (settings.balanced()) {
      counts.balance(seed);
    }
    PageStatistics statistics = counts.statistics(settings.minDf());
    boolean calibrated = settings.calibrated() && PageCalibration.isPossible(counts);
    PageSettings applied = settings.toBuilder().calibrated(calibrated).build();
    double threshold = calibrated ? PageCalibration.threshold(counts, applied) : 0;
    return new PageModel(statistics, applied, threshold, facts(applied, statistics, read));
  }

  private boolean isTaken(LabelledText document) {
    String label = document.label();
    return label.equals(positive) || negative.isEmpty() || negative.contains(label);
  }

  private record Counted(boolean positive, TermCounts terms) {}

  private Counted count(LabelledText document) {
    TermCounts terms = TermCounts.of(Tokens.of(document.text(), analyzer));
    return new Counted(document.label().equals(positive), terms);
  }

  private void checkClasses(PageCounts counts) {
    int on = counts.documents(true);
    int off = counts.documents(false);
    if (on == 0 || off == 0) {
      String others = negative.isEmpty() ? "with any other label" : "with a label of " + negative;
      throw new CrawlException(
          "both classes must have documents, but there are "
              + on
              + " with the label '"
              + positive
              + "' and "
              + off
              + " "
              + others);
    }
  }

  private Map<String, String> facts(PageSettings applied, PageStatistics statistics, int read) {
    Map<String, String> all = applied.facts();
    all.put("positive", positive);
    all.put("negative", negative.isEmpty() ? "all others" : negative.toString());
    all.put("seed", Long.toString(seed));
    all.put("documentsRead", Integer.toString(read));
    all.put("positiveDocuments", Integer.toString(statistics.positives()));
    all.put("negativeDocuments", Integer.toString(statistics.negatives()));
    all.put("terms", Integer.toString(statistics.vocabulary().size()));
    all.put(AnalyzerGuard.FACT, AnalyzerGuard.sample(analyzer));
    all.putAll(facts);
    return all;
  }

  /**
   * Sets the parameters of a training. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    static final int MOST_THREADS = 1_000;

    private final SettingCalls calls = new SettingCalls();
    private final String positive;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private Set<String> negative = Set.of();
    private PageSettings settings = PageSettings.RECOMMENDED;
    private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed = 1;

    private Builder(String positive) {
      if (positive.isBlank()) {
        throw new IllegalArgumentException("the positive label must not be blank");
      }
      this.positive = positive;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the labels of the documents that are not on the topic; documents with yet another label
     * are left out.
     *
     * @param labels by default all other labels
     * @return this
     * @throws IllegalArgumentException if there is none, or the positive label is among them
     */
    public Builder negative(String... labels) {
      if (labels.length == 0 || List.of(labels).contains(positive)) {
        throw new IllegalArgumentException(
            "negative labels must be some and not the positive '" + positive + "'");
      }
      Set<String> sorted =
          Collections.unmodifiableSet(new TreeSet<>(List.of(labels))); // saved in this order
      return set("negative", () -> negative = sorted);
    }

    /**
     * Sets the settings of the model.
     *
     * @param settings by default {@link PageSettings#RECOMMENDED}
     * @return this
     */
    public Builder settings(PageSettings settings) {
      return set("settings", () -> this.settings = requireNonNull(settings, "settings"));
    }

    /**
     * Sets the analyzer that tokenizes documents.
     *
     * @param analyzer that of the crawl; by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder analyzer(TextAnalyzer analyzer) {
      return set("analyzer", () -> this.analyzer = requireNonNull(analyzer, "analyzer"));
    }

    /**
     * Sets the number of threads that tokenize documents, which is nearly all of the work.
     *
     * @param threads 1 to 1,000; by default one for each processor
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder threads(int threads) {
      return set(
          "threads", () -> this.threads = Checks.within("threads", threads, 1, MOST_THREADS));
    }

    /**
     * Sets the seed of the random sampling.
     *
     * @param seed by default 1
     * @return this
     */
    public Builder seed(long seed) {
      return set("seed", () -> this.seed = seed);
    }

    /**
     * Adds a fact to be stored with the model, for example the name of the analyzer.
     *
     * @param name the name; one that the trainer uses itself is replaced
     * @param text the text that is stored under the name
     * @return this
     */
    public Builder fact(String name, String text) {
      facts.put(requireNonNull(name, "name"), requireNonNull(text, "text"));
      return this;
    }

    /** {@return the trainer with these settings} */
    public PageTrainer build() {
      return new PageTrainer(this);
    }
  }
}

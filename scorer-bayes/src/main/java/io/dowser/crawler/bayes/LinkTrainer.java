package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Trains a {@link LinkModel} on labelled links.
 *
 * <p>Analyzer and normalizer must be those of the crawl that will use the model; another analyzer
 * is refused there, see {@link AnalyzerGuard}. The same links in the same order produce the same
 * bytes of a model file, with any number of threads. Memory grows with the distinct words, not with
 * the links.
 *
 * <p>Immutable; a trainer may train several models, also at once.
 */
public final class LinkTrainer {

  private final LinkSettings settings;
  private final Set<String> dictionary;
  private final LinkReader reader;
  private final TextAnalyzer analyzer;
  private final int threads;
  private final Map<String, String> facts;

  private LinkTrainer(Builder builder) {
    this.settings = builder.settings;
    this.dictionary = builder.dictionary;
    this.reader = new LinkReader(builder.dictionary, builder.normalizer);
    this.analyzer = builder.analyzer;
    this.threads = builder.threads;
    this.facts = new LinkedHashMap<>(builder.facts);
  }

  /** {@return a builder with the default settings and without a dictionary} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Trains a model.
   *
   * @param links the training links, read once; not closed
   * @return the model
   * @throws CrawlException if a class has no link, or a link cannot be read
   */
  public LinkModel train(Stream<LabelledLink> links) {
    var counts = new LinkCounts(settings);
    OrderedWork.run(
        links.iterator(),
        link -> new Read(evidence(link), link.onTopic()),
        threads,
        read -> counts.add(read.link, read.onTopic));
    LinkStatistics statistics = counts.statistics();
    return new LinkModel(statistics, settings, dictionary, facts(statistics));
  }

  /**
   * Reads the features of an example, to score it with a model of this trainer.
   *
   * @param link the example
   * @return its features
   */
  public LinkModel.Evidence evidence(LabelledLink link) {
    return reader.read(
        link.anchor(), link.context(), text -> TermCounts.of(Tokens.of(text, analyzer)));
  }

  private record Read(LinkModel.Evidence link, boolean onTopic) {}

  private Map<String, String> facts(LinkStatistics statistics) {
    Map<String, String> all = settings.facts();
    all.put("dictionaryTerms", Integer.toString(dictionary.size()));
    all.put("positiveLinks", Integer.toString(statistics.links(0)));
    all.put("negativeLinks", Integer.toString(statistics.links(1)));
    all.put("words", Integer.toString(statistics.vocabulary().size()));
    all.put(AnalyzerGuard.FACT, AnalyzerGuard.sample(analyzer));
    all.putAll(facts);
    return all;
  }

  /**
   * A builder of {@link LinkTrainer}. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private LinkSettings settings = LinkSettings.RECOMMENDED;
    private Set<String> dictionary = Set.of();
    private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
    private TextNormalizer normalizer = TextNormalizer.PLAIN;
    private int threads = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the settings of the model.
     *
     * @param settings by default {@link LinkSettings#RECOMMENDED}
     * @return this
     */
    public Builder settings(LinkSettings settings) {
      return set("settings", () -> this.settings = requireNonNull(settings, "settings"));
    }

    /**
     * Sets the terms of the domain, for the indicators A and X; they are stored in the model.
     *
     * @param terms by default none; blank ones and two of one normal form are refused by {@link
     *     #build}
     * @return this
     */
    public Builder dictionary(Collection<String> terms) {
      return set("dictionary", () -> dictionary = new LinkedHashSet<>(terms));
    }

    /**
     * Sets the analyzer that tokenizes texts.
     *
     * @param analyzer that of the crawl; by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder analyzer(TextAnalyzer analyzer) {
      return set("analyzer", () -> this.analyzer = requireNonNull(analyzer, "analyzer"));
    }

    /**
     * Sets the normalizer that is applied before the dictionary's terms are searched for.
     *
     * @param normalizer that of the crawl; by default {@link TextNormalizer#PLAIN}
     * @return this
     */
    public Builder normalizer(TextNormalizer normalizer) {
      return set("normalizer", () -> this.normalizer = requireNonNull(normalizer, "normalizer"));
    }

    /**
     * Sets the number of threads that tokenize texts.
     *
     * @param threads 1 to 1,000; by default one for each processor
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder threads(int threads) {
      return set(
          "threads",
          () ->
              this.threads =
                  Checks.within("threads", threads, 1, PageTrainer.Builder.MOST_THREADS));
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

    /**
     * {@return the trainer with these settings}
     *
     * @throws IllegalArgumentException if a term of the dictionary is blank, or two have the same
     *     normal form
     */
    public LinkTrainer build() {
      return new LinkTrainer(this);
    }
  }
}

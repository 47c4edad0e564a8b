package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LinkStatistics.ANCHOR;
import static io.dowser.crawler.bayes.LinkStatistics.CONTEXT;
import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Naive Bayes of two classes on the features of a link: the evidence of anchor and context for a
 * target on the topic.
 *
 * <p>Source: Han Guohui, Chen Li, Liang Shimu, Tang Xiaopeng, Wang Yaqiang and Yu Zhonghua,
 * <i>Naïve Bayes 分类器制导的专业网页爬取算法</i>, Journal of Chinese Information Processing 2010, no. 4.
 * Features are the words of the anchor ({@code a:w}), the words of the context ({@code c:w}), and
 * whether either has a term of a dictionary ({@code A}, {@code X}):
 *
 * <pre>{@code
 * S = ln(P(+)/P(-)) + sum over present words of ln( P(F|+)/P(F|-) ) + t(A) + t(X)
 * t(I) = ln( P(I=1|+)/P(I=1|-) ) if there is a term, else ln( (1-P(I=1|+))/(1-P(I=1|-)) )
 * }</pre>
 *
 * <p>Differences from the paper, in its legible parts: both outcomes of A and X count; links are
 * ordered by S, not by the probability, which soon is 1 for all; words that training has not seen
 * have no effect; and {@link LinkSettings#RECOMMENDED} smooths in proportion to the classes, see
 * {@link LinkSettings.Smoothing}. {@link LinkSettings.EventModel#MULTINOMIAL} does not change A and
 * X, since they are not words.
 *
 * <p>All log-odds are finite: no smoothed share is 0 or 1.
 *
 * <p>Immutable and thread-safe.
 */
public final class LinkModel {

  private final LinkStatistics statistics;
  private final LinkSettings settings;
  private final Set<String> dictionary;
  private final Map<String, String> facts;
  private final AnalyzerGuard guard;
  private final Vocabulary vocabulary;
  private final LinkRatios ratios;
  private final double noWords;
  private final boolean indicators;
  private final boolean counted;

  LinkModel(
      LinkStatistics statistics,
      LinkSettings settings,
      Set<String> dictionary,
      Map<String, String> facts) {
    this.statistics = statistics;
    this.settings = settings;
    this.dictionary = Collections.unmodifiableSet(new LinkedHashSet<>(dictionary));
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    this.guard = AnalyzerGuard.of(LinkModelFile.KIND, facts);
    this.vocabulary = statistics.vocabulary();
    this.ratios = new LinkRatios(statistics, settings);
    this.noWords = ratios.prior() + ratios.absence();
    this.indicators = settings.group().hasIndicators() && !dictionary.isEmpty();
    this.counted = settings.eventModel() == LinkSettings.EventModel.MULTINOMIAL;
  }

  /**
   * Scores a link.
   *
   * @param link its features
   * @return the log-odds S, finite; above 0 means on the topic. A link without any known word
   *     scores the prior and the two indicators
   */
  public double logOdds(Evidence link) {
    double[] sum = {noWords};
    forEachWord(link, (prefix, word, value) -> sum[0] += value);
    return indicators
        ? sum[0] + ratios.indicator(ANCHOR, link.a()) + ratios.indicator(CONTEXT, link.x())
        : sum[0];
  }

  /** Receives a word of a link that is a feature, and its contribution. */
  @FunctionalInterface
  private interface WordVisitor {

    void visit(String prefix, String word, double value);
  }

  private void forEachWord(Evidence link, WordVisitor visitor) {
    if (settings.merged()) {
      forEachWord("", link.anchor().plus(link.context()), ratios.words(ANCHOR), visitor);
    } else {
      forEachWord("a:", link.anchor(), ratios.words(ANCHOR), visitor);
      if (settings.group().hasContext()) {
        forEachWord("c:", link.context(), ratios.words(CONTEXT), visitor);
      }
    }
  }

  private void forEachWord(
      String prefix, TermCounts words, double[] logRatios, WordVisitor visitor) {
    words.forEach(
        (word, count) -> {
          int id = vocabulary.id(word);
          if (id != Vocabulary.ABSENT) {
            visitor.visit(prefix, word, counted ? count * logRatios[id] : logRatios[id]);
          }
        });
  }

  /**
   * Explains the log-odds of a link by their parts.
   *
   * @param link its features
   * @return prior, absent words if the event model has them, each known word, both indicators; the
   *     value is {@link #logOdds}
   */
  public Explanation explain(Evidence link) {
    List<Explanation> parts = new ArrayList<>();
    parts.add(Explanation.of("prior", ratios.prior()));
    if (settings.eventModel() == LinkSettings.EventModel.FULL_BERNOULLI) {
      parts.add(Explanation.of("absent words", ratios.absence()));
    }
    forEachWord(link, (prefix, word, value) -> parts.add(Explanation.of(prefix + word, value)));
    if (indicators) {
      parts.add(indicator("A", ANCHOR, link.a()));
      parts.add(indicator("X", CONTEXT, link.x()));
    }
    return new Explanation("log-odds", logOdds(link), parts);
  }

  private Explanation indicator(String name, int kind, boolean hasTerm) {
    return Explanation.of(name + (hasTerm ? " = 1" : " = 0"), ratios.indicator(kind, hasTerm));
  }

  AnalyzerGuard guard() {
    return guard;
  }

  /**
   * Returns a model of the same training links with other settings.
   *
   * @param changed its settings; {@code merged}, {@code minLinks}, {@code w} and {@code
   *     contextRule} must stay, because they were applied when the links were counted
   * @return the model, this one if nothing changes
   * @throws IllegalArgumentException if they do not stay
   */
  public LinkModel with(LinkSettings changed) {
    if (changed.equals(settings)) {
      return this;
    }
    if (changed.merged() != settings.merged()
        || changed.minLinks() != settings.minLinks()
        || changed.w() != settings.w()
        || changed.contextRule() != settings.contextRule()) {
      throw new IllegalArgumentException(
          "merged, minLinks, w and contextRule must be those of training, "
              + settings
              + ", but were in "
              + changed);
    }
    Map<String, String> all = new LinkedHashMap<>(facts);
    all.putAll(changed.facts());
    return new LinkModel(statistics, changed, dictionary, all);
  }

  /** {@return the settings by which the model was trained and is used} */
  public LinkSettings settings() {
    return settings;
  }

  /**
   * Returns the terms of the dictionary; empty if there is none, and then the indicators do not
   * count.
   */
  Set<String> dictionary() {
    return dictionary;
  }

  /**
   * {@return the origin of the model: settings, counts, date, and the trainer's facts;
   * unmodifiable}
   */
  public Map<String, String> facts() {
    return facts;
  }

  /** Returns the number of words that are features in the anchor, in the context, or both. */
  int words() {
    return vocabulary.size();
  }

  /**
   * Saves the model; see {@link io.dowser.crawler.toolkit.model.ModelFile} for the frame.
   *
   * @param file the file; its directory is created if it does not exist; an existing file is
   *     replaced
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    LinkModelFile.save(requireNonNull(file, "file"), this, statistics);
  }

  /**
   * Loads a model that {@link #save} wrote.
   *
   * @param file the file, at most 1 GiB
   * @return the model
   * @throws io.dowser.crawler.toolkit.model.ModelFile.FormatException if the file is not such a
   *     model, of another version, truncated or damaged
   * @throws IOException if the file is absent or cannot be read
   */
  public static LinkModel load(Path file) throws IOException {
    return LinkModelFile.load(requireNonNull(file, "file"));
  }

  @Override
  public String toString() {
    return "LinkModel["
        + words()
        + " words, "
        + statistics.links(0)
        + " links on the topic and "
        + statistics.links(1)
        + " off it, "
        + settings
        + "]";
  }

  /**
   * The features of a link.
   *
   * @param anchor the words of its text; features {@code a:w}
   * @param context the words around it; features {@code c:w}
   * @param a whether its text has a term of the dictionary; feature {@code A}
   * @param x whether its context has one; feature {@code X}
   */
  public record Evidence(TermCounts anchor, TermCounts context, boolean a, boolean x) {}
}

package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Naive Bayes with two classes on weighted terms; returns the log-odds of the positive class.
 *
 * <p>Source: Zou Yongbin, Chen Xingshu and Wang Wenxian, <i>Research on focused crawler based on
 * Bayes classifier</i>, Application Research of Computers 2009, no. 9, doi
 * 10.3969/j.issn.1001-3695.2009.09.061. A term weighs {@code x_j = (0.5 + 0.5*tf/maxtf) *
 * ln(E/df)}, 0 if it is absent; E and df are of the training documents. With the densities of
 * {@link PageSettings.Density} the log-odds are
 *
 * <pre>{@code S(x) = ln(pi+/pi-) + sum over all terms j of [ ln p(x_j|+) - ln p(x_j|-) ]}</pre>
 *
 * <p>over the whole vocabulary, absent terms included. They are computed exactly, in time that
 * grows with the terms of the text alone: what a text without terms scores is computed once, and
 * each term of a text replaces its share in that.
 *
 * <p>Where this differs from the paper, in both profiles: the denominator of the probability has
 * the priors, without which two probabilities do not add up to 1; the width of a kernel is {@code
 * 1/sqrt(n)}, where the scan shows {@code 1/n}; variances of {@link PageSettings.Density#NORMAL}
 * are drawn towards the term's overall variance, since most are 0; and texts are ordered by
 * log-odds, as the probability is 1 for all of them from log-odds 37 upwards. Terms of all training
 * documents weigh 0 and are left out. What {@link PageSettings#RECOMMENDED} changes beyond that is
 * said there.
 *
 * <p>All log-odds are finite: no variance is 0, and a weight has at most the size of its idf.
 *
 * <pre>{@code
 * PageModel model = PageModel.load(Path.of("finance.model"));
 * double logOdds = model.logOdds(page.terms());
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class PageModel {

  private final PageStatistics statistics;
  private final PageSettings settings;
  private final Map<String, String> facts;
  private final AnalyzerGuard guard;
  private final Vocabulary vocabulary;
  private final TermDensity density;
  private final double[] idf;
  private final double[] lnFloor; // ln(e/idf)
  private final double[] absent; // B_j+ - B_j-
  private final double threshold; // above a text without terms; 0 if not calibrated
  private final double prior;
  private final double emptyText;

  PageModel(
      PageStatistics statistics,
      PageSettings settings,
      double threshold,
      Map<String, String> facts) {
    this.statistics = statistics;
    this.settings = settings;
    this.threshold = threshold;
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    this.guard = AnalyzerGuard.of(PageModelFile.KIND, facts);
    this.vocabulary = statistics.vocabulary();
    this.idf = new double[vocabulary.size()];
    Arrays.setAll(idf, statistics::idf);
    this.density =
        settings.density() == PageSettings.Density.KERNEL
            ? new KernelDensity(statistics, idf, settings.sharedWidth())
            : new NormalDensity(statistics, idf);
    this.lnFloor = new double[idf.length];
    this.absent = new double[idf.length];
    this.prior = Math.log((double) statistics.positives() / statistics.negatives());
    double computed = prior + fillAbsent();
    this.emptyText = settings.calibrated() ? -threshold : computed;
  }

  private double fillAbsent() {
    double sum = 0;
    for (int id = 0; id < idf.length; id++) {
      lnFloor[id] = Math.log(settings.e() / idf[id]);
      absent[id] = lnRatio(id, 0);
      sum += absent[id];
    }
    return sum;
  }

  /** Returns {@code ln p'(x|+) - ln p'(x|-)}. */
  private double lnRatio(int id, double x) {
    return lnWithFloor(id, density.ln(2 * id, x)) - lnWithFloor(id, density.ln(2 * id + 1, x));
  }

  /** Returns {@code ln p'} of {@code ln p}, which is {@code ln p} itself if e is 0. */
  private double lnWithFloor(int id, double ln) {
    return LogOdds.lnOfSum(Math.log1p(-settings.e()) + ln, lnFloor[id]);
  }

  /**
   * Scores a text by its own counts, for example a whole page.
   *
   * @param text the counts of its terms; those that the model does not know are ignored, except
   *     that the most frequent term may be one of them
   * @return the log-odds, finite; above 0 means the positive class
   */
  public double logOdds(TermCounts text) {
    return logOdds(text, text);
  }

  /**
   * Scores a part of a page by the counts of the whole page. In a part of a few words each one is
   * the most frequent, which on the pages that the model was trained on it would not be.
   *
   * @param part the counts of the part, which determine the terms in it
   * @param page the counts of the page, which determine their weights
   * @return the log-odds, finite
   */
  public double logOdds(TermCounts part, TermCounts page) {
    double sum = emptyText;
    for (int i = 0; i < part.size(); i++) {
      String term = part.term(i);
      int id = vocabulary.id(term);
      if (id != Vocabulary.ABSENT) {
        sum += evidence(id, page.count(term), page.largest());
      }
    }
    return sum;
  }

  /** Returns the contribution of a term to the log-odds of a text without it. */
  private double evidence(int id, int count, int largest) {
    if (count == 0) {
      return 0;
    }
    double x = TermWeighting.AUGMENTED.termFrequency(count, largest, largest) * idf[id];
    return lnRatio(id, x) - absent[id];
  }

  /**
   * Returns the probability that a text is of the positive class, exactly 1 for log-odds from 37
   * upwards.
   */
  double probability(TermCounts text) {
    return LogOdds.probability(logOdds(text));
  }

  /**
   * Explains the log-odds of a part of a page.
   *
   * @param part the counts of the part
   * @param page the counts of the page; the same as the part to score by its own counts
   * @return the prior, the contribution of the absence of all terms, and that of each term; of a
   *     calibrated model the threshold instead of the first two; the value is {@link
   *     #logOdds(TermCounts, TermCounts)}
   */
  public Explanation explain(TermCounts part, TermCounts page) {
    List<Explanation> parts = new ArrayList<>();
    if (settings.calibrated()) {
      parts.add(Explanation.of("threshold", emptyText));
    } else {
      parts.add(Explanation.of("prior", prior));
      parts.add(Explanation.of("absent terms", emptyText - prior));
    }
    part.forEach(
        (term, count) -> {
          int id = vocabulary.id(term);
          if (id != Vocabulary.ABSENT) {
            double evidence = evidence(id, page.count(term), page.largest());
            parts.add(Explanation.of("term '" + term + "'", evidence));
          }
        });
    return new Explanation("log-odds", logOdds(part, page), parts);
  }

  AnalyzerGuard guard() {
    return guard;
  }

  /**
   * Returns a model of the same training documents with other densities.
   *
   * @param changed its settings; {@code minDf} and {@code balanced} must stay, because they were
   *     applied when the documents were counted; {@code calibrated} must be false if anything
   *     changes, because the threshold is that of the trained densities
   * @return the model, this one if nothing changes
   * @throws IllegalArgumentException if they are not so
   */
  public PageModel with(PageSettings changed) {
    if (changed.equals(settings)) {
      return this;
    }
    if (changed.minDf() != settings.minDf() || changed.balanced() != settings.balanced()) {
      throw new IllegalArgumentException(
          "minDf and balanced must be those of training, " + settings + ", but were in " + changed);
    }
    if (changed.calibrated()) {
      throw new IllegalArgumentException(
          "calibrated must be false for densities that are not those of training, "
              + settings
              + ", but was true in "
              + changed);
    }
    Map<String, String> all = new LinkedHashMap<>(facts);
    all.putAll(changed.facts());
    return new PageModel(statistics, changed, 0, all);
  }

  /** {@return the settings by which the model was trained and is used} */
  public PageSettings settings() {
    return settings;
  }

  /**
   * {@return the origin of the model: settings, seed, corpus counts, date, and the trainer's facts;
   * unmodifiable}
   */
  public Map<String, String> facts() {
    return facts;
  }

  int terms() {
    return idf.length;
  }

  /**
   * Saves the model; see {@link io.dowser.crawler.toolkit.model.ModelFile} for the frame. Takes
   * about 3 bytes for each distinct weight of a term in a class, in addition to the term.
   *
   * @param file the file; its directory is created if it does not exist; an existing file is
   *     replaced
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    PageModelFile.save(requireNonNull(file, "file"), this, statistics, threshold);
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
  public static PageModel load(Path file) throws IOException {
    return PageModelFile.load(requireNonNull(file, "file"));
  }

  /**
   * {@return a judge for which a page is relevant from the probability 0.5}
   *
   * @see #judge(double)
   */
  public RelevanceJudge judge() {
    return judge(RelevanceJudge.DEFAULT_THRESHOLD);
  }

  /**
   * {@return a judge of pages by the probability of the positive class, thread-safe}
   *
   * <p>The probability of a page of some length is mostly close to 0 or 1. A comparison of
   * strategies needs a judge that guides none of them: train it on other documents than the scorer.
   *
   * <p>The judge throws an {@link io.dowser.crawler.toolkit.model.AnalyzerGuard.MismatchException}
   * for a page of another text analyzer than that of the training.
   *
   * @param threshold the probability from which a page is relevant, 0 to 1
   * @throws IllegalArgumentException if the threshold is out of range
   */
  public RelevanceJudge judge(double threshold) {
    return new PageBayesJudge(this, threshold);
  }

  @Override
  public String toString() {
    return "PageModel["
        + terms()
        + " terms, "
        + statistics.positives()
        + " positive and "
        + statistics.negatives()
        + " negative documents, "
        + settings
        + "]";
  }
}

package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.toolkit.model.ModelFile;
import java.util.Arrays;

/**
 * Rates links by how far the page behind them is from a target, as a hidden Markov model predicts
 * it from the text of their page and from the path that led there.
 *
 * <p>The text of each page resembles some clusters. From a prior and these follows the belief about
 * the page's own distance from a target, and from that the prediction for the next page:
 *
 * <pre>{@code
 * u(j) = prior(j) * sum over k of share(k) * b_jk
 * belief(j) = u(j) / sum of u
 * q(j) = sum over i of belief(i) * a_ij
 * q'(j) = q(j) * product over the anchor's terms of (how much likelier at j)^anchorWeight, scaled
 * score = priority of q', times (1 + kappa * cosine of the link's text)
 * }</pre>
 *
 * <p>With {@link Builder#memory} the prior is the prediction of the page before, which the crawl
 * keeps along the path, and pi for a seed; without, it is pi for all pages. With {@link
 * Builder#softClusters} the share of a cluster goes with the square of its cosine; without, the
 * nearest cluster has it all.
 *
 * <p>So off-topic pages are crossed if pages like them have led to targets. The model of the paper
 * sees pages and not links, so that all links of a page have one score. Two things distinguish them
 * here: what the terms of the anchor said about the distance behind links in training, and the
 * cosine of anchor and context (20 tokens on each side) with the topic, the centroid of the
 * targets. That cosine also orders links of equal score.
 *
 * <p>Source: Xie, Yang, Li and Song 2012, equations 4 to 6, sections 2.5 and 2.6. Where {@link
 * #builder} differs: all clusters count that a page resembles, which with memory finds most in
 * crawls of three webs; the priority is {@link Priority#YIELD}, because the paper's maximum also
 * rewards certainty of being far away; the texts of links are ours, and with a kappa and an
 * anchorWeight of 0 only break ties; forward values are scaled at each page, because the paper's
 * shrink so much that no deep link can ever compete. {@link Builder#paper} does it all as the paper
 * has it, with ties by age. In both, a page that falls into no cluster leaves the prediction as it
 * was, links of irrelevant pages are rated too, and a URL that is found again keeps the path with
 * the larger score, by work of the frontier.
 *
 * <p>Passes down n + 1 numbers: the forward vector of the page, and its nearest cluster for people
 * to look at; nothing without memory. Immutable and thread-safe.
 */
public final class HmmLinkScorer implements LinkScorer {

  /** The kappa of {@link #builder}. */
  public static final double KAPPA = 5;

  /** The anchorWeight of {@link #builder}. */
  public static final double ANCHOR_WEIGHT = 0.2;

  static final double MOST_KAPPA = 1_000;
  private static final double MOST_BELIEF = 1 + 1e-9; // room for rounding

  final HmmModel model;
  final Forward forward;
  final Priority priority;
  final double kappa;
  final double anchorWeight;
  final boolean secondKey;
  final boolean memory;
  final boolean softClusters;

  private HmmLinkScorer(Builder builder) {
    this.model = builder.model;
    this.forward = builder.forward;
    this.priority = builder.priority;
    this.kappa = builder.kappa;
    this.anchorWeight = builder.anchorWeight;
    this.secondKey = builder.secondKey;
    this.memory = builder.memory;
    this.softClusters = builder.softClusters;
  }

  /**
   * Starts a scorer with the recommended settings: memory, soft clusters, scaled values, {@link
   * Priority#YIELD}, kappa {@value #KAPPA}, anchorWeight {@value #ANCHOR_WEIGHT}, ties by the texts
   * of the links.
   *
   * @param model a trained model
   * @return a builder
   */
  public static Builder builder(HmmModel model) {
    return new Builder(model);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the arrival has numbers that are not of this model
   * @throws io.dowser.crawler.toolkit.model.AnalyzerGuard.MismatchException if the page is
   *     tokenized by another text analyzer than the pages that the model was trained on
   */
  @Override
  public PageScoring forPage(AnalyzedPage page) {
    model.guard().check(page);
    return new HmmPageScoring(this, page);
  }

  /** What was predicted for a page on arrival. */
  double[] prior(AnalyzedPage page) {
    PathState pathState = page.arrival().pathState();
    HiddenMarkovModel hidden = model.hidden();
    if (pathState.isEmpty()) {
      return hidden.pi;
    }
    if (pathState.size() != hidden.n + 1) {
      throw new IllegalArgumentException(
          "the path state of a page must have "
              + (hidden.n + 1)
              + " numbers for a model of "
              + hidden.n
              + " states, but has "
              + pathState.size()
              + "; was the crawl begun with another model?");
    }
    var before = new double[hidden.n];
    for (int j = 0; j < before.length; j++) {
      before[j] = pathState.get(j);
      if (!(before[j] >= 0 && before[j] <= MOST_BELIEF)) { // written so that NaN fails too
        throw new IllegalArgumentException(
            "the path state of a page must have beliefs of 0 to 1, but number "
                + j
                + " was "
                + before[j]);
      }
    }
    return hidden.predict(before);
  }

  @Override
  public String toString() {
    return "HmmLinkScorer["
        + model
        + ", "
        + priority
        + ", "
        + forward
        + ", kappa "
        + kappa
        + ", anchorWeight "
        + anchorWeight
        + (memory ? ", memory" : "")
        + (softClusters ? ", soft clusters" : "")
        + "]";
  }

  /** Settles how links are rated; not thread-safe. */
  public static final class Builder {

    private final HmmModel model;
    private Forward forward = Forward.SCALED;
    private Priority priority = Priority.YIELD;
    private double kappa = KAPPA;
    private double anchorWeight = ANCHOR_WEIGHT;
    private boolean secondKey = true;
    private boolean memory = true;
    private boolean softClusters = true;

    private Builder(HmmModel model) {
      this.model = requireNonNull(model, "model");
    }

    /**
     * Rates as in the paper, unless later calls say otherwise: memory of the path, the nearest
     * cluster alone, values that are not scaled, {@link Priority#MAX}, kappa and anchorWeight 0,
     * ties by age.
     *
     * @return this
     */
    public Builder paper() {
      forward = Forward.UNSCALED;
      priority = Priority.MAX;
      kappa = 0;
      anchorWeight = 0;
      secondKey = false;
      memory = true;
      softClusters = false;
      return this;
    }

    /**
     * Sets how the prediction becomes a score.
     *
     * @param priority by default {@link Priority#YIELD}, and {@link Priority#MAX} in {@link #paper}
     * @return this
     */
    public Builder priority(Priority priority) {
      this.priority = requireNonNull(priority, "priority");
      return this;
    }

    /**
     * Sets how much the text of a link raises its score: by the factor 1 + kappa * cosine.
     *
     * @param kappa 0 to 1,000; by default {@value HmmLinkScorer#KAPPA}, and 0 in {@link #paper}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder kappa(double kappa) {
      this.kappa = Checks.within("kappa", kappa, 0, MOST_KAPPA);
      return this;
    }

    /**
     * Sets how much the terms of an anchor count, as the exponent of their likelihoods.
     *
     * @param anchorWeight 0 to 1; by default {@value HmmLinkScorer#ANCHOR_WEIGHT}, and 0 in {@link
     *     #paper}; 1 takes the terms for independent, which they are not
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder anchorWeight(double anchorWeight) {
      this.anchorWeight = Checks.within("anchorWeight", anchorWeight, 0, 1);
      return this;
    }

    /**
     * Sets whether links of equal score are ordered by their texts.
     *
     * @param secondKey false to order them by age; by default true, and false in {@link #paper}
     * @return this
     */
    public Builder secondKey(boolean secondKey) {
      this.secondKey = secondKey;
      return this;
    }

    /**
     * Sets whether the prediction for a page is what its own text adds to, so that the whole path
     * counts.
     *
     * @param memory by default true; false, so that the page alone counts and a queued URL has no
     *     numbers to keep
     * @return this
     */
    public Builder memory(boolean memory) {
      this.memory = memory;
      return this;
    }

    /**
     * Sets whether all clusters count that a page resembles.
     *
     * @param softClusters by default true, to weigh them by the squares of their cosines; false, as
     *     in {@link #paper}, to take the nearest one alone
     * @return this
     */
    public Builder softClusters(boolean softClusters) {
      this.softClusters = softClusters;
      return this;
    }

    /** {@return the scorer with these settings} */
    public HmmLinkScorer build() {
      return new HmmLinkScorer(this);
    }
  }

  /**
   * How the predicted distance of the next page becomes the score of a link.
   *
   * <p>The prediction q has a number for each state; q(0) is the chance that the next page is a
   * target. All results are 0 to 1.
   */
  public enum Priority {

    /**
     * The targets per page fetched that one may expect by going the shortest way from the predicted
     * distance: {@code sum of q(j)/(j+1)} over all states but the last, which counts 0. The
     * default.
     *
     * <p>This is ours: the maximum of the paper also rewards certainty of being far away.
     */
    YIELD {
      @Override
      double of(double[] q) {
        double yield = 0;
        for (int j = 0; j < q.length - 1; j++) {
          yield += q[j] / (j + 1);
        }
        return Math.min(1, yield);
      }
    },

    /**
     * The chance that the next page is a target, q(0); links that tie are ordered by q(1) in steps
     * of 2^-20, and then by the second key. The chances of longer distances do not count, because a
     * tie is broken by one number, which has no room for all of them.
     *
     * <p>As in Liu, Janssen and Milios 2006, whom the paper follows.
     */
    TARGET {
      @Override
      double of(double[] q) {
        return Math.min(1, q[0]);
      }

      /** q(1) in steps of 2^-20, and the second key within a step. */
      @Override
      double tieBreak(double[] q, double secondKey) {
        return Math.rint(q[1] * STEPS) / STEPS + secondKey / (2 * STEPS);
      }
    },

    /** The largest number of the prediction: equation 6 of Xie et al. 2012. */
    MAX {
      @Override
      double of(double[] q) {
        return Math.min(1, Arrays.stream(q).max().orElse(0));
      }
    };

    private static final double STEPS = 1 << 20;

    abstract double of(double[] q);

    double tieBreak(double[] q, double secondKey) {
      return secondKey;
    }
  }

  /**
   * Creates an {@link HmmLinkScorer} under the name {@code hmm}.
   *
   * <p>Settings: {@code model}, the path of a file that {@link HmmModel#save} wrote, must be given;
   * {@code profile} ({@code recommended}, the default, or {@code paper}) is where the other
   * defaults come from: {@code priority} ({@code yield}, {@code target}, {@code max}), {@code
   * kappa} (0 to 1000), {@code anchorWeight} (0 to 1), {@code secondKey}, {@code memory} and {@code
   * softClusters} ({@code true} or {@code false}), as in {@link Builder}.
   */
  public static final class Provider implements LinkScorerProvider {

    private enum Profile {
      RECOMMENDED,
      PAPER
    }

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "hmm";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      boolean paper = settings.choice("profile", Profile.RECOMMENDED) == Profile.PAPER;
      Priority priority = settings.choice("priority", paper ? Priority.MAX : Priority.YIELD);
      double kappa = settings.number("kappa", paper ? 0 : KAPPA, 0, MOST_KAPPA);
      double anchorWeight = settings.number("anchorWeight", paper ? 0 : ANCHOR_WEIGHT, 0, 1);
      boolean secondKey = settings.flag("secondKey", !paper);
      boolean memory = settings.flag("memory", true);
      boolean softClusters = settings.flag("softClusters", !paper);
      HmmModel model = ModelFile.ofSetting(settings, HmmModel::load);
      return (paper ? builder(model).paper() : builder(model))
          .priority(priority)
          .kappa(kappa)
          .anchorWeight(anchorWeight)
          .secondKey(secondKey)
          .memory(memory)
          .softClusters(softClusters)
          .build();
    }
  }
}

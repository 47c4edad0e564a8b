package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
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
 * <p>With {@code memory} the prior is the prediction of the page before, which the crawl keeps
 * along the path, and pi for a seed; without, it is pi for all pages. With {@code softClusters} the
 * share of a cluster goes with the square of its cosine; without, the nearest cluster has it all.
 *
 * <p>So off-topic pages are crossed if pages like them have led to targets. The model of the paper
 * sees pages and not links, so that all links of a page have one score. Two things distinguish them
 * here: what the terms of the anchor said about the distance behind links in training, and the
 * cosine of anchor and context (20 tokens on each side) with the topic, the centroid of the
 * targets. That cosine also orders links of equal score.
 *
 * <p>Source: Xie, Yang, Li and Song 2012, equations 4 to 6, sections 2.5 and 2.6. Where this
 * differs: all clusters count that a page resembles, which with memory finds most in crawls of
 * three webs; the priority is {@link Priority#YIELD}, because the paper's maximum also rewards
 * certainty of being far away; the texts of links are ours, and with a kappa and an anchorWeight of
 * 0 only break ties; forward values are scaled at each page, because the paper's shrink so much
 * that no deep link can ever compete. The profile {@code paper} does it all as the paper has it,
 * with ties by age. In both, a page that falls into no cluster leaves the prediction as it was,
 * links of irrelevant pages are rated too, and a URL that is found again keeps the path with the
 * larger score, by work of the frontier.
 *
 * <p>Passes down n + 1 numbers: the forward vector of the page, and its nearest cluster for people
 * to look at; nothing without memory. Immutable and thread-safe.
 */
public final class HmmLinkScorer implements LinkScorer {

  private static final double MOST_BELIEF = 1 + 1e-9; // room for rounding

  final HmmModel model;
  final Forward forward;
  final Priority priority;
  final double kappa;
  final double anchorWeight;
  final boolean secondKey;
  final boolean memory;
  final boolean softClusters;

  private HmmLinkScorer(HmmModel model, Settings settings) {
    boolean paper =
        settings.choice(
                "profile",
                Profile.RECOMMENDED,
                "defaults of priority, kappa, anchorWeight, secondKey and softClusters; recommended measures better")
            == Profile.PAPER;
    this.model = model;
    this.forward = paper ? Forward.UNSCALED : Forward.SCALED;
    this.priority =
        settings.choice(
            "priority",
            paper ? Priority.MAX : Priority.YIELD,
            "conversion of the predicted distance into a score; max in the paper");
    this.kappa =
        settings.number(
            "kappa",
            paper ? 0 : 5,
            0,
            1_000,
            "a link's text multiplies its score by 1 + kappa * cosine; 0 in the paper");
    this.anchorWeight =
        settings.number(
            "anchorWeight",
            paper ? 0 : 0.2,
            0,
            1,
            "exponent of the likelihoods of the anchor's terms; 0 in the paper; 1 assumes independent terms");
    this.secondKey =
        settings.flag(
            "secondKey",
            !paper,
            "order of links with equal scores: by their texts, or else by age, as in the paper");
    this.memory = settings.flag("memory", true, "use the whole path, instead of the page alone");
    this.softClusters =
        settings.flag(
            "softClusters",
            !paper,
            "weigh all clusters that a page resembles; false, as in the paper: the nearest one");
  }

  /**
   * Creates a scorer.
   *
   * @param model a trained model
   * @param settings those of the plugin {@code hmm} without {@code model}
   * @return the scorer
   * @throws io.dowser.crawler.api.SettingException if a setting is not allowed
   */
  public static HmmLinkScorer of(HmmModel model, Settings settings) {
    var scorer = new HmmLinkScorer(model, settings);
    settings.refuseUnread();
    return scorer;
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

  /** Returns the prediction for a page on arrival. */
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

  private enum Profile {
    RECOMMENDED,
    PAPER
  }

  /**
   * The function that turns the predicted distance of the next page into the score of a link.
   *
   * <p>The prediction q has a number for each state; q(0) is the chance that the next page is a
   * target. All results are 0 to 1.
   */
  enum Priority {

    /**
     * The expected targets per fetched page on the shortest way from the predicted distance: {@code
     * sum of q(j)/(j+1)} over all states but the last, which counts 0. The default.
     *
     * <p>This is not in the paper, whose maximum also rewards the certainty of being far away.
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
     * tie is broken by one number, which cannot hold all of them.
     *
     * <p>As in Liu, Janssen and Milios 2006, whom the paper follows.
     */
    TARGET {
      @Override
      double of(double[] q) {
        return Math.min(1, q[0]);
      }

      /** Returns q(1) in steps of 2^-20, and the second key within a step. */
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

  /** Creates an {@link HmmLinkScorer} under the name {@code hmm}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "hmm";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return of(ModelFile.ofSetting(settings, HmmModel::load), settings);
    }
  }
}

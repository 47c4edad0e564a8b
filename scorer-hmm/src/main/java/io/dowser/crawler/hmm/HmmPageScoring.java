package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The links of one page: one prediction for all of them, and the text of each. */
final class HmmPageScoring implements PageScoring {

  private final HmmLinkScorer scorer;
  private final int cluster;
  private final double cosine; // with the centroid of the cluster
  private final double[] forward;
  private final double[] q;
  private final LinkTexts texts;

  HmmPageScoring(HmmLinkScorer scorer, AnalyzedPage page) {
    this.scorer = scorer;
    HiddenMarkovModel hidden = scorer.model.hidden();
    ClusterSpace space = scorer.model.space();
    double[] cosines = space.cosines(page.terms());
    this.cluster = ClusterSpace.nearest(cosines);
    this.cosine = cluster == HiddenMarkovModel.MISSING ? 0 : cosines[cluster];
    double[] prior = scorer.memory ? scorer.prior(page) : hidden.pi;
    this.forward =
        cluster == HiddenMarkovModel.MISSING
            ? prior.clone()
            : scorer.forward.step(prior, likelihoods(hidden, cosines));
    this.q = hidden.predict(forward);
    this.texts = new LinkTexts(space, page);
  }

  /** Returns the likelihood of the text of the page in each state; it falls into some cluster. */
  private double[] likelihoods(HiddenMarkovModel hidden, double[] cosines) {
    return scorer.softClusters
        ? hidden.likelihoods(ClusterSpace.shares(cosines))
        : hidden.likelihoods(cluster);
  }

  @Override
  public double score(Link link) {
    double first = scorer.priority.of(seen(link));
    return scorer.kappa == 0 ? first : first * (1 + scorer.kappa * texts.cosine(link));
  }

  @Override
  public double tieBreak(Link link) {
    return scorer.priority.tieBreak(seen(link), scorer.secondKey ? texts.cosine(link) : 0);
  }

  /** The prediction after a look at the text of the link. */
  private double[] seen(Link link) {
    if (scorer.anchorWeight == 0) {
      return q;
    }
    var logs = new double[q.length];
    boolean known = texts.addTo(logs, link, scorer.model.anchors(), scorer.anchorWeight);
    return known ? posterior(logs) : q;
  }

  /** q(j) times exp(logs(j)), scaled to the sum of q; the largest exponent is taken out first. */
  private double[] posterior(double[] logs) {
    double largest = Arrays.stream(logs).max().orElse(0);
    double sum = 0;
    double before = 0;
    for (int j = 0; j < logs.length; j++) {
      logs[j] = q[j] * Math.exp(logs[j] - largest);
      sum += logs[j];
      before += q[j];
    }
    if (sum < Forward.SMALLEST_SCALE) {
      return q; // the text rules out all that was predicted
    }
    for (int j = 0; j < logs.length; j++) {
      logs[j] *= before / sum;
    }
    return logs;
  }

  @Override
  public PathState pathState() {
    if (!scorer.memory) {
      return PathState.NONE;
    }
    double[] inherited = Arrays.copyOf(forward, forward.length + 1);
    inherited[forward.length] = cluster;
    return PathState.of(inherited);
  }

  /**
   * Explains the score by the priority and the contribution of the link's text; the evidence is
   * below them.
   */
  @Override
  public Explanation explain(Link link) {
    double first = scorer.priority.of(seen(link));
    double score = score(link);
    Explanation cosine = Explanation.of("cosine of the link's text", texts.cosine(link));
    return new Explanation(
        "hmm",
        score,
        List.of(
            new Explanation("priority " + scorer.priority, first, evidence(link)),
            new Explanation(
                "raised by the link's text (kappa " + scorer.kappa + ")",
                score - first,
                List.of(cosine))));
  }

  private List<Explanation> evidence(Link link) {
    List<Explanation> parts = new ArrayList<>(distances("predicted", seen(link)));
    if (scorer.anchorWeight > 0) {
      double page = scorer.priority.of(q);
      parts.add(new Explanation("priority without the anchor", page, distances("predicted", q)));
    }
    Explanation near = Explanation.of("cosine with its centroid", cosine);
    parts.add(new Explanation("cluster of the page", cluster, List.of(near)));
    double sum = Arrays.stream(forward).sum();
    parts.add(new Explanation("belief about the page", sum, distances("believed", forward)));
    return parts;
  }

  private static List<Explanation> distances(String name, double[] chances) {
    List<Explanation> parts = new ArrayList<>();
    for (int j = 0; j < chances.length; j++) {
      boolean last = j == chances.length - 1;
      parts.add(Explanation.of(name + " distance " + j + (last ? " or more" : ""), chances[j]));
    }
    return parts;
  }
}

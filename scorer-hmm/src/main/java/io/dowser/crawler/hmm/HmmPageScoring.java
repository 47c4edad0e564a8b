package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
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
  private final double base;
  private final LinkTexts texts;

  HmmPageScoring(HmmLinkScorer scorer, AnalyzedPage page) {
    this.scorer = scorer;
    HiddenMarkovModel hidden = scorer.model.hidden();
    ClusterSpace space = scorer.model.space();
    double[] cosines = space.cosines(page.terms());
    this.cluster = ClusterSpace.nearest(cosines);
    this.cosine = cluster < 0 ? 0 : cosines[cluster];
    this.forward = scorer.forward.step(hidden, scorer.prior(page), cluster);
    this.q = hidden.predict(forward);
    this.base = scorer.priority.of(q);
    this.texts = new LinkTexts(space, page);
  }

  @Override
  public double score(Link link) {
    double first = scorer.gamma == 0 ? base : scorer.priority.of(update(link));
    return scorer.kappa == 0 ? first : first * (1 + scorer.kappa * texts.cosine(link));
  }

  private double[] update(Link link) {
    double[] logs = new double[q.length];
    int terms = texts.addLogs(link, logs, scorer.model.anchors(), scorer.gamma);
    if (terms == 0) {
      return q;
    }
    double most = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      most = Math.max(most, log);
    }
    double sum = 0;
    for (int j = 0; j < logs.length; j++) {
      logs[j] = q[j] * Math.exp(logs[j] - most);
      sum += logs[j];
    }
    for (int j = 0; j < logs.length; j++) {
      logs[j] /= sum;
    }
    return logs;
  }

  @Override
  public double tieBreak(Link link) {
    return scorer.priority.tieBreak(q, scorer.secondKey ? texts.cosine(link) : 0);
  }

  @Override
  public Carry carry() {
    double[] carried = Arrays.copyOf(forward, forward.length + 1);
    carried[forward.length] = cluster;
    return Carry.of(carried);
  }

  @Override
  public Explanation explain(Link link) {
    List<Explanation> parts = new ArrayList<>();
    parts.add(new Explanation("priority " + scorer.priority, base, distances("predicted", q)));
    if (scorer.kappa > 0) {
      parts.add(Explanation.of("kappa x cosine of the link's text", score(link) - base));
    }
    parts.add(Explanation.of("cosine of the link's text, for ties", texts.cosine(link)));
    parts.add(
        new Explanation(
            "cluster of the page",
            cluster,
            List.of(Explanation.of("cosine with its centroid", cosine))));
    parts.add(
        new Explanation(
            "belief about the page",
            Arrays.stream(forward).sum(),
            distances("believed", forward)));
    return new Explanation("hmm", score(link), parts);
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

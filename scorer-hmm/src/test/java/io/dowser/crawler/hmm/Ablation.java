package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What is left of a model when parts of it are taken away. */
final class Ablation {

  /** How many links of an average page a cluster has in addition to its own. */
  private static final double SMOOTHING = 10;

  private final HmmModel model;
  private final int n;
  private final double[][] next; // of each cluster, the distances behind its links
  private final double[] all; // the distances behind all links

  private Ablation(HmmModel model, double[][] counts) {
    this.model = model;
    this.n = model.hidden().n;
    double[] sums = new double[n];
    for (double[] row : counts) {
      Arrays.setAll(sums, j -> sums[j] + row[j]);
    }
    this.all = shares(sums, new double[n]);
    double[] prior = Arrays.stream(all).map(share -> share * SMOOTHING).toArray();
    this.next = Arrays.stream(counts).map(row -> shares(row, prior)).toArray(double[][]::new);
  }

  /** Counts the links of the training pages by the cluster of their page, as a crawl sees it. */
  static Ablation of(HmmModel model, TrainingSet set) {
    int n = model.hidden().n;
    DistanceGraph graph = DistanceGraph.ofLinks(set, n);
    var counts = new double[model.hidden().m][n];
    for (int page = 0; page < set.pages().size(); page++) {
      int cluster = model.cluster(set.pages().get(page).terms());
      for (int target : set.linksOf(page)) {
        if (cluster != HiddenMarkovModel.MISSING) {
          counts[cluster][graph.distance(target)]++;
        }
      }
    }
    return new Ablation(model, counts);
  }

  private static double[] shares(double[] counts, double[] added) {
    double sum = Arrays.stream(counts).sum() + Arrays.stream(added).sum();
    return IntStream.range(0, counts.length)
        .mapToDouble(j -> (counts[j] + added[j]) / sum)
        .toArray();
  }

  /** What is predicted for the pages behind a page of a cluster. */
  double[] next(int cluster) {
    return cluster == HiddenMarkovModel.MISSING ? all : next[cluster];
  }

  /** Each cluster of pages has its own prediction, without states and beliefs. */
  LinkScorer clusterTable() {
    List<HmmLinkScorer> scorers =
        IntStream.range(0, next.length).mapToObj(k -> predicting(next[k])).toList();
    HmmLinkScorer unknown = predicting(all);
    return page -> scorer(page, scorers, unknown).forPage(page);
  }

  private HmmLinkScorer scorer(
      AnalyzedPage page, List<HmmLinkScorer> scorers, HmmLinkScorer unknown) {
    int cluster = model.cluster(page.terms());
    return cluster == HiddenMarkovModel.MISSING ? unknown : scorers.get(cluster);
  }

  /** All pages have one prediction; anchors and contexts are what distinguishes links. */
  LinkScorer linkTextsOnly() {
    return predicting(all);
  }

  /** A scorer whose prediction is q for each page. */
  private HmmLinkScorer predicting(double[] q) {
    var a = new double[n][];
    Arrays.fill(a, q);
    var hidden = new HiddenMarkovModel(q, a, model.hidden().b);
    return HmmLinkScorer.of(
        new HmmModel(hidden, model.space(), model.anchors(), model.delta(), model.facts()),
        Settings.none());
  }
}

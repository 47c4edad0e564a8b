package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** One run of {@link HmmTrainer}: the steps from pages to a model. */
final class HmmTraining {

  private final HmmTrainer.Builder settings;
  private final TrainingSet set;
  private final DocumentFrequencies.Frozen frequencies;
  private final Vocabulary vocabulary;
  private final List<SparseVector> vectors = new ArrayList<>();
  private final ClusterSpace space;
  private final int[] clusters; // of each page
  private final DistanceGraph graph;
  private final Map<String, String> facts;

  HmmTraining(HmmTrainer.Builder settings, TrainingSet set) {
    this.settings = settings;
    this.set = set;
    this.facts = settings.facts();
    this.frequencies = frequencies(set);
    this.vocabulary = frequencies.vocabulary(settings.minDocuments);
    this.clusters = new int[set.pages().size()];
    this.graph =
        settings.visitingOrder
            ? DistanceGraph.ofVisits(set, settings.states)
            : DistanceGraph.ofLinks(set, settings.states);
    this.space = makeClusters(); // fills vectors and clusters
    requireEdges();
  }

  private void requireEdges() {
    if (graph.edges() == 0) {
      throw new IllegalArgumentException(
          "training needs at least one "
              + (settings.visitingOrder ? "page visited after another" : "link between its pages")
              + ", but there is none; pages and links must write URLs in the same form");
    }
  }

  private static DocumentFrequencies.Frozen frequencies(TrainingSet set) {
    DocumentFrequencies.Frozen.Builder builder = DocumentFrequencies.Frozen.builder();
    set.pages().forEach(page -> builder.add(page.terms()));
    return builder.build();
  }

  HmmModel model() {
    HiddenMarkovModel counted =
        CountedModel.of(
            starts(),
            graph.edgeCounts(settings.states),
            observations(),
            settings.lambdaA,
            settings.lambdaB);
    HiddenMarkovModel hidden = settings.refined ? refine(counted) : counted;
    facts.put("pages", Integer.toString(set.pages().size()));
    facts.put("targets", Integer.toString(set.targets()));
    facts.put("sessions", Integer.toString(set.sessions().size()));
    facts.put("edgeCount", Integer.toString(graph.edges()));
    facts.put("terms", Integer.toString(vocabulary.size()));
    facts.put("clusters", Integer.toString(space.clusters()));
    set.analyzerSample().ifPresent(sample -> facts.put(AnalyzerGuard.FACT, sample));
    return new HmmModel(hidden, space, anchors(), delta(), facts);
  }

  /**
   * Returns the model of the texts of links between training pages and the distances behind them.
   */
  private AnchorModel anchors() {
    var counts = new AnchorModel.Counts(settings.states, vocabulary);
    for (int page = 0; page < clusters.length; page++) {
      for (TrainingSet.Page.OutLink link : set.pages().get(page).links()) {
        int target = set.numberOf(link.target());
        if (target >= 0) {
          counts.add(link.anchor(), graph.distance(target));
        }
      }
    }
    return counts.model();
  }

  private ClusterSpace makeClusters() {
    ClusterSpace plain = new ClusterSpace(vocabulary, frequencies, List.of(SparseVector.ZERO));
    List<SparseVector> targets = new ArrayList<>();
    List<SparseVector> others = new ArrayList<>();
    for (TrainingSet.Page page : set.pages()) {
      SparseVector vector = plain.vector(page.terms());
      vectors.add(vector);
      if (vector.size() > 0) {
        (set.isTarget(page) ? targets : others).add(vector);
      }
    }
    requireSome("target", targets);
    requireSome("page that is no target", others);
    return assign(targets, others);
  }

  private static void requireSome(String what, List<SparseVector> vectors) {
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException(
          "training needs at least one "
              + what
              + " with a term that is not in all pages, but there is none");
    }
  }

  private ClusterSpace assign(List<SparseVector> targets, List<SparseVector> others) {
    int size = vocabulary.size();
    SphericalKMeans.Clusters found =
        SphericalKMeans.cluster(
            others, size, otherClusters(others.size()), new SplittableRandom(settings.seed));
    List<SparseVector> centroids = new ArrayList<>();
    centroids.add(SphericalKMeans.centroid(targets, size));
    centroids.addAll(found.centroids());
    int next = 0;
    for (int page = 0; page < clusters.length; page++) {
      clusters[page] = isTarget(page) ? 0 : HiddenMarkovModel.MISSING;
      if (!isTarget(page) && vectors.get(page).size() > 0) {
        clusters[page] = 1 + found.members().get(next++);
      }
    }
    return new ClusterSpace(vocabulary, frequencies, centroids);
  }

  private boolean isTarget(int page) {
    return set.isTarget(set.pages().get(page));
  }

  private int otherClusters(int others) {
    int wanted =
        settings.otherClusters > 0
            ? settings.otherClusters
            : Math.max(3, (int) Math.round(Math.sqrt(others / 2.0)));
    return Math.min(others, Math.min(wanted, HiddenMarkovModel.MAX_CLUSTERS - 1));
  }

  /** Returns the number of pages at each distance that fall into each cluster. */
  private double[][] observations() {
    var counts = new double[settings.states][space.clusters()];
    for (int page = 0; page < clusters.length; page++) {
      if (!isMissing(clusters[page])) {
        counts[graph.distance(page)][clusters[page]]++;
      }
    }
    return counts;
  }

  private double[] starts() {
    var counts = new double[settings.states];
    Arrays.fill(counts, 1);
    if (settings.start == HmmTrainer.Start.ESTIMATED) {
      for (BrowsingSession session : set.sessions()) {
        for (BrowsingSession.Step step : session.steps()) {
          int page = set.numberOf(step.url());
          if (step.from() == BrowsingSession.START && page >= 0) {
            counts[graph.distance(page)]++;
          }
        }
      }
    }
    return counts;
  }

  private HiddenMarkovModel refine(HiddenMarkovModel counted) {
    List<List<HeldOutPaths.Walk>> sessions = walks();
    List<int[]> paths = sessions.stream().flatMap(List::stream).map(walk -> walk.clusters).toList();
    Refinement refinement = Refinement.of(counted, paths, settings.lambdaA, settings.lambdaB);
    boolean accepted =
        !settings.checked || (refinement.keepsItsMeaning() && predictsBetter(counted, sessions));
    facts.put("baumWelchRounds", Integer.toString(refinement.rounds()));
    facts.put("logLikelihoodCounted", Double.toString(refinement.before()));
    facts.put("logLikelihoodRefined", Double.toString(refinement.after()));
    facts.put("refinementAccepted", Boolean.toString(accepted));
    return accepted ? refinement.model() : counted;
  }

  private boolean predictsBetter(
      HiddenMarkovModel counted, List<List<HeldOutPaths.Walk>> sessions) {
    HeldOutPaths heldOut = HeldOutPaths.of(counted, sessions, settings);
    facts.put("heldOutLossCounted", Double.toString(heldOut.counted()));
    facts.put("heldOutLossRefined", Double.toString(heldOut.refined()));
    return heldOut.favoursRefined();
  }

  /** Returns the paths of each session that have a page of a known cluster. */
  private List<List<HeldOutPaths.Walk>> walks() {
    List<List<HeldOutPaths.Walk>> walks = new ArrayList<>();
    for (BrowsingSession session : set.sessions()) {
      List<List<CrawlUrl>> paths =
          settings.visitingOrder ? List.of(session.visitingOrder()) : session.paths();
      walks.add(
          paths.stream()
              .map(this::walk)
              .filter(walk -> !Arrays.stream(walk.clusters).allMatch(HmmTraining::isMissing))
              .toList());
    }
    walks.removeIf(List::isEmpty);
    return walks;
  }

  /** Returns a path; a page that is not in the set counts as unknown, not as absent. */
  private HeldOutPaths.Walk walk(List<CrawlUrl> path) {
    int[] pages = path.stream().mapToInt(set::numberOf).toArray();
    return new HeldOutPaths.Walk(
        Arrays.stream(pages)
            .map(page -> page < 0 ? HiddenMarkovModel.MISSING : clusters[page])
            .toArray(),
        Arrays.stream(pages).map(page -> page < 0 ? -1 : graph.distance(page)).toArray());
  }

  private static boolean isMissing(int cluster) {
    return cluster == HiddenMarkovModel.MISSING;
  }

  /** Returns the cosine that nine in ten targets reach. */
  private double delta() {
    if (!Double.isNaN(settings.delta)) {
      return settings.delta;
    }
    double[] cosines =
        IntStream.range(0, clusters.length)
            .filter(this::isTarget)
            .mapToDouble(page -> vectors.get(page).cosine(space.centroid(0)))
            .sorted()
            .toArray();
    return cosines[(cosines.length - 1) / 10];
  }
}

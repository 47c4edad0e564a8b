package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.HiddenMarkovModelTest.sixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.model.AnalyzerMismatchException;
import io.dowser.crawler.model.ModelFormatException;
import io.dowser.crawler.text.FrozenDocumentFrequencies;
import io.dowser.crawler.text.SparseVector;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Vocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTest {

  /** The clusters of the five pages of the worked example. */
  private static final int[] CLUSTERS = {2, 3, 0, 1, 0};

  @TempDir private Path directory;

  @Test
  void workedExampleOfCountingOnHyperlinks() {
    TrainingSet set = fivePages();
    DistanceGraph graph = DistanceGraph.ofLinks(set, 3);

    assertThat(distances(graph)).containsExactly(2, 1, 0, 2, 0);
    HiddenMarkovModel model = counted(graph);
    checkA(model, new double[][] {{0.4, 0.2, 0.4}, {0.5, 0.25, 0.25}, {0, 0.666667, 0.333333}});
    checkB(model, 0, 0.875, 0.0416667, 0.0416667, 0.0416667);
    checkB(model, 1, 0.0714286, 0.0714286, 0.0714286, 0.785714);
    checkB(model, 2, 0.0416667, 0.458333, 0.458333, 0.0416667);
  }

  @Test
  void workedExampleOfCountingInVisitingOrder() {
    TrainingSet set = fivePages();
    DistanceGraph graph = DistanceGraph.ofVisits(set, 3);

    assertThat(distances(graph)).containsExactly(2, 1, 0, 1, 0);
    HiddenMarkovModel model = counted(graph);
    checkA(model, new double[][] {{0.25, 0.5, 0.25}, {0.6, 0.2, 0.2}, {0, 0.666667, 0.333333}});
    checkB(model, 0, 0.875, 0.0416667, 0.0416667, 0.0416667);
    checkB(model, 1, 0.0416667, 0.458333, 0.0416667, 0.458333);
    checkB(model, 2, 0.0714286, 0.0714286, 0.785714, 0.0714286);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noLinkBringsOneMoreThanOneStepNearer(long seed) {
    var random = new SplittableRandom(seed);
    for (int number = 0; number < 70; number++) {
      int n = random.nextInt(2, 6);
      double[][] edges = DistanceGraph.ofLinks(randomSet(random), n).edgeCounts(n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i - 1; j++) {
          assertThat(edges[i][j]).as("edges from %d to %d, seed %d", i, j, seed).isZero();
        }
      }
    }
  }

  @Test
  void workedExampleOfClusters() {
    Vocabulary vocabulary =
        Vocabulary.of(
            List.of("car", "price", "engine", "news", "world", "sport", "match", "cooking"));
    List<SparseVector> targets =
        List.of(
            vector(vocabulary, Map.of("car", 0.8, "price", 0.6)),
            vector(vocabulary, Map.of("car", 0.6, "engine", 0.8)));
    SparseVector c0 = SphericalKMeans.centroid(targets, vocabulary.size());
    List<SparseVector> centroids =
        List.of(
            c0,
            vector(vocabulary, Map.of("news", 1.0, "world", 1.0)),
            vector(vocabulary, Map.of("sport", 1.0, "match", 1.0, "news", 0.5)));

    check(c0.get(vocabulary.id("car")), 0.813733);
    check(c0.get(vocabulary.id("engine")), 0.464991);
    check(c0.get(vocabulary.id("price")), 0.348743);
    targets.forEach(target -> check(target.cosine(c0), 0.860233));
    var page = vector(vocabulary, Map.of("car", 1.0, "engine", 1.0, "news", 1.0));
    checkCosines(page, centroids, 0, 0.738272, 0.408248, 0.19245);
    var second = vector(vocabulary, Map.of("news", 2.0, "match", 1.0));
    checkCosines(second, centroids, 1, 0, 0.632456, 0.596285);
    var third = vector(vocabulary, Map.of("cooking", 1.0));
    checkCosines(third, centroids, HiddenMarkovModel.MISSING, 0, 0, 0);
  }

  @Test
  void kMeansFindsClustersThatAreThere() {
    var random = new SplittableRandom(4);
    List<SparseVector> vectors = IntStream.range(0, 60).mapToObj(i -> near(i % 3, random)).toList();

    SphericalKMeans.Clusters found = SphericalKMeans.cluster(vectors, 30, 3, random);

    for (int i = 3; i < 60; i++) {
      assertThat(found.members().get(i)).isEqualTo(found.members().get(i % 3));
    }
    assertThat(found.members()).contains(0, 1, 2);
    assertThat(found.centroids())
        .allSatisfy(each -> assertThat(each.norm()).isCloseTo(1, within(1e-12)));
  }

  private static SparseVector near(int cluster, SplittableRandom random) {
    var dense = new double[30];
    for (int id = 0; id < 30; id++) {
      dense[id] = random.nextDouble(0.9, 1) * (id / 10 == cluster ? 1 : 0.05);
    }
    return SparseVector.of(dense);
  }

  @Test
  void kMeansMakesFewerClustersOfFewerDirections() {
    SparseVector one = SparseVector.of(new double[] {1, 0});
    SparseVector other = SparseVector.of(new double[] {0, 3});

    SphericalKMeans.Clusters found =
        SphericalKMeans.cluster(List.of(one, one, other), 2, 3, new SplittableRandom(1));

    assertThat(found.centroids()).hasSize(2);
    assertThat(found.members().get(0)).isEqualTo(found.members().get(1));
    assertThat(found.members().get(2)).isNotEqualTo(found.members().get(1));
  }

  @Test
  void aTrainedModelKnowsWhatItWasMadeFrom() {
    HmmModel model = HmmTrainer.recommended().seed(7).build().train(Tunnels.trainingSet());

    assertThat(model.facts())
        .containsEntry("states", "4")
        .containsEntry("seed", "7")
        .containsEntry("pages", "120")
        .containsEntry("targets", "30")
        .containsEntry("edges", "HYPERLINKS");
    assertThat(model.hidden().states()).isEqualTo(4);
    assertThat(model.delta()).isBetween(0.1, 1.0);
    assertThat(model).asString().startsWith("HmmModel[4 states, ");
  }

  @Test
  void theThresholdIsReachedByNineInTenTargets() {
    HmmModel model = HmmTrainer.recommended().build().train(Tunnels.trainingSet());

    long above =
        Tunnels.trainingSet().pages().stream()
            .filter(TrainingPage::target)
            .filter(page -> model.relevance(page.terms()) >= model.delta())
            .count();

    assertThat(above).isBetween(27L, 29L);
  }

  @Test
  void startsAreCountedOnDemand() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    set.session(BrowsingSession.builder().visit(Tunnels.url("hub", 0)).build());
    set.session(BrowsingSession.builder().visit(Tunnels.url("hub", 1)).build());

    HmmModel counted =
        HmmTrainer.recommended().start(HmmTrainer.Start.ESTIMATED).build().train(set.build());

    assertThat(counted.hidden().start(1)).isCloseTo(0.5, within(1e-12)); // (2 + 1) of (2 + 4)
    assertThat(counted.hidden().start(0)).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(HmmTrainer.recommended().build().train(set.build()).hidden().start(1))
        .isCloseTo(0.25, within(1e-12));
  }

  @Test
  void aRefinementThatForgetsWhatATargetIsIsDropped() {
    HmmTrainer.Builder trainer = HmmTrainer.recommended();

    HmmModel counted = trainer.build().train(sessionsThatNeverSeeATarget());
    HmmModel refined = trainer.refined(true).build().train(sessionsThatNeverSeeATarget());

    assertThat(refined.facts()).containsKey("baumWelchRounds");
    assertThat(refined.facts()).containsEntry("refinementAccepted", "false");
    assertThat(refined.hidden()).isEqualTo(counted.hidden());
  }

  @Test
  void thePaperKeepsARefinementThatForgetsWhatATargetIs() {
    HmmModel model = HmmTrainer.paper().build().train(sessionsThatNeverSeeATarget());

    assertThat(model.facts())
        .containsEntry("refined", "true")
        .containsEntry("refinementChecked", "false")
        .containsEntry("refinementAccepted", "true");
  }

  private static TrainingSet sessionsThatNeverSeeATarget() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    for (int i = 0; i < 30; i++) {
      set.session(
          BrowsingSession.builder()
              .visit(Tunnels.url("noise", i % 30))
              .visit(Tunnels.url("noise", (i + 1) % 30))
              .build());
    }
    return set.build();
  }

  /** 90 pages that are no targets: round(sqrt(45)) is 7. */
  @Test
  void thereAreAsManyOtherClustersAsTheRuleOfThumbSaysOrAsAreAskedFor() {
    HmmModel byPages = HmmTrainer.recommended().build().train(Tunnels.trainingSet());
    HmmModel asked =
        HmmTrainer.recommended().otherClusters(5).delta(0.25).build().train(Tunnels.trainingSet());

    assertThat(byPages.facts())
        .containsEntry("clusters", "8")
        .containsEntry("otherClusters", "by pages")
        .containsEntry("delta", "by targets");
    assertThat(asked.facts())
        .containsEntry("clusters", "6")
        .containsEntry("otherClusters", "5")
        .containsEntry("delta", "0.25");
  }

  @Test
  void aModelOfPagesThatWereCutOtherwiseIsRefused() {
    TrainingSet.Builder set = TrainingSet.builder();
    for (int i = 0; i < 8; i++) {
      set.page(cut("word" + i + " lens", TextAnalyzer.PLAIN), i == 0);
    }
    HmmLinkScorer scorer =
        HmmLinkScorer.recommended(HmmTrainer.recommended().build().train(set.build())).build();
    TextAnalyzer shouting =
        (text, sink) ->
            TextAnalyzer.PLAIN.analyze(
                text, (term, start, end) -> sink.accept(term + "!", start, end));
    AnalyzedPage other = cut("word1 lens", shouting);

    assertThatThrownBy(() -> scorer.forPage(other)).isInstanceOf(AnalyzerMismatchException.class);
    assertThatThrownBy(() -> scorer.distance(other)).isInstanceOf(AnalyzerMismatchException.class);
    assertThat(scorer.distance(cut("word1 lens", TextAnalyzer.PLAIN)).states()).isEqualTo(4);
  }

  private static AnalyzedPage cut(String text, TextAnalyzer analyzer) {
    CrawlUrl url = CrawlUrl.of("http://a.example/" + text.replace(' ', '-'));
    return AnalyzedPage.builder(Candidate.seed(url, 0)).textAnalyzer(analyzer).text(text).build();
  }

  @Test
  void theAcceptanceCheckLooksAtTheFirstRowAndColumnAndTheWayBack() {
    HiddenMarkovModel good = Models.example();
    HiddenMarkovModel swapped =
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.05, 0.9, 0.05}, {0.04, 0.71, 0.25}, {0.02, 0.18, 0.8}});
    HiddenMarkovModel moreOfATargetElsewhere = // the first column alone is wrong
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0.4, 0.35, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.6, 0.3, 0.1}, {0.7, 0.2, 0.1}, {0.02, 0.18, 0.8}});
    HiddenMarkovModel cutOff =
        HiddenMarkovModel.of(
            good.pi,
            new double[][] {{0.5, 0.3, 0.2}, {0, 0.75, 0.25}, {0, 0.3, 0.7}},
            new double[][] {{0.9, 0.05, 0.05}, {0.05, 0.7, 0.25}, {0.02, 0.18, 0.8}});

    assertThat(new Refinement(good, 1, -2, -1).keepsItsMeaning()).isTrue();
    assertThat(new Refinement(swapped, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(moreOfATargetElsewhere, 1, -2, -1).keepsItsMeaning()).isFalse();
    assertThat(new Refinement(cutOff, 1, -2, -1).keepsItsMeaning()).isFalse();
  }

  @Test
  void refinementEndsWhenTheLikelihoodStopsGrowing() {
    Refinement refinement =
        Refinement.of(
            Models.example(), List.of(new int[] {2, 1, 0}, new int[] {1, 0, 0}), 1e-9, 1e-9);

    assertThat(refinement.rounds()).isBetween(2, Refinement.MOST_ROUNDS);
    assertThat(refinement.after()).isGreaterThan(refinement.before());
    assertThat(Refinement.of(Models.example(), List.of(), 1, 0.1).rounds()).isZero();
  }

  @Test
  void thePaperTrainsOnTheOrderOfVisits() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.paper().build().train(set.build()))
        .withMessageContaining("needs at least one session");
    set.session(
        BrowsingSession.builder()
            .visit(Tunnels.url("noise", 1))
            .visit(Tunnels.url("hub", 1))
            .visit(Tunnels.url("target", 1))
            .back()
            .visit(Tunnels.url("target", 2))
            .build());

    HmmModel model = HmmTrainer.paper().build().train(set.build());

    assertThat(model.facts()).containsEntry("edges", "VISITS").containsEntry("edgeCount", "3");
    assertThat(model.delta()).isEqualTo(0.7);
  }

  @Test
  void isTheSameAfterSavingAndLoading() throws IOException {
    HmmModel model = HmmTrainer.recommended().build().train(Tunnels.trainingSet());
    Path file = directory.resolve("cars.hmm");
    model.save(file);

    HmmModel loaded = HmmModel.load(file);

    assertThat(loaded.hidden()).isEqualTo(model.hidden());
    assertThat(loaded.delta()).isEqualTo(model.delta());
    assertThat(loaded.facts()).isEqualTo(model.facts());
    for (TrainingPage page : Tunnels.trainingSet().pages()) {
      assertThat(loaded.cluster(page.terms())).isEqualTo(model.cluster(page.terms()));
      assertThat(loaded.relevance(page.terms())).isEqualTo(model.relevance(page.terms()));
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2]++;
    Files.write(file, bytes);
    assertThatThrownBy(() -> HmmModel.load(file)).isInstanceOf(ModelFormatException.class);
  }

  @Test
  void trainingIsRepeatable() {
    HmmTrainer trainer = HmmTrainer.recommended().otherClusters(5).build();

    assertThat(trainer.train(Tunnels.trainingSet()).hidden())
        .isEqualTo(trainer.train(Tunnels.trainingSet()).hidden());
  }

  @Test
  void saysWhatIsMissingForTraining() {
    TrainingSet none = TrainingSet.builder().build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.recommended().build().train(none))
        .withMessageContaining("at least one target with a term");
    TrainingSet.Builder targetsOnly = TrainingSet.builder();
    Tunnels.trainingSet().pages().stream().filter(TrainingPage::target).forEach(targetsOnly::page);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.recommended().build().train(targetsOnly.build()))
        .withMessageContaining("at least one page that is no target");
  }

  @Test
  void refusesSettingsOutOfRange() {
    HmmTrainer.Builder builder = HmmTrainer.recommended();
    refused(() -> builder.states(1), "states must be 2 to 64, but was 1");
    refused(() -> builder.otherClusters(0), "otherClusters must be 1 to 9999, but was 0");
    refused(() -> builder.lambdaA(0), "lambdaA must be above 0");
    refused(() -> builder.lambdaB(Double.NaN), "lambdaB must be above 0");
    refused(() -> builder.minDocuments(0), "minDocuments must be 1");
    refused(() -> builder.delta(1.1), "delta must be 0 to 1, but was 1.1");
    assertThat(builder.build()).asString().contains("states=4", "start=UNIFORM");
  }

  private static void refused(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining(message);
  }

  /**
   * Pages 1 to 5 with the links 1-2, 2-3, 3-4, 3-5, visited in their order; 3 and 5 are targets.
   */
  private static TrainingSet fivePages() {
    int[][] links = {{2}, {3}, {4, 5}, {}, {}};
    TrainingSet.Builder set = TrainingSet.builder();
    for (int page = 1; page <= 5; page++) {
      List<TrainingLink> targets =
          Arrays.stream(links[page - 1]).mapToObj(target -> TrainingLink.to(url(target))).toList();
      set.page(new TrainingPage(url(page), TermCounts.EMPTY, targets, page == 3));
    }
    return set.session(
            BrowsingSession.builder()
                .visit(url(1))
                .visit(url(2))
                .visit(url(3))
                .visit(url(4))
                .back()
                .visit(url(5))
                .target(url(5))
                .build())
        .build();
  }

  private static TrainingSet randomSet(SplittableRandom random) {
    TrainingSet.Builder set = TrainingSet.builder();
    int pages = random.nextInt(2, 40);
    for (int page = 0; page < pages; page++) {
      List<TrainingLink> links =
          random
              .ints(random.nextInt(4), 0, pages)
              .mapToObj(target -> TrainingLink.to(url(target)))
              .toList();
      boolean target = random.nextInt(10) == 0;
      set.page(new TrainingPage(url(page), TermCounts.EMPTY, links, target));
    }
    return set.build();
  }

  private static CrawlUrl url(int page) {
    return CrawlUrl.of("http://a.example/" + page);
  }

  private static int[] distances(DistanceGraph graph) {
    return IntStream.range(0, 5).map(graph::distance).toArray();
  }

  private static HiddenMarkovModel counted(DistanceGraph graph) {
    var observed = new double[3][4];
    for (int page = 0; page < 5; page++) {
      observed[graph.distance(page)][CLUSTERS[page]]++;
    }
    return CountedModel.of(new double[] {1, 1, 1}, graph.edgeCounts(3), observed, 1, 0.1);
  }

  private static SparseVector vector(Vocabulary vocabulary, Map<String, Double> weights) {
    var dense = new double[vocabulary.size()];
    weights.forEach((term, weight) -> dense[vocabulary.id(term)] = weight);
    return SparseVector.of(dense);
  }

  private static void checkCosines(
      SparseVector page, List<SparseVector> centroids, int cluster, double... cosines) {
    var found = new double[cosines.length];
    for (int k = 0; k < cosines.length; k++) {
      found[k] = page.cosine(centroids.get(k));
      check(found[k], cosines[k]);
    }
    assertThat(ClusterSpace.nearest(found)).isEqualTo(cluster);
  }

  private static void checkA(HiddenMarkovModel model, double[][] rows) {
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows.length; j++) {
        check(model.transition(i, j), rows[i][j]);
      }
    }
  }

  private static void checkB(HiddenMarkovModel model, int j, double... row) {
    for (int k = 0; k < row.length; k++) {
      check(model.emission(j, k), row[k]);
    }
  }

  private static void check(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, expected == 0 ? within(0.0) : sixDigits(expected));
  }

  @Test
  void termsOfAllPagesSayNothing() {
    FrozenDocumentFrequencies all = FrozenDocumentFrequencies.of(2, Map.of("the", 2, "car", 1));
    var space =
        new ClusterSpace(all.vocabulary(1), all, List.of(SparseVector.ZERO, SparseVector.ZERO));

    assertThat(space.vector(TermCounts.of(List.of("the")))).isSameAs(SparseVector.ZERO);
  }
}

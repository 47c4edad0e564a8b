package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import io.dowser.crawler.toolkit.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTest {

  @TempDir private Path directory;

  @Test
  void aTrainedModelKnowsWhatItWasMadeFrom() {
    HmmModel model = HmmTrainer.builder().seed(7).build().train(Tunnels.trainingSet());

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
    HmmModel model = HmmTrainer.builder().build().train(Tunnels.trainingSet());

    long above =
        Tunnels.trainingSet().pages().stream()
            .filter(TrainingSet.Page::target)
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
        HmmTrainer.builder().start(HmmTrainer.Start.ESTIMATED).build().train(set.build());

    assertThat(counted.hidden().start(1)).isCloseTo(0.5, within(1e-12)); // (2 + 1) of (2 + 4)
    assertThat(counted.hidden().start(0)).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(HmmTrainer.builder().build().train(set.build()).hidden().start(1))
        .isCloseTo(0.25, within(1e-12));
  }

  /** 90 pages that are no targets: round(sqrt(45)) is 7. */
  @Test
  void thereAreAsManyOtherClustersAsTheRuleOfThumbSaysOrAsAreAskedFor() {
    HmmModel byPages = HmmTrainer.builder().build().train(Tunnels.trainingSet());
    HmmModel asked =
        HmmTrainer.builder().otherClusters(5).delta(0.25).build().train(Tunnels.trainingSet());

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
        HmmLinkScorer.of(HmmTrainer.builder().build().train(set.build()), Settings.none());
    TextAnalyzer shouting =
        (text, sink) ->
            TextAnalyzer.PLAIN.analyze(
                text, (term, start, end) -> sink.accept(term + "!", start, end));
    AnalyzedPage other = cut("word1 lens", shouting);

    assertThatThrownBy(() -> scorer.forPage(other))
        .isInstanceOf(AnalyzerGuard.MismatchException.class);
    assertThat(scorer.forPage(cut("word1 lens", TextAnalyzer.PLAIN)).pathState().size())
        .as("four distances and the cluster")
        .isEqualTo(5);
  }

  private static AnalyzedPage cut(String text, TextAnalyzer analyzer) {
    CrawlUrl url = CrawlUrl.of("http://a.example/" + text.replace(' ', '-'));
    return AnalyzedPage.builder(Candidate.seed(url, 0))
        .textAnalyzer(analyzer)
        .text(text)
        .link(CrawlUrl.of("http://a.example/word0-lens"), "")
        .link(CrawlUrl.of("http://a.example/lens-mirror"), "")
        .build();
  }

  @Test
  void thePaperTrainsOnTheOrderOfVisits() {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.builder().paper().build().train(set.build()))
        .withMessageContaining("needs at least one session");
    set.session(
        BrowsingSession.builder()
            .visit(Tunnels.url("noise", 1))
            .visit(Tunnels.url("hub", 1))
            .visit(Tunnels.url("target", 1))
            .back()
            .visit(Tunnels.url("target", 2))
            .build());

    HmmModel model = HmmTrainer.builder().paper().build().train(set.build());

    assertThat(model.facts()).containsEntry("edges", "VISITS").containsEntry("edgeCount", "3");
    assertThat(model.delta()).isEqualTo(0.7);
  }

  @Test
  void isTheSameAfterSavingAndLoading() throws IOException {
    HmmModel model = HmmTrainer.builder().build().train(Tunnels.trainingSet());
    Path file = directory.resolve("cars.hmm");
    model.save(file);

    HmmModel loaded = HmmModel.load(file);

    assertThat(loaded.hidden()).isEqualTo(model.hidden());
    assertThat(loaded.delta()).isEqualTo(model.delta());
    assertThat(loaded.facts()).isEqualTo(model.facts());
    for (TrainingSet.Page page : Tunnels.trainingSet().pages()) {
      assertThat(loaded.cluster(page.terms())).isEqualTo(model.cluster(page.terms()));
      assertThat(loaded.relevance(page.terms())).isEqualTo(model.relevance(page.terms()));
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2]++;
    Files.write(file, bytes);
    assertThatThrownBy(() -> HmmModel.load(file)).isInstanceOf(ModelFile.FormatException.class);
  }

  @Test
  void trainingIsRepeatable() {
    HmmTrainer trainer = HmmTrainer.builder().otherClusters(5).build();

    assertThat(trainer.train(Tunnels.trainingSet()).hidden())
        .isEqualTo(trainer.train(Tunnels.trainingSet()).hidden());
  }

  @Test
  void anotherSeedMakesOtherClusters() {
    assertThat(trainedWith(2).hidden()).isNotEqualTo(trainedWith(1).hidden());
  }

  private static HmmModel trainedWith(long seed) {
    return HmmTrainer.builder().otherClusters(5).seed(seed).build().train(Tunnels.trainingSet());
  }

  /** Of five words two are on three pages, one on two and two on one. */
  @Test
  void wordsOfTooFewPagesDoNotCount() {
    TrainingSet.Builder set = TrainingSet.builder();
    set.page(cut("lens mirror", TextAnalyzer.PLAIN), true);
    set.page(cut("lens camera mirror mirror", TextAnalyzer.PLAIN), false);
    set.page(cut("sport camera mirror", TextAnalyzer.PLAIN), false);
    set.page(cut("lens news", TextAnalyzer.PLAIN), false);

    assertThat(terms(1, set.build())).isEqualTo("5");
    assertThat(terms(2, set.build())).isEqualTo("3");
    assertThat(terms(3, set.build())).isEqualTo("2");
  }

  private static String terms(int minDocuments, TrainingSet set) {
    HmmTrainer trainer = HmmTrainer.builder().minDocuments(minDocuments).build();
    return trainer.train(set).facts().getOrDefault("terms", "none");
  }

  /** The user of the paper's example: pages 1, 2, 3, 4, back to 3, and 5. */
  @Test
  void aSessionIsRefinedOnAsThePathsAlongItsLinks() {
    HmmTrainer.Builder builder = HmmTrainer.builder().refined(true);
    builder.checked = false; // there is one session, and so none to check it on
    HmmTrainer trainer = builder.build();

    HiddenMarkovModel model = trainer.train(tunnels(returning())).hidden();

    assertThat(model)
        .isEqualTo(trainer.train(tunnels(path(1, 2, 3, 4), path(1, 2, 3, 5))).hidden())
        .isNotEqualTo(trainer.train(tunnels(path(1, 2, 3, 4, 5))).hidden());
  }

  @Test
  void thePaperRefinesOnTheOrderOfVisits() {
    HmmTrainer trainer = HmmTrainer.builder().paper().build();

    HiddenMarkovModel model = trainer.train(tunnels(returning())).hidden();

    assertThat(model)
        .isEqualTo(trainer.train(tunnels(path(1, 2, 3, 4, 5))).hidden())
        .isNotEqualTo(trainer.train(tunnels(path(1, 2, 3, 4), path(1, 2, 3, 5))).hidden());
  }

  /** One user went the whole way to a target, one over a page that could not be had. */
  @Test
  void aPageThatCouldNotBeHadIsAStepOfThePathOfWhichNothingIsKnown() {
    HmmTrainer.Builder trainer = HmmTrainer.builder();
    HiddenMarkovModel counted = trainer.build().train(tunnels()).hidden();
    trainer.checked = false;

    HmmModel model =
        trainer.refined(true).build().train(tunnels(path(1, 2, 3, 5), path(1, 6, 3, 5), path(6)));

    int[] whole = {cluster(model, 1), cluster(model, 2), cluster(model, 3), 0};
    int[] gap = {whole[0], HiddenMarkovModel.MISSING, whole[2], 0};
    int[] joined = {whole[0], whole[2], 0};
    assertThat(model.facts()).containsEntry("refinementAccepted", "true");
    assertThat(model.hidden())
        .isEqualTo(Refinement.of(counted, List.of(whole, gap), 1, 0.1).model())
        .isNotEqualTo(Refinement.of(counted, List.of(whole, joined), 1, 0.1).model());
  }

  private static int cluster(HmmModel model, int page) {
    return model.cluster(terms(page));
  }

  private static TermCounts terms(int page) {
    return Tunnels.trainingSet().pages().stream()
        .filter(each -> each.url().equals(numbered(page)))
        .findAny()
        .orElseThrow()
        .terms();
  }

  /** Of the five moves of this user only those from 1 to 2 and from 3 to 5 join known pages. */
  @Test
  void thePaperDoesNotJoinPagesAcrossOneThatCouldNotBeHad() {
    HmmModel model = HmmTrainer.builder().paper().build().train(tunnels(path(1, 2, 6, 3, 5, 6)));

    assertThat(model.facts()).containsEntry("edgeCount", "2");
  }

  private static BrowsingSession returning() {
    BrowsingSession.Builder session = BrowsingSession.builder();
    IntStream.of(1, 2, 3, 4).forEach(page -> session.visit(numbered(page)));
    return session.back().visit(numbered(5)).build();
  }

  private static BrowsingSession path(int... pages) {
    BrowsingSession.Builder session = BrowsingSession.builder();
    Arrays.stream(pages).forEach(page -> session.visit(numbered(page)));
    return session.build();
  }

  /** Page 1 is noise, 2 a gate, 3 a hub, 4 noise again, 5 a target; there is no page 6. */
  private static CrawlUrl numbered(int page) {
    return Tunnels.url(
        List.of("noise", "gate", "hub", "noise", "target", "gone").get(page - 1), page);
  }

  private static TrainingSet tunnels(BrowsingSession... sessions) {
    TrainingSet.Builder set = TrainingSet.builder();
    Tunnels.trainingSet().pages().forEach(set::page);
    Arrays.stream(sessions).forEach(set::session);
    return set.build();
  }

  @Test
  void saysWhatIsMissingForTraining() {
    TrainingSet none = TrainingSet.builder().build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.builder().build().train(none))
        .withMessageContaining("at least one target with a term");
    TrainingSet.Builder targetsOnly = TrainingSet.builder();
    Tunnels.trainingSet().pages().stream()
        .filter(TrainingSet.Page::target)
        .forEach(targetsOnly::page);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.builder().build().train(targetsOnly.build()))
        .withMessageContaining("at least one page that is no target");
    TrainingSet.Builder unlinked = TrainingSet.builder();
    unlinked.page(cut("one lens", TextAnalyzer.PLAIN), true);
    unlinked.page(cut("two lens", TextAnalyzer.PLAIN), false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.builder().build().train(unlinked.build()))
        .withMessageContaining("at least one link between its pages, but there is none");
    unlinked.session(BrowsingSession.builder().visit(Tunnels.url("hub", 0)).build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HmmTrainer.builder().paper().build().train(unlinked.build()))
        .withMessageContaining("at least one page visited after another, but there is none");
  }

  @Test
  void refusesSettingsOutOfRange() {
    HmmTrainer.Builder builder = HmmTrainer.builder();
    refused(() -> builder.states(1), "states must be 2 to 64, but was 1");
    refused(() -> builder.otherClusters(0), "otherClusters must be 1 to 999, but was 0");
    refused(() -> builder.lambdaA(0), "lambdaA must be above 0");
    refused(() -> builder.lambdaB(Double.NaN), "lambdaB must be above 0");
    refused(() -> builder.minDocuments(0), "minDocuments must be above 0");
    refused(() -> builder.delta(1.1), "delta must be 0.0 to 1.0, but was 1.1");
    assertThat(builder.build()).asString().contains("states=4", "start=UNIFORM");
  }

  private static void refused(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContaining(message);
  }
}

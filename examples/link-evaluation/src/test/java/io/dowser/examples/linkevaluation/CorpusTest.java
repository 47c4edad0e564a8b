package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How well the classifiers do on real data, which no one made for them. */
@Tag("slow")
class CorpusTest {

  private static final double TEST_SHARE = 0.3;
  private static final long SEED = 1;
  private static final PageSettings KERNEL =
      PageSettings.builder().density(PageSettings.Density.KERNEL).e(0.01).build();

  private static TrainTestSplit<LabelledText> split(List<LabelledText> texts) {
    return TrainTestSplit.byKey(texts, LabelledText::text, TEST_SHARE, SEED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"finance", "car"})
  void headlinesAreDistinguishedWithDefaultSettings(String topic) throws IOException {
    TrainTestSplit<LabelledText> split = split(Corpora.headlines());
    LinkTrainer trainer = LinkTrainer.builder().analyzer(Corpora.WORDS).build();
    LinkModel model = trainer.train(Corpora.anchors(split.train(), topic).stream());
    LinkEvaluator evaluator = LinkEvaluator.of(trainer, Corpora.anchors(split.test(), topic));
    Evaluation byDefault = evaluator.evaluate(model);
    Evaluation addOne =
        evaluator.evaluate(
            model.with(
                model.settings().toBuilder().smoothing(LinkSettings.Smoothing.ADD_ONE).build()));

    assertThat(byDefault.auc()).as("%s", byDefault).isGreaterThan(0.92);
    assertThat(byDefault.f1()).as("%s", byDefault).isGreaterThan(addOne.f1() + 0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"finance", "car"})
  void wordsOrderHeadlinesBetterThanAPlainModelOfBigrams(String topic) throws IOException {
    TrainTestSplit<LabelledText> split = split(Corpora.headlines());
    LinkSettings plain =
        LinkSettings.PAPER.toBuilder().eventModel(LinkSettings.EventModel.MULTINOMIAL).build();
    LinkTrainer byBigrams =
        LinkTrainer.builder().analyzer(CorpusTest::bigrams).settings(plain).build();
    LinkTrainer byWords = LinkTrainer.builder().analyzer(Corpora.WORDS).build();

    assertThat(auc(byWords, split, topic)).isGreaterThan(auc(byBigrams, split, topic));
  }

  static void bigrams(String text, TextAnalyzer.TermSink sink) {
    for (int i = 0; i + 2 <= text.length(); i++) {
      sink.accept(text.substring(i, i + 2), i, i + 1);
    }
  }

  private static double auc(LinkTrainer trainer, TrainTestSplit<LabelledText> split, String topic) {
    LinkModel model = trainer.train(Corpora.anchors(split.train(), topic).stream());
    return LinkEvaluator.of(trainer, Corpora.anchors(split.test(), topic)).evaluate(model).auc();
  }

  @ParameterizedTest
  @CsvSource({"finance, 0.92", "car, 0.95"})
  void kernelsOnHeadlinesAreNearlyAsGoodAsWordsThatArePresent(String topic, double least)
      throws IOException {
    TrainTestSplit<LabelledText> split = split(Corpora.headlines());
    PageModel kernel = model(topic, split.train(), KERNEL);

    assertThat(Corpora.evaluate(kernel, split.test(), topic).auc()).isGreaterThan(least);
  }

  @Test
  void anchorsOfOtherSitesAreDistinguished() throws IOException {
    LinkTrainer trainer = LinkTrainer.builder().analyzer(Corpora.WORDS).build();
    LinkModel model = trainer.train(Corpora.anchors(Corpora.headlines(), "finance").stream());
    Path file = Corpora.directory("zh-pages").resolve("anchors.tsv.gz");
    List<LabelledText> anchors;
    try (Stream<LabelledText> lines = LabelledText.tsv(file, "channel", "text")) {
      anchors = lines.filter(anchor -> !anchor.label().equals("other")).distinct().toList();
    }

    Evaluation evaluation =
        LinkEvaluator.of(trainer, Corpora.anchors(anchors, "finance")).evaluate(model);
    assertThat(evaluation.auc()).as("%s", evaluation).isGreaterThan(0.75);
  }

  @Test
  void financeNewsAreDistinguishedByFullTexts() throws IOException {
    TrainTestSplit<LabelledText> split = split(Corpora.news("title", "body"));
    PageModel kernel = model("cj", split.train(), KERNEL);
    PageModel normal = model("cj", split.train(), PageSettings.RECOMMENDED);

    Evaluation byKernel = Corpora.evaluate(kernel, split.test(), "cj");
    Evaluation byNormal = Corpora.evaluate(normal, split.test(), "cj");
    assertThat(byKernel.auc()).as("%s", byKernel).isGreaterThan(0.8);
    assertThat(byNormal.auc()).as("%s", byNormal).isGreaterThan(0.8);
    assertThat(byNormal.f1())
        .as("%s", byNormal)
        .isGreaterThan(Corpora.evaluate(atPrior(normal), split.test(), "cj").f1() + 0.1);
  }

  private static PageModel model(
      String topic, List<LabelledText> documents, PageSettings settings) {
    return PageTrainer.builder(topic)
        .analyzer(Corpora.WORDS)
        .settings(settings)
        .build()
        .train(documents.stream());
  }

  /** Without the threshold, by which normal densities call every page positive. */
  private static PageModel atPrior(PageModel model) {
    return model.with(model.settings().toBuilder().calibrated(false).build());
  }

  @Test
  void titlesSpeakAnotherLanguageThanPages() throws IOException {
    List<LabelledText> titles = Corpora.news("title");
    List<LabelledText> pages = Corpora.news("title", "body");

    Divergence across = Divergence.of(counts(titles, 0, 1), counts(pages, 0, 1));
    Divergence within = Divergence.of(counts(pages, 0, 2), counts(pages, 1, 2));
    assertThat(across.nats()).as("%s, %s", across, within).isGreaterThan(3 * within.nats());
  }

  /** The comparison of the paper: contexts of links with pages, and pages with pages. */
  @Test
  void contextsOfLinksSpeakAnotherLanguageThanPages() throws IOException {
    List<LabelledText> pages = Corpora.universityTexts("cornell-texas.jsonl.gz");
    var contexts = new Divergence.WordCounts();
    for (LabelledLink link : Corpora.universityLinks("course")) {
      contexts.add(Corpora.counts(link.context().before()));
      contexts.add(Corpora.counts(link.context().after()));
    }

    Divergence across = Divergence.of(contexts, counts(pages, 0, 1));
    Divergence within = Divergence.of(counts(pages, 0, 2), counts(pages, 1, 2));
    assertThat(across.nats()).as("%s, %s", across, within).isGreaterThan(within.nats());
  }

  /** The words of every so manieth text. */
  private static Divergence.WordCounts counts(List<LabelledText> texts, int from, int step) {
    var counts = new Divergence.WordCounts();
    for (int i = from; i < texts.size(); i += step) {
      counts.add(Corpora.counts(texts.get(i).text()));
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"course, 0.8", "faculty, 0.75"})
  void pagesOfOtherUniversitiesAreDistinguished(String topic, double least) throws IOException {
    List<LabelledText> training = Corpora.universityTexts("misc.jsonl.gz");
    List<LabelledText> test = Corpora.universityTexts("cornell-texas.jsonl.gz");
    PageModel kernel = model(topic, training, KERNEL);
    PageModel normal = model(topic, training, PageSettings.RECOMMENDED);

    Evaluation byKernel = Corpora.evaluate(kernel, test, topic);
    Evaluation byNormal = Corpora.evaluate(normal, test, topic);
    assertThat(byKernel.auc()).as("%s", byKernel).isGreaterThan(least);
    assertThat(byNormal.auc()).as("%s", byNormal).isGreaterThan(least);
    assertThat(byNormal.f1())
        .as("%s", byNormal)
        .isGreaterThan(Corpora.evaluate(atPrior(normal), test, topic).f1() + 0.1);
  }

  @Test
  void contextAndDictionaryOrderLinksOfAnotherUniversityBetterThanAnchorsAlone()
      throws IOException {
    List<LabelledLink> links = Corpora.universityLinks("course");
    List<LabelledLink> training =
        links.stream().filter(link -> link.source().contains("cornell")).toList();
    List<LabelledLink> test =
        links.stream().filter(link -> !link.source().contains("cornell")).toList();
    LinkTrainer trainer =
        LinkTrainer.builder()
            .analyzer(Corpora.WORDS)
            .dictionary(List.of("course", "class", "homework", "syllabus", "lecture", "cs"))
            .build();

    LinkModel all = trainer.train(training.stream());
    LinkModel anchors =
        all.with(all.settings().toBuilder().group(LinkSettings.FeatureGroup.ANCHOR_WORDS).build());
    LinkEvaluator evaluator = LinkEvaluator.of(trainer, test);
    assertThat(evaluator.evaluate(all).auc())
        .isGreaterThan(evaluator.evaluate(anchors).auc() + 0.05);
  }
}

package io.dowser.examples.linkevaluation;

import static io.dowser.examples.linkevaluation.ComparisonTables.mean;
import static io.dowser.examples.linkevaluation.ComparisonTables.methods;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageSettings.Density;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TermCounts;
import io.dowser.examples.linkevaluation.ComparisonTables.Method;
import io.dowser.examples.linkevaluation.LinkCorpora.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writes the tables of docs/papers/zou2009.md to target/zou2009.md: models of pages, tested on
 * titles, on links and on pages of other sites, days and halves.
 */
@Tag("exhaustive")
class ZouTablesTest {

  private static final Method KERNEL = order(Density.KERNEL, 0.01);
  private static final Method NORMAL = order(Density.NORMAL, 0.001);
  private static final Method PAPER = pages(PageSettings.PAPER);
  private static final Method CALIBRATED_NORMAL = pages(PageSettings.RECOMMENDED);
  private static final Method CALIBRATED =
      pages(PageSettings.builder().density(Density.KERNEL).e(0.01).build());

  private final ComparisonTables out = new ComparisonTables();

  private static Method pages(PageSettings settings) {
    return question -> {
      PageModel model =
          PageTrainer.builder(question.topic())
              .analyzer(Corpora.WORDS)
              .settings(settings)
              .build()
              .train(question.pages().stream());
      return ScoredLinks.of(
          question.test(LinkSettings.RECOMMENDED.contextRule()),
          link -> model.logOdds(words(link)),
          0);
    };
  }

  private static TermCounts words(LabelledLink link) {
    return Corpora.counts(
        String.join("\n", link.context().before(), link.anchor(), link.context().after()));
  }

  /** Without calibration, which does not change the order. */
  private static Method order(Density density, double e) {
    return pages(PageSettings.builder().density(density).e(e).calibrated(false).build());
  }

  /** A multinomial model of pairs of characters, by which a new model should be measured. */
  private static Method bigrams() {
    LinkTrainer trainer =
        LinkTrainer.builder()
            .analyzer(CorpusTest::bigrams)
            .settings(
                LinkSettings.PAPER.toBuilder()
                    .eventModel(LinkSettings.EventModel.MULTINOMIAL)
                    .group(LinkSettings.FeatureGroup.WORDS)
                    .merged(true)
                    .build())
            .build();
    return question -> {
      LinkModel model = trainer.train(Corpora.anchors(question.pages(), question.topic()).stream());
      return ScoredLinks.of(
          question.test(LinkSettings.RECOMMENDED.contextRule()),
          link -> model.logOdds(trainer.evidence(link)),
          0);
    };
  }

  @Test
  void tables() throws IOException {
    List<Question> titles = PageCorpora.titles();
    List<Question> links =
        LinkCorpora.questions().stream().filter(question -> !question.pages().isEmpty()).toList();
    List<Question> pages = PageCorpora.wholePages();
    for (boolean choice : new boolean[] {true, false}) {
      out.half(choice);
      orders("Titles", half(titles, choice));
      orders("Links", half(links, choice));
      orders("Whole pages", half(pages, choice));
      classes(half(pages, choice));
    }
    Files.writeString(Path.of("target", "zou2009.md"), out.toString(), UTF_8);
    Files.writeString(Path.of("target", "zou2009.tsv"), out.byQuestion(), UTF_8);

    assertThat(mean(half(titles, false), NORMAL, ScoredLinks::auc))
        .isGreaterThan(mean(half(titles, false), KERNEL, ScoredLinks::auc));
    assertThat(mean(half(pages, false), CALIBRATED_NORMAL, ScoredLinks::f1))
        .isGreaterThan(mean(half(pages, false), NORMAL, ScoredLinks::f1) + 0.1);
  }

  private static List<Question> half(List<Question> questions, boolean choice) {
    return questions.stream().filter(question -> question.choice() == choice).toList();
  }

  private void orders(String name, List<Question> questions) {
    out.sizes(questions);
    out.table(
        questions,
        name + ", settings, AUC",
        ScoredLinks::auc,
        methods(
            "kernel, e 0.01",
            KERNEL,
            "0.1",
            order(Density.KERNEL, 0.1),
            "0.9",
            order(Density.KERNEL, 0.9),
            "normal, e 0.001",
            NORMAL,
            "normal, e 0.01",
            order(Density.NORMAL, 0.01)));
    out.table(
        questions,
        name + ", rivals, AUC",
        ScoredLinks::auc,
        methods(
            "kernel, e 0.01", KERNEL,
            "PAPER", PAPER,
            "normal, PAPER", pages(PageSettings.PAPER.toBuilder().density(Density.NORMAL).build()),
            "bigrams", bigrams(),
            "link model", HanTablesTest.trainedOnPages(LinkSettings.RECOMMENDED)));
  }

  private void classes(List<Question> questions) {
    Map<String, Method> methods =
        methods(
            "kernel, at the prior", KERNEL,
            "kernel, calibrated", CALIBRATED,
            "normal, at the prior", NORMAL,
            "normal, calibrated", CALIBRATED_NORMAL,
            "PAPER", PAPER);
    out.table(questions, "Whole pages, F1", ScoredLinks::f1, methods);
  }
}

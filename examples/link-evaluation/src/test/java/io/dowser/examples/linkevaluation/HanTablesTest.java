package io.dowser.examples.linkevaluation;

import static io.dowser.examples.linkevaluation.ComparisonTables.mean;
import static io.dowser.examples.linkevaluation.ComparisonTables.methods;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkSettings.ContextRule;
import io.dowser.crawler.bayes.LinkSettings.FeatureGroup;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.examples.linkevaluation.ComparisonTables.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Writes the tables of docs/papers/han2010.md to target/han2010.md: what the paper compares, on
 * links of real pages.
 */
@Tag("slow")
class HanTablesTest {

  private static final int FOLDS = 5;
  private static final ContextRule BEST_RULE = LinkSettings.RECOMMENDED.contextRule();
  private static final Method BEST = bayes(LinkSettings.RECOMMENDED);
  private static final Method PAPER_RULE = bayes(recommended(ContextRule.PAPER));

  private final ComparisonTables out = new ComparisonTables();

  private static LinkTrainer trainer(LinkSettings settings, LinkCorpora.Question question) {
    return LinkTrainer.builder()
        .analyzer(Corpora.WORDS)
        .dictionary(question.dictionary())
        .settings(settings)
        .build();
  }

  private static LinkSettings recommended(ContextRule rule) {
    return LinkSettings.RECOMMENDED.toBuilder().contextRule(rule).build();
  }

  private static Method bayes(LinkSettings settings) {
    return question -> {
      LinkTrainer trainer = trainer(settings, question);
      LinkModel model = trainer.train(question.train(settings.contextRule()).stream());
      return ScoredLinks.of(
          question.test(settings.contextRule()), link -> model.logOdds(trainer.evidence(link)), 0);
    };
  }

  /** The threshold that gives the best F1 on links of the training set that were held out. */
  private static Method calibrated(LinkSettings settings) {
    return question -> {
      ScoredLinks plain = bayes(settings).scores(question);
      LinkTrainer trainer = trainer(settings, question);
      List<LabelledLink> links = question.train(settings.contextRule());
      List<ScoredLinks> heldOut = new ArrayList<>();
      for (int fold = 0; fold < FOLDS; fold++) {
        int at = fold;
        LinkModel model = trainer.train(links.stream().filter(link -> fold(link) != at));
        heldOut.add(
            ScoredLinks.of(
                links.stream().filter(link -> fold(link) == at).toList(),
                link -> model.logOdds(trainer.evidence(link)),
                0));
      }
      return plain.withThreshold(ScoredLinks.join(heldOut).bestThreshold());
    };
  }

  private static int fold(LabelledLink link) {
    return Math.floorMod(link.target().hashCode(), FOLDS);
  }

  private static Method dictionary(ContextRule rule) {
    return question -> {
      LinkTrainer trainer = trainer(recommended(rule), question);
      ToDoubleFunction<LabelledLink> score =
          link -> {
            LinkModel.Evidence evidence = trainer.evidence(link);
            return (evidence.a() ? 0.5 : 0) + (evidence.x() ? 0.5 : 0);
          };
      return ScoredLinks.of(question.test(rule), score, 0);
    };
  }

  /** The same classifier, trained on pages of the training sites: table 2 of the paper. */
  static Method trainedOnPages(LinkSettings settings) {
    return question -> {
      LinkSettings merged = settings.toBuilder().group(FeatureGroup.WORDS).merged(true).build();
      LinkTrainer trainer = trainer(merged, question);
      LinkModel model = trainer.train(Corpora.anchors(question.pages(), question.topic()).stream());
      return ScoredLinks.of(
          question.test(settings.contextRule()), link -> model.logOdds(trainer.evidence(link)), 0);
    };
  }

  @Test
  void tables() throws IOException {
    List<LinkCorpora.Question> questions = LinkCorpora.questions();
    out.sizes(questions);
    for (boolean choice : new boolean[] {true, false}) {
      out.half(choice);
      tables(questions.stream().filter(question -> question.choice() == choice).toList());
    }
    Files.writeString(Path.of("target", "han2010.md"), out.toString(), UTF_8);
    Files.writeString(Path.of("target", "han2010.tsv"), out.byQuestion(), UTF_8);

    var report = questions.stream().filter(question -> !question.choice()).toList();
    assertThat(mean(report, BEST, ScoredLinks::auc))
        .isGreaterThan(mean(report, PAPER_RULE, ScoredLinks::auc));
    assertThat(mean(report, BEST, ScoredLinks::f1))
        .isGreaterThan(mean(report, dictionary(BEST_RULE), ScoredLinks::f1));
    assertThat(mean(withPages(report), BEST, ScoredLinks::auc))
        .isGreaterThan(
            mean(withPages(report), trainedOnPages(LinkSettings.RECOMMENDED), ScoredLinks::auc)
                + 0.1);
  }

  private static List<LinkCorpora.Question> withPages(List<LinkCorpora.Question> questions) {
    return questions.stream().filter(question -> !question.pages().isEmpty()).toList();
  }

  private void tables(List<LinkCorpora.Question> half) {
    out.table(
        half,
        "Context rules, AUC",
        ScoredLinks::auc,
        methods(
            "paper", PAPER_RULE,
            "window", BEST,
            "tag tree", bayes(recommended(ContextRule.TAG_TREE))));
    out.table(
        half,
        "Feature groups, AUC",
        ScoredLinks::auc,
        methods(
            "anchor words",
                bayes(
                    LinkSettings.RECOMMENDED.toBuilder().group(FeatureGroup.ANCHOR_WORDS).build()),
            "all", BEST,
            "all, PAPER", bayes(LinkSettings.PAPER)));
    out.table(
        half,
        "Dictionary, F1",
        ScoredLinks::f1,
        methods(
            "dictionary", dictionary(BEST_RULE),
            "bayes-link", BEST,
            "threshold from training", calibrated(LinkSettings.RECOMMENDED),
            "bayes-link, PAPER", bayes(LinkSettings.PAPER)));
    Map<String, Method> rivals = methods("dictionary", dictionary(BEST_RULE), "bayes-link", BEST);
    out.table(half, "Dictionary, precision", ScoredLinks::precision, rivals);
    out.table(half, "Dictionary, recall", ScoredLinks::recall, rivals);
    out.table(half, "Dictionary, AUC", ScoredLinks::auc, rivals);
    Map<String, Method> trained =
        methods(
            "trained on pages", trainedOnPages(LinkSettings.RECOMMENDED), "trained on links", BEST);
    out.table(withPages(half), "Table 2, AUC", ScoredLinks::auc, trained);
    out.table(withPages(half), "Table 2, precision", ScoredLinks::precision, trained);
    out.table(withPages(half), "Table 2, recall", ScoredLinks::recall, trained);
  }
}

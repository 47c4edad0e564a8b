package io.dowser.examples.linkevaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkSettings.ContextRule;
import io.dowser.crawler.bayes.LinkSettings.FeatureGroup;
import io.dowser.crawler.bayes.LinkTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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

  private final StringBuilder out = new StringBuilder();

  /** One way to score the test links of a question. */
  @FunctionalInterface
  interface Method {

    ScoredLinks scores(LinkCorpora.Question question);
  }

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
  private static Method trainedOnPages(LinkSettings settings) {
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
    questions.forEach(this::sizes);
    for (boolean choice : new boolean[] {true, false}) {
      line("%n## %s%n", choice ? "For the choice" : "For the report");
      tables(questions.stream().filter(question -> question.choice() == choice).toList());
    }
    Files.writeString(Path.of("target", "han2010.md"), out, UTF_8);

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

  private static double mean(
      List<LinkCorpora.Question> questions, Method method, ToDoubleFunction<ScoredLinks> measure) {
    return questions.stream().map(method::scores).mapToDouble(measure).average().orElseThrow();
  }

  private static List<LinkCorpora.Question> withPages(List<LinkCorpora.Question> questions) {
    return questions.stream().filter(question -> !question.pages().isEmpty()).toList();
  }

  private void sizes(LinkCorpora.Question question) {
    line(
        "%s: %d links, %d on the topic; %d to test, %d on the topic; %d pages%n",
        question.name(),
        question.train().size(),
        onTopic(question.train(), question),
        question.test().size(),
        onTopic(question.test(), question),
        question.pages().size());
  }

  private void tables(List<LinkCorpora.Question> half) {
    table(
        half,
        "Context rules, AUC",
        ScoredLinks::auc,
        methods(
            "paper", PAPER_RULE,
            "window", BEST,
            "tag tree", bayes(recommended(ContextRule.TAG_TREE))));
    table(
        half,
        "Feature groups, AUC",
        ScoredLinks::auc,
        methods(
            "anchor words",
                bayes(
                    LinkSettings.RECOMMENDED.toBuilder().group(FeatureGroup.ANCHOR_WORDS).build()),
            "all", BEST,
            "all, PAPER", bayes(LinkSettings.PAPER)));
    table(
        half,
        "Dictionary, F1",
        ScoredLinks::f1,
        methods(
            "dictionary", dictionary(BEST_RULE),
            "bayes-link", BEST,
            "threshold from training", calibrated(LinkSettings.RECOMMENDED),
            "bayes-link, PAPER", bayes(LinkSettings.PAPER)));
    Map<String, Method> rivals = methods("dictionary", dictionary(BEST_RULE), "bayes-link", BEST);
    table(half, "Dictionary, precision", ScoredLinks::precision, rivals);
    table(half, "Dictionary, recall", ScoredLinks::recall, rivals);
    table(half, "Dictionary, AUC", ScoredLinks::auc, rivals);
    Map<String, Method> trained =
        methods(
            "trained on pages", trainedOnPages(LinkSettings.RECOMMENDED), "trained on links", BEST);
    table(withPages(half), "Table 2, AUC", ScoredLinks::auc, trained);
    table(withPages(half), "Table 2, precision", ScoredLinks::precision, trained);
    table(withPages(half), "Table 2, recall", ScoredLinks::recall, trained);
  }

  private static Map<String, Method> methods(Object... namesAndMethods) {
    Map<String, Method> methods = new LinkedHashMap<>();
    for (int i = 0; i < namesAndMethods.length; i += 2) {
      methods.put((String) namesAndMethods[i], (Method) namesAndMethods[i + 1]);
    }
    return methods;
  }

  private static long onTopic(List<LinkCorpora.Example> links, LinkCorpora.Question question) {
    return links.stream().filter(link -> link.label().equals(question.topic())).count();
  }

  /** One row for each question and their mean; intervals of the others are of differences. */
  private void table(
      List<LinkCorpora.Question> questions,
      String title,
      ToDoubleFunction<ScoredLinks> measure,
      Map<String, Method> methods) {
    line("%n%s%n%n| Question | %s |%n", title, String.join(" | ", methods.keySet()));
    line("|---|%s%n", "---|".repeat(methods.size()));
    List<List<ScoredLinks>> columns =
        methods.values().stream()
            .map(method -> questions.stream().map(method::scores).toList())
            .toList();
    List<List<double[]>> samples =
        columns.stream()
            .map(column -> column.stream().map(links -> links.bootstrap(measure)).toList())
            .toList();
    for (int row = 0; row < questions.size(); row++) {
      int at = row;
      row(
          questions.get(row).name(),
          columns.stream().mapToDouble(column -> measure.applyAsDouble(column.get(at))).toArray(),
          samples.stream().map(column -> column.get(at)).toList());
    }
    row(
        "**mean**",
        columns.stream()
            .mapToDouble(c -> c.stream().mapToDouble(measure).average().orElseThrow())
            .toArray(),
        samples.stream().map(HanTablesTest::mean).toList());
  }

  private static double[] mean(List<double[]> samples) {
    return IntStream.range(0, samples.get(0).length)
        .mapToDouble(k -> samples.stream().mapToDouble(each -> each[k]).average().orElseThrow())
        .toArray();
  }

  private void row(String name, double[] values, List<double[]> samples) {
    double[] first = samples.get(0);
    line("| %s | %.3f (%.3f to %.3f) |", name, values[0], share(first, 0.025), share(first, 0.975));
    for (int i = 1; i < values.length; i++) {
      double[] own = samples.get(i);
      double[] more = IntStream.range(0, own.length).mapToDouble(k -> own[k] - first[k]).toArray();
      line(" %.3f (%+.3f to %+.3f) |", values[i], share(more, 0.025), share(more, 0.975));
    }
    line("%n");
  }

  private static double share(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * sorted.length)];
  }

  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values));
  }
}

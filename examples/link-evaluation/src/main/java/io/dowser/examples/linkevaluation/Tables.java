package io.dowser.examples.linkevaluation;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Trains classifiers and writes how well they do, as tables in Markdown. */
final class Tables {

  private final PrintStream out;
  private final TextAnalyzer analyzer;

  Tables(PrintStream out, TextAnalyzer analyzer) {
    this.out = out;
    this.analyzer = analyzer;
  }

  /** Feature groups and event models on labelled links. */
  void links(TrainTestSplit<LabelledLink> split, Collection<String> dictionary) {
    LinkTrainer trainer = LinkTrainer.builder().analyzer(analyzer).dictionary(dictionary).build();
    LinkModel model = trainer.train(split.train().stream());
    heading("Links: " + model);
    LinkEvaluator evaluator = LinkEvaluator.of(trainer, split.test());
    for (LinkSettings.Smoothing smoothing : LinkSettings.Smoothing.values()) {
      LinkSettings settings = model.settings().toBuilder().smoothing(smoothing).build();
      evaluator.compare(model.with(settings)).forEach(this::row);
    }
    divergence(trainer, split.train());
  }

  /** Measures the distance between the words of contexts and those of anchors. */
  private void divergence(LinkTrainer trainer, List<LabelledLink> links) {
    var anchors = new Divergence.WordCounts();
    var contexts = new Divergence.WordCounts();
    for (LabelledLink link : links) {
      anchors.add(trainer.evidence(link).anchor());
      contexts.add(trainer.evidence(link).context());
    }
    if (contexts.words() > 0) {
      Divergence found = Divergence.of(contexts, anchors);
      out.printf(Locale.ROOT, "%nContexts from anchors: %.4f nats%n", found.nats());
    }
  }

  /** Prints the divergence of link contexts from pages, and between the halves of each. */
  void divergence(List<LabelledLink> links, List<LabelledText> pages) {
    List<String> contexts =
        links.stream()
            .map(link -> link.context().before() + "\n" + link.context().after())
            .toList();
    List<String> texts = pages.stream().map(LabelledText::text).toList();
    out.printf(Locale.ROOT, "%n| Words of | from | nats | common words |%n|---|---|---|---|%n");
    row("contexts", "pages", Divergence.of(words(contexts, 0, 1), words(texts, 0, 1)));
    row(
        "half of the contexts",
        "the other",
        Divergence.of(words(contexts, 0, 2), words(contexts, 1, 2)));
    row("half of the pages", "the other", Divergence.of(words(texts, 0, 2), words(texts, 1, 2)));
  }

  private Divergence.WordCounts words(List<String> texts, int from, int step) {
    var words = new Divergence.WordCounts();
    for (int i = from; i < texts.size(); i += step) {
      words.add(TermCounts.of(Tokens.of(texts.get(i), analyzer)));
    }
    return words;
  }

  private void row(String words, String from, Divergence found) {
    out.printf(
        Locale.ROOT, "| %s | %s | %.4f | %d |%n", words, from, found.nats(), found.commonWords());
  }

  /**
   * Prints the results for short texts in place of anchors: event models, compared with page
   * models.
   */
  void anchors(TrainTestSplit<LabelledText> split, String topic) {
    LinkTrainer trainer = LinkTrainer.builder().analyzer(analyzer).build();
    LinkModel model = trainer.train(links(split.train(), topic).stream());
    heading("Anchors, " + topic + ": " + model);
    LinkEvaluator evaluator = LinkEvaluator.of(trainer, links(split.test(), topic));
    for (LinkSettings.Smoothing smoothing : LinkSettings.Smoothing.values()) {
      LinkSettings settings =
          model.settings().toBuilder()
              .smoothing(smoothing)
              .group(LinkSettings.FeatureGroup.ANCHOR_WORDS)
              .build();
      evaluator.compare(model.with(settings)).subList(0, 3).forEach(this::row);
    }
    pageRows(split, topic);
  }

  private static List<LabelledLink> links(List<LabelledText> texts, String topic) {
    return texts.stream()
        .map(text -> LabelledLink.of(text.text(), text.label().equals(topic)))
        .toList();
  }

  /** Both densities on whole documents. */
  void pages(TrainTestSplit<LabelledText> split, String topic) {
    heading("Pages, " + topic + ": " + split);
    pageRows(split, topic);
  }

  private void pageRows(TrainTestSplit<LabelledText> split, String topic) {
    List<TermCounts> test =
        split.test().stream().map(text -> TermCounts.of(Tokens.of(text.text(), analyzer))).toList();
    for (PageSettings profile : List.of(PageSettings.RECOMMENDED, PageSettings.PAPER)) {
      for (PageSettings.Density density : PageSettings.Density.values()) {
        PageModel model =
            PageTrainer.builder(topic)
                .analyzer(analyzer)
                .settings(profile.toBuilder().density(density).build())
                .build()
                .train(split.train().stream());
        String name = profile.equals(PageSettings.PAPER) ? "paper" : "recommended";
        row("page model, " + density + ", " + name, evaluate(model, split.test(), test, topic));
      }
    }
  }

  private static Evaluation evaluate(
      PageModel model, List<LabelledText> texts, List<TermCounts> counts, String topic) {
    Evaluation.Builder evaluation = Evaluation.builder();
    for (int i = 0; i < texts.size(); i++) {
      evaluation.add(model.logOdds(counts.get(i)), texts.get(i).label().equals(topic));
    }
    return evaluation.build();
  }

  private void heading(String text) {
    out.printf(
        Locale.ROOT,
        "%n%s%n%n| Features | Precision | Recall | F1 | AUC |%n|---|---|---|---|---|%n",
        text);
  }

  private void row(LinkEvaluator.Row row) {
    LinkSettings settings = row.settings();
    String name = settings.group() + ", " + settings.eventModel() + ", " + settings.smoothing();
    row(name, row.evaluation());
  }

  private void row(String name, Evaluation evaluation) {
    out.printf(
        Locale.ROOT,
        "| %s | %.3f | %.3f | %.3f | %.4f |%n",
        name,
        evaluation.precision(),
        evaluation.recall(),
        evaluation.f1(),
        evaluation.auc());
  }
}

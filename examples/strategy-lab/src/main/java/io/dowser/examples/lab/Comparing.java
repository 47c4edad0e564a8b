package io.dowser.examples.lab;

import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes a comparison and writes all that comes of it. */
final class Comparing {

  private Comparing() {}

  static void make(Study study, ClassLoader plugins, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    List<String> compared = study.strategies().stream().map(Strategy::name).toList();
    var missing = new ArrayList<>(new Strategies(plugins).withoutModel());
    missing.removeAll(compared);
    StudyResult result = new Laboratory(study, plugins, err).carryOut();
    List<Table> examples = examples(result);
    Path page = study.out().resolve("report.html");
    var report = new LabReport(result);
    report.html(examples).write(page);
    new ResultFiles(result).write(study.out());
    print(result, out);
    report.warnings().forEach(out::println);
    result.leftOut().forEach((name, why) -> out.println("Left out: " + name + ": " + why));
    if (!missing.isEmpty()) {
      out.println(
          "Not compared without --train or --model, as they need a trained model: " + missing);
    }
    out.println("Report: " + page.toUri());
    out.flush();
  }

  private static List<Table> examples(StudyResult result) throws InterruptedException {
    var builder = ReplayFetcher.of(result.study().archives().get(0));
    result.study().archives().stream().skip(1).forEach(builder::archive);
    try (var archive = builder.indexDirectory(result.study().out().resolve("index")).open()) {
      return new Examples(result, archive).paths();
    }
  }

  private static void print(StudyResult result, PrintWriter out) {
    out.println();
    out.println(
        String.format(
            Locale.ROOT, "%-22s %16s %16s %16s", "", "harvest", "mean harvest", "recall"));
    for (Strategy strategy : result.strategies()) {
      out.println(
          String.format(
              Locale.ROOT,
              "%-22s %16s %16s %16s",
              strategy.name(),
              text(result, strategy, Measure.HARVEST),
              text(result, strategy, Measure.MEAN_HARVEST),
              text(result, strategy, Measure.RECALL)));
    }
    out.println();
  }

  private static String text(StudyResult result, Strategy strategy, Measure measure) {
    return Tables.text(result.estimate(strategy, measure), measure);
  }
}

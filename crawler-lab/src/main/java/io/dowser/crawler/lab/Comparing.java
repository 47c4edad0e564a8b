package io.dowser.crawler.lab;

import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.internal.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs a comparison and writes its results. */
final class Comparing {

  private final ClassLoader plugins;
  private final Archives archives;
  private final PrintWriter out;
  private final Progress progress;

  Comparing(ClassLoader plugins, Archives archives, PrintWriter out, Progress progress) {
    this.plugins = plugins;
    this.archives = archives;
    this.out = out;
    this.progress = progress;
  }

  void make(Study study) throws IOException, InterruptedException {
    List<String> compared = study.strategies().stream().map(Strategy::name).toList();
    var missing = new ArrayList<>(new Strategies(plugins).withoutModel());
    missing.removeAll(compared);
    List<StudyResult> results = new Laboratory(study, plugins, archives, progress).compare();
    Path page = study.out().resolve("report.html");
    var report = new LabReport(results);
    report.html(examples(results.get(0))).write(page);
    new ResultFiles(results).write(study.out());
    results.forEach(this::print);
    report.warnings().forEach(out::println);
    report.leftOut().forEach(out::println);
    if (!missing.isEmpty()) {
      out.println(
          "Not compared without --train or --model, as they need a trained model: " + missing);
    }
    out.println("Report: " + page.toUri());
    out.flush();
  }

  private List<Table> examples(StudyResult result) throws IOException, InterruptedException {
    try (ReplayFetcher archive = archives.open(result.study().archives())) {
      return new Examples(result, archive).paths();
    }
  }

  private void print(StudyResult result) {
    out.println();
    out.println(row(result.guide().title(), "harvest", "mean harvest", "recall"));
    for (Strategy strategy : result.strategies()) {
      out.println(
          row(
              strategy.name(),
              text(result, strategy, Measure.HARVEST),
              text(result, strategy, Measure.MEAN_HARVEST),
              text(result, strategy, Measure.RECALL)));
    }
    new Verdict(result).text().ifPresent(out::println);
    out.println();
  }

  private static String row(String name, String harvest, String meanHarvest, String recall) {
    return String.format(Locale.ROOT, "%-22s %16s %16s %16s", name, harvest, meanHarvest, recall);
  }

  private static String text(StudyResult result, Strategy strategy, Measure measure) {
    return Tables.text(result.estimate(strategy, measure), measure);
  }
}

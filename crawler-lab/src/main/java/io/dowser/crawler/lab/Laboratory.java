package io.dowser.crawler.lab;

import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Runs a study: takes the census, makes the runs that are not there yet. */
final class Laboratory {

  private final Study study;
  private final ClassLoader plugins;
  private final Archives archives;
  private final Progress progress;

  Laboratory(Study study, ClassLoader plugins, Archives archives, Progress progress) {
    this.study = study;
    this.plugins = plugins;
    this.archives = archives;
    this.progress = progress;
  }

  /** Returns a result for each guide of the study, in their order. */
  List<StudyResult> compare() throws IOException, InterruptedException {
    study.lessons().forEach(lesson -> progress.say("%s", lesson));
    Files.createDirectories(study.out());
    PageAnalyzer reader = study.reader();
    try (ReplayFetcher archive = archives.open(study.archives())) {
      List<Census> censuses =
          CensusTaker.take(study.questions(), study.guides(), archive, reader, progress);
      check(censuses, archive);
      int budget = budget(censuses);
      var runner = new Runner(archive, plugins, reader, study.workers());
      String web = web(censuses, budget);
      var checkpoints = new Checkpoints(study.out().resolve("runs"), web, new CheckSums(plugins));
      try (var runs = new Runs(study, censuses, budget, runner, checkpoints, progress)) {
        return results(runs, censuses, budget);
      }
    }
  }

  private void check(List<Census> censuses, ReplayFetcher archive) {
    for (int i = 0; i < censuses.size(); i++) {
      String name = study.questions().get(i).name();
      Census census = censuses.get(i);
      progress.say(
          "%s: %d of %d pages that the seeds lead to are relevant (the archive has %d URLs)",
          name, census.relevantPages(), census.size(), archive.pages());
      if (census.relevantPages() == 0) {
        throw new LabException(name + ": the seeds lead to no relevant page");
      }
    }
    TrainingOverlap.refuse(study.strategies(), censuses);
  }

  private int budget(List<Census> censuses) {
    int smallest = censuses.stream().mapToInt(Census::size).min().orElseThrow();
    int wanted = study.budget() > 0 ? study.budget() : (smallest + 4) / 5;
    return Math.min(wanted, smallest);
  }

  private List<StudyResult> results(Runs runs, List<Census> censuses, int budget)
      throws InterruptedException {
    var results = new ArrayList<StudyResult>();
    for (Guide guide : study.guides()) {
      Map<String, List<RunMeasures>> measures = new LinkedHashMap<>();
      Map<String, String> leftOut = new LinkedHashMap<>();
      for (Strategy strategy : study.strategies()) {
        try {
          var own = new ArrayList<RunMeasures>();
          for (Future<RunResult> run : runs.of(strategy, guide)) {
            RunResult result = run.get();
            own.add(new RunMeasures(result, censuses.get(result.question()), budget));
          }
          measures.put(strategy.name(), own);
        } catch (ExecutionException e) { // a strategy that cannot run must not cost the others
          leftOut.put(strategy.name(), String.valueOf(e.getCause()));
        }
      }
      if (measures.isEmpty()) {
        throw new LabException("no strategy could run: " + leftOut);
      }
      results.add(
          new StudyResult(study, guide, censuses, budget, study.jobsAllowed(), measures, leftOut));
    }
    return results;
  }

  /**
   * Returns a description of everything that changes a run except the strategy, its guide and the
   * run's number.
   */
  private String web(List<Census> censuses, int budget) throws IOException {
    var text = new StringBuilder("budget " + budget);
    text.append(study.workers() == 1 ? "" : " workers " + study.workers());
    text.append('\n').append(archives.checksum(study.archives())).append(study.everyLink());
    for (int i = 0; i < censuses.size(); i++) {
      Question question = study.questions().get(i);
      text.append('\n').append(question.seeds()).append(question.topic());
      Census census = censuses.get(i);
      for (int page = 0; page < census.size(); page++) {
        text.append('\n').append(census.web().url(page)).append(' ').append(census.relevance(page));
      }
    }
    return text.toString();
  }
}

package io.dowser.examples.lab;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Carries out a study: takes the census, makes the runs that are not there yet. */
final class Laboratory {

  private final Study study;
  private final ClassLoader plugins;
  private final PrintWriter progress;
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private long started;

  Laboratory(Study study, ClassLoader plugins, PrintWriter progress) {
    this.study = study;
    this.plugins = plugins;
    this.progress = progress;
  }

  StudyResult carryOut() throws IOException, InterruptedException {
    var builder = ReplayFetcher.of(study.archives().get(0));
    study.archives().stream().skip(1).forEach(builder::archive);
    study.lessons().forEach(lesson -> say("%s", lesson));
    Files.createDirectories(study.out());
    try (ReplayFetcher archive = builder.indexDirectory(study.out().resolve("index")).open()) {
      List<Census> censuses = censuses(archive);
      TrainingOverlap.refuse(study.strategies(), censuses);
      int budget = budget(censuses);
      return runs(archive, censuses, budget);
    }
  }

  private List<Census> censuses(ReplayFetcher archive) {
    var censuses = new ArrayList<Census>();
    for (Question question : study.questions()) {
      Census census = CensusTaker.take(question, archive);
      say(
          "%s: %d of %d pages that the seeds lead to are relevant (the archive has %d URLs)",
          question.name(), census.relevantPages(), census.size(), archive.pages());
      if (census.relevantPages() == 0) {
        throw new LabException(question.name() + ": the seeds lead to no relevant page");
      }
      censuses.add(census);
    }
    return censuses;
  }

  private int budget(List<Census> censuses) {
    int smallest = censuses.stream().mapToInt(Census::size).min().orElseThrow();
    int wanted = study.budget() > 0 ? study.budget() : (smallest + 4) / 5;
    return Math.min(wanted, smallest);
  }

  private StudyResult runs(ReplayFetcher archive, List<Census> censuses, int budget)
      throws IOException, InterruptedException {
    var reader = HtmlPageAnalyzer.builder().textAnalyzer(MixedScriptAnalyzer.create()).build();
    var runner = new Runner(archive, plugins, reader);
    var checkpoints =
        new Checkpoints(study.out().resolve("runs"), web(censuses, budget), new CheckSums(plugins));
    int jobs = study.jobsAllowed();
    say("%d runs of %d pages, %d at a time", runs(), budget, jobs);
    started = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    try {
      Map<String, List<Future<RunResult>>> futures = new LinkedHashMap<>();
      for (Strategy strategy : study.strategies()) {
        var own = new ArrayList<Future<RunResult>>();
        for (RunId id : ids()) {
          Census census = censuses.get(id.question());
          Question question = study.questions().get(id.question());
          own.add(
              pool.submit(
                  () -> {
                    Optional<RunResult> earlier = checkpoints.find(strategy, id);
                    return earlier.isPresent()
                        ? told(earlier.get(), true)
                        : told(
                            run(runner, checkpoints, strategy, question, census, id, budget),
                            false);
                  }));
        }
        futures.put(strategy.name(), own);
      }
      return result(futures, censuses, budget, jobs);
    } finally {
      pool.shutdownNow();
    }
  }

  private static RunResult run(
      Runner runner,
      Checkpoints checkpoints,
      Strategy strategy,
      Question question,
      Census census,
      RunId id,
      int budget)
      throws IOException {
    RunResult made = runner.run(strategy, question, census, id, budget);
    if (made.steps().isEmpty()) {
      throw new LabException("visited nothing: " + made.trouble());
    }
    checkpoints.save(strategy, made);
    return made;
  }

  private List<RunId> ids() {
    var ids = new ArrayList<RunId>();
    for (int question = 0; question < study.questions().size(); question++) {
      for (int run = 1; run <= study.runs(); run++) {
        ids.add(new RunId(question, run));
      }
    }
    return ids;
  }

  private StudyResult result(
      Map<String, List<Future<RunResult>>> futures, List<Census> censuses, int budget, int jobs)
      throws InterruptedException {
    Map<String, List<RunMeasures>> measures = new LinkedHashMap<>();
    Map<String, String> leftOut = new LinkedHashMap<>();
    for (Map.Entry<String, List<Future<RunResult>>> entry : futures.entrySet()) {
      try {
        var own = new ArrayList<RunMeasures>();
        for (Future<RunResult> future : entry.getValue()) {
          RunResult result = future.get();
          own.add(new RunMeasures(result, censuses.get(result.question()), budget));
        }
        measures.put(entry.getKey(), own);
      } catch (ExecutionException e) { // a strategy that cannot run must not cost the others
        leftOut.put(entry.getKey(), String.valueOf(e.getCause()));
      }
    }
    if (measures.isEmpty()) {
      throw new LabException("no strategy could run: " + leftOut);
    }
    return new StudyResult(study, censuses, budget, jobs, measures, leftOut);
  }

  private RunResult told(RunResult result, boolean wasThere) {
    int number = finished.incrementAndGet();
    int fresh = wasThere ? made.get() : made.incrementAndGet();
    say(
        "%3d/%d  %-20s question %d run %d: %d pages %s%s%s",
        number,
        runs(),
        result.strategy(),
        result.question() + 1,
        result.run(),
        result.steps().size(),
        wasThere ? "were there" : String.format(Locale.ROOT, "in %.1f s", result.wallNanos() / 1e9),
        left(fresh, runs() - number),
        result.trouble().isEmpty() ? "" : "; TROUBLE " + result.trouble());
    return result;
  }

  /** How long the runs to come will take if they are like those that were made. */
  private String left(int fresh, int toCome) {
    if (fresh == 0 || toCome == 0) {
      return "";
    }
    double seconds = (System.nanoTime() - started) / 1e9 / fresh * toCome;
    return String.format(Locale.ROOT, ", about %.0f s left", seconds);
  }

  private int runs() {
    return study.strategies().size() * study.questions().size() * study.runs();
  }

  private void say(String format, Object... values) {
    progress.println(String.format(Locale.ROOT, format, values));
    progress.flush();
  }

  /** Whatever changes a run beside the strategy and the run's number. */
  private String web(List<Census> censuses, int budget) throws IOException {
    var text = new StringBuilder("budget " + budget);
    for (Path archive : study.archives()) {
      text.append('\n').append(archive.getFileName());
      text.append(' ').append(Files.isRegularFile(archive) ? Files.size(archive) : 0);
    }
    for (int i = 0; i < censuses.size(); i++) {
      Question question = study.questions().get(i);
      text.append('\n').append(question.seeds()).append(question.topic());
      Census census = censuses.get(i);
      for (int page = 0; page < census.size(); page++) {
        CrawlUrl url = census.page(page).url();
        text.append('\n').append(url).append(' ').append(census.page(page).relevance());
      }
    }
    return text.toString();
  }
}

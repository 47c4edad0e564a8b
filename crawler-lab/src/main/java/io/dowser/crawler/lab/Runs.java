package io.dowser.crawler.lab;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The runs of a study, some at a time; those of an earlier call are not repeated. */
final class Runs implements AutoCloseable {

  private final Study study;
  private final List<Census> censuses;
  private final int budget;
  private final Runner runner;
  private final Checkpoints checkpoints;
  private final Progress progress;
  private final ExecutorService pool;
  private final Map<String, List<Future<RunResult>>> runs = new HashMap<>();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final long started = System.nanoTime();

  /** Starts all runs. */
  Runs(
      Study study,
      List<Census> censuses,
      int budget,
      Runner runner,
      Checkpoints checkpoints,
      Progress progress) {
    this.study = study;
    this.censuses = censuses;
    this.budget = budget;
    this.runner = runner;
    this.checkpoints = checkpoints;
    this.progress = progress;
    int jobs = study.jobsAllowed();
    progress.say(
        "%d runs of %d pages, %d at a time, each with %d pages in flight",
        count(), budget, jobs, study.workers());
    pool = Executors.newFixedThreadPool(jobs);
    study.guides().forEach(guide -> study.strategies().forEach(one -> start(one, guide)));
  }

  private void start(Strategy strategy, Guide guide) {
    runs.computeIfAbsent(
        key(strategy, guide),
        key -> ids(guide).map(id -> pool.submit(() -> findOrMake(strategy, id))).toList());
  }

  /** Returns the key of a run; references use no judge, so that one run serves for all guides. */
  private static String key(Strategy strategy, Guide guide) {
    return strategy.isReference() ? strategy.name() : guide.name() + " " + strategy.name();
  }

  private Stream<RunId> ids(Guide guide) {
    return IntStream.range(0, study.questions().size())
        .boxed()
        .flatMap(
            question ->
                IntStream.rangeClosed(1, study.runs())
                    .mapToObj(run -> new RunId(guide, question, run)));
  }

  /** Returns the runs of a strategy, by question and number. */
  List<Future<RunResult>> of(Strategy strategy, Guide guide) {
    return runs.getOrDefault(key(strategy, guide), List.of());
  }

  private RunResult findOrMake(Strategy strategy, RunId id) throws IOException {
    Optional<RunResult> earlier = checkpoints.find(strategy, id);
    if (earlier.isPresent()) {
      return reported(earlier.get(), id, true);
    }
    RunResult result =
        runner.run(
            strategy,
            study.questions().get(id.question()),
            censuses.get(id.question()),
            id,
            budget);
    if (result.steps().isEmpty()) {
      throw new LabException("no page was visited: " + result.problem());
    }
    checkpoints.save(strategy, id, result);
    return reported(result, id, false);
  }

  private RunResult reported(RunResult result, RunId id, boolean wasThere) {
    int number = finished.incrementAndGet();
    int fresh = wasThere ? made.get() : made.incrementAndGet();
    progress.say(
        "%3d/%d  %-20s %s, question %d run %d: %d pages %s%s%s",
        number,
        count(),
        result.strategy(),
        id.guide().name(),
        result.question() + 1,
        result.run(),
        result.steps().size(),
        wasThere ? "were there" : String.format(Locale.ROOT, "in %.1f s", result.wallNanos() / 1e9),
        left(fresh, count() - number),
        result.problem().isEmpty() ? "" : "; PROBLEM " + result.problem());
    return result;
  }

  /** Returns the estimated time of the remaining runs if they are like the previous ones. */
  private String left(int fresh, int toCome) {
    if (fresh == 0 || toCome == 0) {
      return "";
    }
    double seconds = (System.nanoTime() - started) / 1e9 / fresh * toCome;
    return String.format(Locale.ROOT, ", about %.0f s left", seconds);
  }

  private int count() {
    long strategies =
        study.guides().stream()
            .flatMap(guide -> study.strategies().stream().map(one -> key(one, guide)))
            .distinct()
            .count();
    return (int) strategies * study.questions().size() * study.runs();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}

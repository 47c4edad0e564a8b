package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.toolkit.metrics.FriedmanRanks;
import io.dowser.crawler.toolkit.metrics.RunningMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Runs the methods on a task and lays their rows out as the paper does, in Markdown. */
final class ComparisonTable {

  private final Task task;
  private final Map<Method, List<List<Replay.Row>>> results = new LinkedHashMap<>();

  ComparisonTable(Task task) {
    this.task = task;
  }

  ComparisonTable run(int mostRuns, Method... methods) {
    for (Method method : methods) {
      List<List<Replay.Row>> runs = new ArrayList<>();
      for (long seed = 1; seed <= Math.min(mostRuns, method.runs); seed++) {
        runs.add(Replay.run(task, method, seed));
      }
      results.put(method, runs);
    }
    return this;
  }

  /** Returns the mean of a column over the runs of a method. */
  double mean(Method method, int count, ToDoubleFunction<Replay.Row> column) {
    return moments(method, count, column).mean();
  }

  private RunningMoments moments(Method method, int count, ToDoubleFunction<Replay.Row> column) {
    var moments = new RunningMoments();
    requireNonNull(results.get(method))
        .forEach(run -> moments.add(column.applyAsDouble(run.get(count))));
    return moments;
  }

  String toMarkdown() {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "### %s%n%n%d of %d pages are relevant, %d of them can be reached.%n%n",
            task.name(),
            task.web().relevant(),
            task.web().urls().size(),
            reachable()));
    text.append(
            "| DP | Method | Accuracy | LP | ARDP | SDDP | ARLP | SDLP | DP kept | of these |\n")
        .append("|---|---|---|---|---|---|---|---|---|---|\n");
    for (int count = 0; count < task.pageCounts().size(); count++) {
      for (Method method : results.keySet()) {
        text.append(row(method, count));
      }
    }
    return text.append('\n').append(ranks()).toString();
  }

  /** Counts the relevant pages that a crawl without end finds. */
  private long reachable() {
    var endless =
        new Task(task.name(), task.topic(), task.web(), List.of(task.web().urls().size()));
    return Replay.run(endless, Method.BREADTH_FIRST, 1).get(0).lp();
  }

  private String row(Method method, int count) {
    RunningMoments accuracy = moments(method, count, Replay.Row::accuracy);
    return String.format(
        Locale.ROOT,
        "| %.0f | %s | %.4f%s | %.1f | %.4f | %.4f | %.4f | %.4f | %.0f | %.4f |%n",
        mean(method, count, Replay.Row::dp),
        method.title,
        accuracy.mean(),
        accuracy.count() > 1 ? String.format(Locale.ROOT, " ± %.4f", accuracy.deviation()) : "",
        mean(method, count, Replay.Row::lp),
        mean(method, count, Replay.Row::ardp),
        mean(method, count, Replay.Row::sddp),
        mean(method, count, Replay.Row::arlp),
        mean(method, count, Replay.Row::sdlp),
        mean(method, count, Replay.Row::kept),
        mean(method, count, Replay.Row::keptAccuracy));
  }

  /** Ranks by the means after the last page count. */
  FriedmanRanks friedman() {
    return FriedmanRanks.of(results.keySet().stream().map(method -> method.title).toList())
        .largerIsBetter("Accuracy", column(Replay.Row::accuracy))
        .largerIsBetter("LP", column(Replay.Row::lp))
        .largerIsBetter("ARDP", column(Replay.Row::ardp))
        .smallerIsBetter("SDDP", column(Replay.Row::sddp))
        .build();
  }

  private double[] column(ToDoubleFunction<Replay.Row> column) {
    int last = task.pageCounts().size() - 1;
    // rounded, so that equal values in another order of addition have equal ranks
    return results.keySet().stream()
        .mapToDouble(method -> Math.rint(mean(method, last, column) * 1e9) / 1e9)
        .toArray();
  }

  private String ranks() {
    FriedmanRanks ranks = friedman();
    var text = new StringBuilder("| Rank by | ");
    text.append(String.join(" | ", ranks.measures()))
        .append(" | Mean |\n|---|---|---|---|---|---|\n");
    for (String method : ranks.methods()) {
      text.append("| ").append(method);
      ranks.measures().forEach(measure -> text.append(" | ").append(ranks.rank(method, measure)));
      text.append(" | ").append(ranks.meanRank(method)).append(" |\n");
    }
    return text.toString();
  }

  static Method[] allMethods() {
    return Arrays.copyOf(Method.values(), Method.values().length);
  }
}

package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

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
    return Replay.mean(values(method, count, column));
  }

  private List<Double> values(Method method, int count, ToDoubleFunction<Replay.Row> column) {
    return requireNonNull(results.get(method)).stream()
        .map(run -> column.applyAsDouble(run.get(count)))
        .toList();
  }

  String toMarkdown() {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "### %s%n%n%d of %d pages are relevant, %d of them can be reached.%n%n",
            task.name(),
            task.relevant(),
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
    List<Double> accuracy = values(method, count, Replay.Row::accuracy);
    return String.format(
        Locale.ROOT,
        "| %.0f | %s | %.4f%s | %.1f | %.4f | %.4f | %.4f | %.4f | %.0f | %.4f |%n",
        mean(method, count, Replay.Row::dp),
        method.title,
        Replay.mean(accuracy),
        accuracy.size() > 1
            ? String.format(Locale.ROOT, " ± %.4f", Replay.deviation(accuracy))
            : "",
        mean(method, count, Replay.Row::lp),
        mean(method, count, Replay.Row::ardp),
        mean(method, count, Replay.Row::sddp),
        mean(method, count, Replay.Row::arlp),
        mean(method, count, Replay.Row::sdlp),
        mean(method, count, Replay.Row::kept),
        mean(method, count, Replay.Row::keptAccuracy));
  }

  /** The measures of the ranks; a smaller deviation is better. */
  private static final Map<String, ToDoubleFunction<Replay.Row>> MEASURES = measures();

  private static Map<String, ToDoubleFunction<Replay.Row>> measures() {
    var measures = new LinkedHashMap<String, ToDoubleFunction<Replay.Row>>();
    measures.put("Accuracy", Replay.Row::accuracy);
    measures.put("LP", Replay.Row::lp);
    measures.put("ARDP", Replay.Row::ardp);
    measures.put("SDDP", row -> -row.sddp());
    return measures;
  }

  /** Returns the rank of a method by the means after the last page count: 1 is the best. */
  private double rank(Method method, ToDoubleFunction<Replay.Row> measure) {
    double own = rounded(method, measure);
    double rank = 0.5;
    for (Method other : results.keySet()) {
      double value = rounded(other, measure);
      rank += value > own ? 1 : value == own ? 0.5 : 0;
    }
    return rank;
  }

  /** Rounds, so that equal values in another order of addition have equal ranks. */
  private double rounded(Method method, ToDoubleFunction<Replay.Row> measure) {
    return Math.rint(mean(method, task.pageCounts().size() - 1, measure) * 1e9) / 1e9;
  }

  double meanRank(Method method) {
    return MEASURES.values().stream()
        .mapToDouble(measure -> rank(method, measure))
        .average()
        .orElseThrow();
  }

  private String ranks() {
    var text = new StringBuilder("| Rank by | ");
    text.append(String.join(" | ", MEASURES.keySet()))
        .append(" | Mean |\n|---|---|---|---|---|---|\n");
    for (Method method : results.keySet()) {
      text.append("| ").append(method.title);
      MEASURES.values().forEach(measure -> text.append(" | ").append(rank(method, measure)));
      text.append(" | ").append(meanRank(method)).append(" |\n");
    }
    return text.toString();
  }

  static Method[] allMethods() {
    return Arrays.copyOf(Method.values(), Method.values().length);
  }
}

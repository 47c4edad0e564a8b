package io.dowser.crawler.wanglandau;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Runs the methods on a task and writes the columns of the paper. */
final class ComparisonTable {

  static final String COLUMNS =
      "task\trelevant\treachable\tDP\tmethod\taccuracy\tLP\tARDP\tSDDP\tARLP\tSDLP\tDP kept\tof these";
  static final String RANKS = "task\tmethod\taccuracy\tLP\tARDP\tSDDP\tmean";

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

  /** Returns a line of TSV for each page count and method, with {@link #COLUMNS}. */
  String toTsv() {
    String start = task.name() + '\t' + task.relevant() + '\t' + reachable() + '\t';
    var text = new StringBuilder();
    for (int count = 0; count < task.pageCounts().size(); count++) {
      for (Method method : results.keySet()) {
        text.append(start).append(row(method, count));
      }
    }
    return text.toString();
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
        "%.0f\t%s\t%.4f%s\t%.1f\t%.4f\t%.4f\t%.4f\t%.4f\t%.0f\t%.4f%n",
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

  /** Returns a line of TSV for each method, with {@link #RANKS}. */
  String ranks() {
    var text = new StringBuilder();
    for (Method method : results.keySet()) {
      text.append(task.name()).append('\t').append(method.title);
      MEASURES.values().forEach(measure -> text.append('\t').append(rank(method, measure)));
      text.append('\t').append(meanRank(method)).append('\n');
    }
    return text.toString();
  }

  static Method[] allMethods() {
    return Arrays.copyOf(Method.values(), Method.values().length);
  }
}

package io.dowser.benchmarks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the JMH benchmarks of this module and writes their rates, and ratios of rates. */
final class Microbenchmarks {

  private final Report report;

  Microbenchmarks(Report report) {
    this.report = report;
  }

  /** Runs what the options choose. */
  void run(OptionsBuilder options) {
    try {
      write(new Runner(options.build()).run());
    } catch (RunnerException e) {
      throw new IllegalStateException("the benchmarks could not be run", e);
    }
  }

  private void write(Collection<RunResult> results) {
    var rates = new LinkedHashMap<String, Map<String, Double>>();
    report.heading("Microbenchmarks");
    report.columns("Benchmark", "score", "± (99.9 %)", "unit");
    for (RunResult result : results) {
      String parameters = parameters(result);
      double rate = result.getPrimaryResult().getScore();
      double error = result.getPrimaryResult().getScoreError();
      rates.computeIfAbsent(name(result), key -> new LinkedHashMap<>()).put(parameters, rate);
      String label = name(result) + parameters;
      String spread = Double.isNaN(error) ? "" : Report.text("%,.0f", error);
      report.row(
          label, Report.text("%,.0f", rate), spread, result.getPrimaryResult().getScoreUnit());
      result
          .getSecondaryResults()
          .forEach(
              (counter, each) ->
                  report.row(label + ": " + counter, count(each), "", each.getScoreUnit()));
    }
    report.columns("Ratio", "measured", "target");
    Comparison.ALL.forEach(comparison -> write(comparison, rates));
  }

  private static String count(Result<?> counted) {
    return Report.text("%,.0f", counted.getScore());
  }

  private void write(Comparison comparison, Map<String, Map<String, Double>> rates) {
    Map<String, Double> others = rates.getOrDefault(comparison.other(), Map.of());
    rates
        .getOrDefault(comparison.ours(), Map.of())
        .forEach(
            (parameters, rate) ->
                report.row(
                    comparison.ours() + parameters + " / " + comparison.other(),
                    Report.text("%.2f", rate / others.getOrDefault(parameters, Double.NaN)),
                    comparison.target() == 0 ? "" : Report.text("%.1f", comparison.target())));
  }

  private static String name(RunResult result) {
    List<String> parts = List.of(result.getParams().getBenchmark().split("\\.", -1));
    return String.join(".", parts.subList(parts.size() - 2, parts.size()));
  }

  private static String parameters(RunResult result) {
    var sorted = new TreeMap<String, String>();
    result
        .getParams()
        .getParamsKeys()
        .forEach(key -> sorted.put(key, result.getParams().getParam(key)));
    return sorted.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(
            Collectors.joining(", ", sorted.isEmpty() ? "" : " (", sorted.isEmpty() ? "" : ")"));
  }
}

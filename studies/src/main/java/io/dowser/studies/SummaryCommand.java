package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Averages comparisons of several webs over all their questions. */
@Command(
    name = "summary",
    mixinStandardHelpOptions = true,
    description = {
      "Averages comparisons of several webs over all their questions.",
      "Prints a table for each guide, with differences to a baseline paired by question and their"
          + " 95 % intervals over the questions (Student's t)."
    })
final class SummaryCommand implements Callable<Integer> {

  private static final String RECALL = "recall at 10 %";
  private static final String RECALL_LATER = "recall at 20 %";
  private static final String HARVEST = "mean harvest";
  private static final String HALF = "pages to 50 %";
  private static final String CPU = "CPU ms a page";
  private static final List<String> MEASURES = List.of(RECALL, RECALL_LATER, HARVEST, HALF, CPU);
  private static final List<String> PAIRED = List.of(RECALL, RECALL_LATER, HARVEST);
  private static final double BEHIND = 0.03;
  private static final int FIELDS = 6;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIRECTORY",
      description = "Results of dowser compare. Questions of one name are the same question.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = "--baseline",
      description = "The strategy to compare with (default: ${DEFAULT-VALUE}).")
  private String baseline = "best-first";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the numbers of each question go, separated by tabs.")
  private @Nullable Path out;

  /** One number of each run of a strategy, averaged over the runs. */
  private record Key(String guide, String strategy, String question, String measure) {}

  private final Map<Key, Double> values = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    for (Path directory : directories) {
      read(directory.resolve("results.csv"));
    }
    PrintWriter console = requireNonNull(spec).commandLine().getOut();
    for (String guide : distinct(Key::guide)) {
      print(guide, console);
    }
    if (out != null) {
      Files.write(out, lines(), StandardCharsets.UTF_8);
    }
    return 0;
  }

  private void read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new StudyException("no such file: " + file);
    }
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split(",", -1);
      if (fields.length >= FIELDS && MEASURES.contains(fields[4]) && !fields[2].equals("all")) {
        var key = new Key(fields[0], fields[1], fields[2], fields[4]);
        if (values.put(key, Double.parseDouble(fields[5])) != null) {
          throw new StudyException(
              file
                  + ": another directory has the strategy "
                  + key.strategy()
                  + " on "
                  + key.question()
                  + " guided by "
                  + key.guide());
        }
      }
    }
  }

  private Set<String> distinct(Function<Key, String> part) {
    return values.keySet().stream().map(part).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private double value(String guide, String strategy, String question, String measure) {
    return values.getOrDefault(new Key(guide, strategy, question, measure), Double.NaN);
  }

  private void print(String guide, PrintWriter console) {
    Set<String> questions = distinct(Key::question);
    console.println("**Guided by " + guide + ", " + questions.size() + " questions**\n");
    console.println(
        "| Strategy | Recall at 10 % | Recall at 20 % | Mean harvest | Difference in recall at 10 %"
            + " | at 20 % | in mean harvest | Questions behind by more than 0.03, largest loss at"
            + " 10 % | Pages to half, median of ratios | More CPU ms a page |");
    console.println("|---|---:|---:|---:|---:|---:|---:|---|---:|---:|");
    for (String strategy : distinct(Key::strategy)) {
      List<String> cells = new ArrayList<>(List.of(strategy));
      for (String measure : PAIRED) {
        cells.add(text(mean(values(guide, strategy, measure))));
      }
      if (cells.subList(1, cells.size()).stream().allMatch(""::equals)) {
        continue; // not compared with this guide
      }
      for (String measure : PAIRED) {
        cells.add(strategy.equals(baseline) ? "" : interval(differences(guide, strategy, measure)));
      }
      cells.add(strategy.equals(baseline) ? "" : behind(guide, strategy));
      cells.add(strategy.equals(baseline) ? "" : pagesToHalf(guide, strategy));
      cells.add(strategy.equals(baseline) ? "" : text(mean(differences(guide, strategy, CPU))));
      console.println("| " + String.join(" | ", cells) + " |");
    }
    console.println();
    console.flush();
  }

  private double[] values(String guide, String strategy, String measure) {
    return distinct(Key::question).stream()
        .mapToDouble(question -> value(guide, strategy, question, measure))
        .toArray();
  }

  private double[] differences(String guide, String strategy, String measure) {
    double[] own = values(guide, strategy, measure);
    double[] others = values(guide, baseline, measure);
    Arrays.setAll(own, i -> own[i] - others[i]);
    return own;
  }

  private String behind(String guide, String strategy) {
    double[] differences = differences(guide, strategy, RECALL);
    long behind = Arrays.stream(differences).filter(each -> each < -BEHIND).count();
    double worst = Arrays.stream(differences).min().orElse(Double.NaN);
    if (Double.isNaN(worst)) {
      return "";
    }
    String question =
        distinct(Key::question).stream()
            .filter(
                each ->
                    value(guide, strategy, each, RECALL) - value(guide, baseline, each, RECALL)
                        == worst)
            .findFirst()
            .orElse("");
    return behind + (worst < 0 ? String.format(Locale.ROOT, "; %.3f %s", -worst, question) : "");
  }

  /** Returns the median ratio over the questions where both get there, and their number. */
  private String pagesToHalf(String guide, String strategy) {
    double[] own = values(guide, strategy, HALF);
    double[] others = values(guide, baseline, HALF);
    Arrays.setAll(own, i -> own[i] / others[i]);
    double[] both = DoubleStream.of(own).filter(Double::isFinite).toArray();
    return both.length == 0
        ? ""
        : String.format(Locale.ROOT, "%.2f (%d)", StatUtils.percentile(both, 50), both.length);
  }

  /** Returns the mean; NaN if a question is missing. */
  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElse(Double.NaN);
  }

  private static String text(double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.3f", number);
  }

  private static String interval(double[] differences) {
    double mean = mean(differences);
    if (Double.isNaN(mean) || differences.length < 2) {
      return text(mean);
    }
    int n = differences.length;
    double quantile = new TDistribution(null, n - 1).inverseCumulativeProbability(0.975);
    double half = quantile * Math.sqrt(StatUtils.variance(differences) / n);
    return String.format(Locale.ROOT, "%.3f ± %.3f", mean, half);
  }

  private List<String> lines() {
    var lines =
        new ArrayList<>(List.of("question\tguide\tstrategy\t" + String.join("\t", MEASURES)));
    for (String question : distinct(Key::question)) {
      for (String guide : distinct(Key::guide)) {
        for (String strategy : distinct(Key::strategy)) {
          List<String> cells =
              MEASURES.stream()
                  .map(measure -> text(value(guide, strategy, question, measure)))
                  .toList();
          if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
            lines.add(String.join("\t", question, guide, strategy, String.join("\t", cells)));
          }
        }
      }
    }
    return lines;
  }
}

package io.dowser.examples.linkevaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Means over questions as tables in Markdown, and single questions as TSV. */
final class ComparisonTables {

  private final StringBuilder out = new StringBuilder();
  private final StringBuilder byQuestion =
      new StringBuilder("half\ttable\tquestion\tsetting\tvalue\n");
  private String half = "";

  /** One way to score the test links of a question. */
  @FunctionalInterface
  interface Method {

    ScoredLinks scores(LinkCorpora.Question question);
  }

  static Map<String, Method> methods(Object... namesAndMethods) {
    Map<String, Method> methods = new LinkedHashMap<>();
    for (int i = 0; i < namesAndMethods.length; i += 2) {
      methods.put((String) namesAndMethods[i], (Method) namesAndMethods[i + 1]);
    }
    return methods;
  }

  static double mean(
      List<LinkCorpora.Question> questions, Method method, ToDoubleFunction<ScoredLinks> measure) {
    return questions.stream().map(method::scores).mapToDouble(measure).average().orElseThrow();
  }

  /** Begins the tables of the questions for the choice, or for the report. */
  void half(boolean choice) {
    half = choice ? "choice" : "report";
    line("%n## For the %s%n", half);
  }

  /** How many examples each question has. */
  void sizes(List<LinkCorpora.Question> questions) {
    for (LinkCorpora.Question question : questions) {
      line(
          "%s: %d links, %d on the topic; %d to test, %d on the topic; %d pages%n",
          question.name(),
          question.train().size(),
          onTopic(question.train(), question),
          question.test().size(),
          onTopic(question.test(), question),
          question.pages().size());
    }
  }

  private static long onTopic(List<LinkCorpora.Example> links, LinkCorpora.Question question) {
    return links.stream().filter(link -> link.label().equals(question.topic())).count();
  }

  /** Intervals of all columns but the first are of differences to the first. */
  void table(
      List<LinkCorpora.Question> questions,
      String title,
      ToDoubleFunction<ScoredLinks> measure,
      Map<String, Method> methods) {
    line("%n%s%n%n| | %s |%n", title, String.join(" | ", methods.keySet()));
    line("|---|%s%n", "---|".repeat(methods.size()));
    List<List<ScoredLinks>> columns =
        methods.values().stream()
            .map(method -> questions.stream().map(method::scores).toList())
            .toList();
    List<List<double[]>> samples =
        columns.stream()
            .map(column -> column.stream().map(links -> links.bootstrap(measure)).toList())
            .toList();
    for (int row = 0; row < questions.size(); row++) {
      int at = row;
      List<String> cells =
          cells(
              columns.stream()
                  .mapToDouble(column -> measure.applyAsDouble(column.get(at)))
                  .toArray(),
              samples.stream().map(column -> column.get(at)).toList());
      Iterator<String> names = methods.keySet().iterator();
      for (String cell : cells) {
        byQuestion
            .append(String.join("\t", half, title, questions.get(row).name(), names.next(), cell))
            .append('\n');
      }
    }
    List<String> cells =
        cells(
            columns.stream()
                .mapToDouble(c -> c.stream().mapToDouble(measure).average().orElseThrow())
                .toArray(),
            samples.stream().map(ComparisonTables::mean).toList());
    line("| mean, %s | %s |%n", half, String.join(" | ", cells));
  }

  private static double[] mean(List<double[]> samples) {
    return IntStream.range(0, samples.get(0).length)
        .mapToDouble(k -> samples.stream().mapToDouble(each -> each[k]).average().orElseThrow())
        .toArray();
  }

  private static List<String> cells(double[] values, List<double[]> samples) {
    List<String> cells = new ArrayList<>();
    double[] first = samples.get(0);
    cells.add(text("%.3f (%.3f to %.3f)", values[0], share(first, 0.025), share(first, 0.975)));
    for (int i = 1; i < values.length; i++) {
      double[] own = samples.get(i);
      double[] more = IntStream.range(0, own.length).mapToDouble(k -> own[k] - first[k]).toArray();
      cells.add(text("%.3f (%+.3f to %+.3f)", values[i], share(more, 0.025), share(more, 0.975)));
    }
    return cells;
  }

  private static double share(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * sorted.length)];
  }

  void line(String format, Object... values) {
    out.append(text(format, values));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns a line for each table, question and setting. */
  String byQuestion() {
    return byQuestion.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}

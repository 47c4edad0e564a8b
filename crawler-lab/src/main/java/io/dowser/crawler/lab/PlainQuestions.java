package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Questions over all corpora, with topics in the words of users. One half is for development, the
 * other one for a single report; {@code questions.tsv} has them.
 */
final class PlainQuestions {

  /** The halves, each of which is a comparison. */
  private static final List<String> HALVES = List.of("develop", "report");

  private PlainQuestions() {}

  private record Row(String half, String corpus, String name, List<String> topic, Pattern about) {

    static Row of(String line) {
      List<String> fields = Splitter.on('\t').splitToList(line);
      return new Row(
          fields.get(0),
          fields.get(1),
          fields.get(3),
          Splitter.on(", ").splitToList(fields.get(4)),
          Pattern.compile(fields.get(5)));
    }

    Map<String, Double> labels(Map<String, List<String>> subjects) {
      Map<String, Double> labels = new LinkedHashMap<>();
      subjects.forEach(
          (url, own) -> {
            if (own.stream().anyMatch(about.asMatchPredicate())) {
              labels.put(url, 1.0);
            }
          });
      return labels;
    }
  }

  /**
   * Writes the comparisons of a corpus.
   *
   * @param kit the files of the corpus, whose archive is {@code pages}
   * @param corpus the name of the corpus
   * @param subjects the subjects of each page by URL: categories, channels, or the URL
   * @param seeds the URLs to start from
   */
  static void write(
      CorpusKit kit, String corpus, Map<String, List<String>> subjects, List<String> seeds)
      throws IOException {
    for (String half : HALVES) {
      kit.nextQuestions();
      for (Row row : rows()) {
        if (row.half().equals(half) && row.corpus().equals(corpus)) {
          kit.question(row.name(), row.topic(), row.labels(subjects));
        }
      }
      kit.comparison("questions-" + half, "pages", seeds);
    }
  }

  private static List<Row> rows() throws IOException {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(PlainQuestions.class.getResourceAsStream("questions.tsv")),
                StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.startsWith("#")).map(Row::of).toList();
    }
  }
}

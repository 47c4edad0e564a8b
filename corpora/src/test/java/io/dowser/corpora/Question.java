package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dowser.corpora.LabelledPages.Labelled;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Something to look for, with terms in the order in which a user thinks of them.
 *
 * @param half {@code chosen} if rules were chosen on it, else {@code reported}
 * @param corpus the name of the corpus
 * @param name its name
 * @param relevant matches subjects of relevant pages
 * @param terms the terms
 */
record Question(String half, String corpus, String name, Pattern relevant, List<String> terms) {

  boolean isAbout(Labelled page) {
    return page.subjects().stream().anyMatch(subject -> relevant.matcher(subject).matches());
  }

  static List<Question> all() throws IOException {
    try (InputStream in = Question.class.getResourceAsStream("judge-questions.tsv")) {
      return new String(requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(
              cell ->
                  new Question(
                      cell[0],
                      cell[1],
                      cell[2],
                      Pattern.compile(cell[3]),
                      List.of(cell[4].split(", "))))
          .toList();
    }
  }
}

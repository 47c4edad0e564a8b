package io.dowser.crawler.bayes;

import io.dowser.crawler.text.TermCounts;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The worked example of the specification: two documents about funds and two about matches. */
final class ZouExamples {

  static final TermCounts CONTEXT = TermCounts.of(List.of("fund", "news"));

  private ZouExamples() {}

  static PageModel train(PageSettings settings) {
    return PageTrainer.builder("+").settings(settings).threads(1).build().train(documents());
  }

  static Stream<LabelledText> documents() {
    return Stream.of(
        new LabelledText("+", text(Map.of("fund", 2, "stock", 1, "news", 1))),
        new LabelledText("+", text(Map.of("fund", 1, "stock", 3))),
        new LabelledText("-", text(Map.of("match", 2, "news", 1))),
        new LabelledText("-", text(Map.of("match", 1, "goal", 1, "news", 2))));
  }

  static String text(Map<String, Integer> counts) {
    var text = new StringBuilder();
    counts.forEach((term, count) -> text.append((term + " ").repeat(count)));
    return text.toString();
  }
}

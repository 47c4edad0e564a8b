package io.dowser.crawler.internal.report;

import io.dowser.crawler.api.Explanation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the parts of a score in one line that fits into a table. */
public final class ScoreParts {

  private static final int MOST_CHARACTERS = 400;

  private ScoreParts() {}

  /** Returns the parts, empty if there are none. */
  public static String of(Optional<Explanation> explanation) {
    String parts = explanation.map(whole -> list(whole.parts())).orElse("");
    int end = MOST_CHARACTERS - 1;
    return parts.length() <= MOST_CHARACTERS
        ? parts
        : parts.substring(0, end).stripTrailing() + "\u2026";
  }

  private static String list(List<Explanation> parts) {
    return parts.stream().map(ScoreParts::part).collect(Collectors.joining(", "));
  }

  private static String part(Explanation part) {
    String inner = part.parts().isEmpty() ? "" : " (" + list(part.parts()) + ")";
    return part.name() + " = " + CrawlPage.number(part.value()) + inner;
  }
}

package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Explanation;
import java.sql.SQLDataException;
import java.util.ArrayList;
import java.util.List;

/** Explanations as the text of a column, in the form of {@link Explanation#toTree}. */
public final class ExplanationText {

  private static final String EQUALS = " = ";
  private static final int INDENT = 2;

  private final List<String> lines;
  private int next;

  private ExplanationText(String text) {
    this.lines = text.lines().toList();
  }

  /** Writes an explanation; names lose their line breaks, which would be taken for parts. */
  static String of(Explanation explanation) {
    return oneLined(explanation).toTree();
  }

  private static Explanation oneLined(Explanation explanation) {
    return new Explanation(
        String.join(" ", explanation.name().strip().lines().toList()),
        explanation.value(),
        explanation.parts().stream().map(ExplanationText::oneLined).toList());
  }

  /**
   * Reads an explanation.
   *
   * @throws SQLDataException if the text is none
   */
  public static Explanation read(String text) throws SQLDataException {
    var lines = new ExplanationText(text);
    try {
      Explanation whole = lines.read(0);
      if (lines.next == lines.lines.size()) {
        return whole;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new SQLDataException("'" + text + "' is no explanation", e);
    }
    throw new SQLDataException("'" + text + "' is more than one explanation");
  }

  private Explanation read(int depth) {
    String line = lines.get(next++);
    int end = line.lastIndexOf(EQUALS);
    var parts = new ArrayList<Explanation>();
    while (next < lines.size() && depthOf(lines.get(next)) == depth + 1) {
      parts.add(read(depth + 1));
    }
    double value = Double.parseDouble(line.substring(end + EQUALS.length()));
    return new Explanation(line.substring(depth * INDENT, end), value, parts);
  }

  private static int depthOf(String line) {
    return (line.length() - line.stripLeading().length()) / INDENT;
  }
}

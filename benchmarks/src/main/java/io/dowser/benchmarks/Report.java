package io.dowser.benchmarks;

import com.google.errorprone.annotations.FormatMethod;
import java.io.PrintStream;
import java.util.Locale;

/** Writes results as Markdown. */
final class Report {

  private final PrintStream out;

  Report(PrintStream out) {
    this.out = out;
  }

  /** Writes a heading. */
  void heading(String text) {
    out.println("\n### " + text);
  }

  /** Writes a paragraph. */
  @FormatMethod
  void say(String format, Object... values) {
    out.println("\n" + text(format, values));
  }

  /** Writes the head of a table: the first column holds text, the others numbers. */
  void columns(String... names) {
    out.println("\n| " + String.join(" | ", names) + " |");
    out.println("|---|" + "---:|".repeat(names.length - 1));
  }

  /** Writes a row of a table. */
  void row(String... cells) {
    out.println("| " + String.join(" | ", cells) + " |");
  }

  /** Formats in the same way wherever it runs. */
  @FormatMethod
  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}

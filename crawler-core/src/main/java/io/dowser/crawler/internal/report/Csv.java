package io.dowser.crawler.internal.report;

import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Writes lines for spreadsheets (RFC 4180). */
public final class Csv {

  /** Begins a file; without it, spreadsheets take UTF-8 for another charset. */
  public static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * Begins a formula, also in the full-width and small forms of Unicode, and behind characters that
   * nothing shows.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(^|\\r\\n|[;\t|\n\r])([\\s\\p{Cc}\\p{Cf}\\p{Z}]*"
              + "[=+@\\-\uFF1D\uFF0B\uFF20\uFF0D\uFE66\uFE62\uFE6B\uFE63\u2212])");

  private static final Pattern QUOTED = Pattern.compile("[\",;\t|\n\r]");

  private Csv() {}

  /** Returns a line of cells, with its end. */
  public static String line(Object... cells) {
    var line = new StringJoiner(",", "", "\n");
    for (Object cell : cells) {
      line.add(cell(String.valueOf(cell)));
    }
    return line.toString();
  }

  /**
   * Quotes a cell. A page must not plant a formula: an apostrophe goes before each that begins the
   * cell, or would begin one in a spreadsheet that separates cells by semicolons, tabs or bars,
   * where quotes within a cell do not hold.
   */
  static String cell(String text) {
    String safe = FORMULA.matcher(text).replaceAll("$1'$2");
    return QUOTED.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}

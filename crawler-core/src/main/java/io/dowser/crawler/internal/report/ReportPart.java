package io.dowser.crawler.internal.report;

/** What stands in an {@link HtmlReport}. */
sealed interface ReportPart permits LineChart, BarChart, Table, ReportPart.Words {

  /**
   * Text of its own.
   *
   * @param kind what it is
   * @param text the words
   */
  record Words(Kind kind, String text) implements ReportPart {

    enum Kind {
      HEADING,
      PARAGRAPH,
      PREFORMATTED
    }
  }
}

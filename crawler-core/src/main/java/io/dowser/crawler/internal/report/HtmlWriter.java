package io.dowser.crawler.internal.report;

import com.google.common.html.HtmlEscapers;
import io.dowser.crawler.internal.report.ReportPart.Words;
import java.util.List;

/** Writes the parts of a report as HTML; for one report. */
final class HtmlWriter {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      script-src 'unsafe-inline'; style-src 'unsafe-inline'">
      """;

  private final StringBuilder html = new StringBuilder(400_000);

  String write(String title, List<ReportPart> parts) {
    html.append(HEAD).append("<title>").append(escaped(title)).append("</title>\n<style>\n");
    html.append(ReportResources.style()).append("</style>\n</head>\n<body>\n<main>\n");
    element("h1", title);
    parts.forEach(this::part);
    html.append("</main>\n<noscript><p>The charts need JavaScript.</p></noscript>\n");
    html.append("<script>\n").append(ReportResources.library()).append("\n</script>\n");
    html.append("<script>\n").append(ReportResources.charts()).append("</script>\n");
    return html.append("</body>\n</html>\n").toString();
  }

  private void part(ReportPart part) {
    if (part instanceof Words words) {
      words(words);
    } else if (part instanceof Table table) {
      table(table);
    } else if (part instanceof LineChart chart) {
      chart(chart.title(), "lines", ChartJson.of(chart));
    } else if (part instanceof BarChart chart) {
      chart(chart.title(), "bars", ChartJson.of(chart));
    }
  }

  private void words(Words words) {
    switch (words.kind()) {
      case HEADING -> element("h2", words.text());
      case PARAGRAPH -> element("p", words.text());
      case PREFORMATTED -> element("pre", words.text());
    }
  }

  private void table(Table table) {
    html.append("<div class=\"table\"><table>\n");
    element("caption", table.caption());
    html.append("<thead><tr>");
    for (int column = 0; column < table.header().size(); column++) {
      cell("th scope=\"col\"", table, column, escaped(table.header().get(column)));
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      for (int column = 0; column < row.size(); column++) {
        cell("td", table, column, linked(row.get(column)));
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void cell(String tag, Table table, int column, String content) {
    html.append('<').append(tag).append(isWords(table, column) ? " class=\"words\">" : ">");
    html.append(content).append("</").append(tag, 0, 2).append('>');
  }

  /** Columns of words stand to the left and break into lines, those of numbers do not. */
  private static boolean isWords(Table table, int column) {
    return table.rows().stream().map(row -> row.get(column)).anyMatch(HtmlWriter::isWords);
  }

  private static boolean isWords(String text) {
    if (text.isEmpty()) {
      return false;
    }
    char first = text.charAt(text.length() > 1 && "+-".indexOf(text.charAt(0)) >= 0 ? 1 : 0);
    return first != '\u2013' && (first < '0' || first > '9');
  }

  /** Addresses of pages can be opened; no other kind of address becomes a link. */
  private static String linked(String text) {
    String plain = escaped(text);
    boolean address = text.startsWith("http://") || text.startsWith("https://");
    return address && text.indexOf(' ') < 0
        ? "<a rel=\"noreferrer\" href=\"" + plain + "\">" + plain + "</a>"
        : plain;
  }

  private void chart(String title, String kind, String json) {
    html.append("<figure data-chart=\"").append(kind).append("\">\n");
    element("figcaption", title);
    html.append("<script type=\"application/json\">").append(json).append("</script>\n</figure>\n");
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>').append(escaped(text));
    html.append("</").append(name).append(">\n");
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }
}

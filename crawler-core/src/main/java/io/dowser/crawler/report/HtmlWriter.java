package io.dowser.crawler.report;

import com.google.common.html.HtmlEscapers;
import io.dowser.crawler.report.ReportPart.Words;
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
    table.header().forEach(name -> element("th", name));
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      row.forEach(text -> element("td", text));
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
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

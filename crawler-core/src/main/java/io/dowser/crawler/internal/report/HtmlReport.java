package io.dowser.crawler.internal.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import com.google.common.html.HtmlEscapers;
import com.google.common.io.BaseEncoding;
import io.dowser.crawler.internal.Directories;
import io.dowser.crawler.internal.OptionalLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A report as one HTML file, which needs neither network nor other files.
 *
 * <p>Charts are drawn as SVG when the file is opened in a browser with JavaScript; headings, text
 * and tables are plain HTML. Colours follow the reader's choice of light or dark, and paper is
 * light. All texts are escaped, so they may come from web pages; the file forbids itself to load
 * anything.
 *
 * <p>Parts are added from top to bottom. Not thread-safe.
 */
public final class HtmlReport {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      """;

  private static final String END =
      "</main>\n<noscript><p>The charts need JavaScript.</p></noscript>\n";

  private final StringBuilder html = new StringBuilder(60_000);
  private final int contentStart;

  private HtmlReport(String title) {
    html.append(head(title, style(), script())).append("<body>\n<main>\n");
    element("h1", title);
    contentStart = html.length();
  }

  /**
   * Returns the head of a file that forbids all scripts and styles except those in it.
   *
   * @param script the exact text of the file's script element
   */
  static String head(String title, String style, String script) {
    return HEAD
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        + source(script)
        + "; style-src "
        + source(style)
        + "\">\n<title>"
        + escaped(title)
        + "</title>\n<style>"
        + style
        + "</style>\n</head>\n";
  }

  private static String source(String content) {
    byte[] hash = Hashing.sha256().hashString(content, UTF_8).asBytes();
    return "'sha256-" + BaseEncoding.base64().encode(hash) + "'";
  }

  /** Starts a report. */
  public static HtmlReport titled(String title) {
    OptionalLibrary.JACKSON.require();
    return new HtmlReport(requireNonNull(title, "title"));
  }

  /** Returns the parts alone, without the title. */
  public String toContent() {
    return html.substring(contentStart);
  }

  /** Returns the style of all reports. */
  public static String style() {
    return resource("report.css");
  }

  /** Returns the script that draws the charts. */
  public static String script() {
    return resource("report.js");
  }

  /** Returns the file's content. */
  public String toHtml() {
    return html + END + "<script>" + script() + "</script>\n</body>\n</html>\n";
  }

  /** Writes the file as UTF-8. */
  public void write(Path file) throws IOException {
    write(toHtml(), file);
  }

  static void write(String html, Path file) throws IOException {
    byte[] bytes = html.getBytes(UTF_8); // which takes halves of characters
    Files.write(Directories.createFor(file), bytes);
  }

  /** Begins a section. */
  public HtmlReport section(String heading) {
    return element("h2", heading);
  }

  /** Adds a paragraph. */
  public HtmlReport paragraph(String text) {
    return element("p", text);
  }

  /** Adds text in lines that are kept as they are, such as a command or a path of links. */
  public HtmlReport lines(String text) {
    return element("pre", text);
  }

  /** Adds a table. */
  public HtmlReport table(Table table) {
    String name = escaped(table.caption());
    html.append("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(name)
        .append("\"><table>\n");
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
    return this;
  }

  private void cell(String tag, Table table, int column, String content) {
    html.append('<').append(tag).append(isWords(table, column) ? " class=\"words\">" : ">");
    html.append(content).append("</").append(tag, 0, 2).append('>');
  }

  /** Columns of words stand to the left and break into lines, those of numbers do not. */
  private static boolean isWords(Table table, int column) {
    return table.rows().stream().map(row -> row.get(column)).anyMatch(HtmlReport::isWords);
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

  /** Adds a chart of lines. */
  public HtmlReport chart(LineChart chart) {
    return chart(chart.title(), "lines", ChartJson.of(chart));
  }

  /** Adds a chart of bars. */
  public HtmlReport chart(BarChart chart) {
    return chart(chart.title(), "bars", ChartJson.of(chart));
  }

  private HtmlReport chart(String title, String kind, String json) {
    html.append("<figure data-chart=\"").append(kind).append("\">\n");
    element("figcaption", title);
    html.append("<script type=\"application/json\">").append(json).append("</script>\n</figure>\n");
    return this;
  }

  private HtmlReport element(String name, String text) {
    html.append('<').append(name).append('>').append(escaped(text));
    html.append("</").append(name).append(">\n");
    return this;
  }

  static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

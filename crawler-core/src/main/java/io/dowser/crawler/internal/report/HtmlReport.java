package io.dowser.crawler.internal.report;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.internal.report.ReportPart.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A report as one HTML file, which needs neither network nor other files.
 *
 * <p>Charts are drawn as SVG by the D3 library, which the file contains, when it is opened in a
 * browser with JavaScript; headings, text and tables are plain HTML. Colours follow the reader's
 * choice of light or dark, and paper is light. All texts are escaped, so they may come from web
 * pages; the file forbids itself to load anything.
 *
 * <p>Immutable and thread-safe.
 */
public final class HtmlReport {

  private final String title;
  private final List<ReportPart> parts;

  private HtmlReport(String title, List<ReportPart> parts) {
    this.title = title;
    this.parts = parts;
  }

  /** Starts a report. */
  public static Builder titled(String title) {
    return new Builder(requireNonNull(title, "title"));
  }

  /** Returns the file's content. */
  public String toHtml() {
    return new HtmlWriter().write(title, parts);
  }

  /** Writes the file as UTF-8. */
  public void write(Path file) throws IOException {
    Files.writeString(file, toHtml(), StandardCharsets.UTF_8);
  }

  /** Collects the parts of a report from top to bottom. Not thread-safe. */
  public static final class Builder {

    private final String title;
    private final List<ReportPart> parts = new ArrayList<>();

    private Builder(String title) {
      this.title = title;
    }

    /** Begins a section. */
    public Builder section(String heading) {
      return add(new Words(Words.Kind.HEADING, heading));
    }

    /** Adds a paragraph. */
    public Builder paragraph(String text) {
      return add(new Words(Words.Kind.PARAGRAPH, text));
    }

    /** Adds text in lines that are kept as they are, such as a command or a path of links. */
    public Builder lines(String text) {
      return add(new Words(Words.Kind.PREFORMATTED, text));
    }

    /** Adds a table. */
    public Builder table(Table table) {
      return add(table);
    }

    /** Adds a chart of lines. */
    public Builder chart(LineChart chart) {
      return add(chart);
    }

    /** Adds a chart of bars. */
    public Builder chart(BarChart chart) {
      return add(chart);
    }

    private Builder add(ReportPart part) {
      parts.add(requireNonNull(part, "part"));
      return this;
    }

    /** Creates the report. */
    public HtmlReport build() {
      return new HtmlReport(title, List.copyOf(parts));
    }
  }
}

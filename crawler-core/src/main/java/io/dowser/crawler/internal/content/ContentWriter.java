package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as Markdown or as plain text, block by block, with an empty line between blocks.
 * Not thread-safe.
 */
final class ContentWriter {

  /** Lists and quotes are indented up to this depth, so that a page cannot blow up its text. */
  private static final int MAX_INDENTED = 12;

  private final boolean markdown;
  private final Function<String, @Nullable CrawlUrl> links;
  private final Set<Node> selection;
  private int indented;

  private ContentWriter(
      boolean markdown, Function<String, @Nullable CrawlUrl> links, Set<Node> selection) {
    this.markdown = markdown;
    this.links = links;
    this.selection = selection;
  }

  /** Writes CommonMark, and tables as GitHub's extension has them. */
  static ContentWriter markdown(Function<String, @Nullable CrawlUrl> links, Set<Node> selection) {
    return new ContentWriter(true, links, selection);
  }

  /** Writes text without markup; the cells of a table are separated by tabs. */
  static ContentWriter plain(Set<Node> selection) {
    return new ContentWriter(false, href -> null, selection);
  }

  /** Writes what is selected below an element. */
  String blocks(Element parent) {
    List<String> blocks = new ArrayList<>();
    children(parent, blocks);
    return String.join("\n\n", blocks);
  }

  /** Writes block elements one by one, and what stands between two of them as a paragraph. */
  private void children(Element parent, List<String> blocks) {
    var inline = new InlineText(markdown, links, selection);
    for (Node node : parent.childNodes()) {
      if (!(node instanceof Element element)) {
        inline.add(node);
      } else if (!selection.contains(element) && ContentElements.separatesBlocks(element)) {
        inline.paragraphs(blocks);
      } else if (selection.contains(element) && ContentElements.hasBlocks(element)) {
        inline.paragraphs(blocks);
        block(element, blocks);
      } else {
        inline.add(element);
      }
    }
    inline.paragraphs(blocks);
  }

  private void block(Element element, List<String> blocks) {
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(element, blocks);
      case "ul", "ol", "menu", "dir" -> add(list(element), blocks);
      case "blockquote" -> add(quote(element), blocks);
      case "pre", "listing", "xmp" -> add(code(element), blocks);
      case "table" -> table(element, blocks);
      default -> children(element, blocks);
    }
  }

  private static void add(String block, List<String> blocks) {
    if (!block.isBlank()) {
      blocks.add(block);
    }
  }

  private void heading(Element element, List<String> blocks) {
    String text = line(element);
    if (!text.isEmpty()) {
      String mark = "#".repeat(element.normalName().charAt(1) - '0');
      blocks.add(markdown ? mark + " " + text : text);
    }
  }

  /** Writes an element in one line. */
  private String line(Element element) {
    var inline = new InlineText(markdown, links, selection);
    element.childNodes().forEach(inline::add);
    return inline.line();
  }

  private String list(Element list) {
    List<String> items = new ArrayList<>();
    boolean numbered = list.normalName().equals("ol");
    for (Element item : list.children()) {
      String text = selection.contains(item) ? indented(item) : "";
      if (!text.isBlank()) {
        String mark = numbered ? items.size() + 1 + ". " : "- ";
        items.add(markdown ? mark + indent(text, " ".repeat(mark.length())).strip() : text);
      }
    }
    return String.join("\n", items);
  }

  private String quote(Element quote) {
    String text = indented(quote);
    return markdown && !text.isBlank() ? indent(text, "> ") : text;
  }

  private String indented(Element element) {
    indented++;
    String text = blocks(element);
    indented--;
    return text;
  }

  private String indent(String text, String prefix) {
    if (indented >= MAX_INDENTED) {
      return text;
    }
    return text.lines()
        .map(line -> (prefix + line).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private String code(Element element) {
    String text = CharMatcher.is('\n').trimFrom(element.wholeText()).stripTrailing();
    if (!markdown || text.isBlank()) {
      return text;
    }
    String fence = "```";
    while (text.contains(fence)) {
      fence += "`";
    }
    return fence + "\n" + text + "\n" + fence;
  }

  private void table(Element element, List<String> blocks) {
    if (isDataTable(element)) {
      add(table(element), blocks);
    } else {
      children(element, blocks);
    }
  }

  /** Returns whether a table has data, in two columns or more, and does not lay out a page. */
  static boolean isDataTable(Element table) {
    return !table.attr("role").equals("presentation")
        && table.selectFirst("table table, ul, ol, pre, p + p, h1, h2, h3") == null
        && rows(table).size() > 1
        && rows(table).stream().anyMatch(row -> cells(row).size() > 1);
  }

  private static List<Element> rows(Element table) {
    return table.select("tr");
  }

  private static List<Element> cells(Element row) {
    return row.select("> th, > td");
  }

  /** Writes a table, whose first row is its head. */
  String table(Element table) {
    List<List<String>> rows =
        rows(table).stream()
            .map(row -> cells(row).stream().map(this::cell).toList())
            .filter(row -> row.stream().anyMatch(cell -> !cell.isEmpty()))
            .toList();
    if (!markdown) {
      return rows.stream().map(row -> String.join("\t", row)).collect(Collectors.joining("\n"));
    }
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    var lines = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      lines.append("| ").append(String.join(" | ", row)).append(" |");
      if (i == 0) {
        lines.append("  |".repeat(columns - row.size()));
        lines.append("\n|").append("---|".repeat(columns));
      }
      lines.append('\n');
    }
    return lines.toString().stripTrailing();
  }

  private String cell(Element cell) {
    String line = line(cell);
    return markdown ? line.replace("|", "\\|") : line;
  }
}

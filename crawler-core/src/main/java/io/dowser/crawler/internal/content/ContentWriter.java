package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import com.google.common.collect.Sets;
import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as Markdown or as plain text, block by block, with an empty line between blocks.
 * Not thread-safe.
 */
final class ContentWriter {

  /** Lists and quotes are indented up to this depth, so that a page cannot blow up its text. */
  private static final int MAX_INDENTED = 12;

  /** Cells span no more columns and rows than this, so that a page cannot blow up its text. */
  private static final int MAX_SPAN = 30;

  private static final Set<String> LISTS = Set.of("ul", "ol", "menu", "dir");
  private static final Pattern NUMBERED = Pattern.compile("\\d+\\. ");
  private static final Pattern START = Pattern.compile("\\d{1,8}");
  private static final Pattern SPAN = Pattern.compile("[1-9]\\d{0,4}");
  private static final Pattern CLOSING_MARK = Pattern.compile("(?<=^|\\s)#+$");

  private static final Pattern LANGUAGE =
      Pattern.compile(
          "(?:^|\\s)(?:lang(?:uage)?-|highlight-(?:source-|text-)?|brush:\\s*|(?:hljs|sourceCode)\\s+)"
              + "([^\\s;]+)");
  private static final Pattern LANGUAGE_NAME =
      Pattern.compile("(?!(?:default|none|plain|text|notranslate)$)[\\w+#.-]{1,30}");

  private final boolean markdown;
  private final Function<String, @Nullable CrawlUrl> links;
  private final Set<Node> selection;
  private final Set<Node> withBlocks;
  private int indented;

  private ContentWriter(
      boolean markdown, Function<String, @Nullable CrawlUrl> links, Set<Node> selection) {
    this.markdown = markdown;
    this.links = links;
    this.selection = selection;
    this.withBlocks = withBlocks(selection);
  }

  /** Returns the elements that are a block or have one in them, as an {@code a} has a heading. */
  private static Set<Node> withBlocks(Set<Node> selection) {
    Set<Node> found = Sets.newIdentityHashSet();
    for (Node node : selection) {
      if (node instanceof Element element && isOrHasBlock(element)) {
        @Nullable Node each = element;
        while (each != null && found.add(each)) {
          each = each.parentNode();
        }
      }
    }
    return found;
  }

  private static boolean isOrHasBlock(Element element) {
    return ContentElements.separatesBlocks(element)
        || element.children().stream().anyMatch(ContentElements::separatesBlocks);
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
    parent.childNodes().forEach(node -> add(node, inline, blocks));
    inline.paragraphs(blocks);
  }

  private void add(Node node, InlineText inline, List<String> blocks) {
    if (!(node instanceof Element element)) {
      inline.add(node);
    } else if (!selection.contains(element) && ContentElements.separatesBlocks(element)) {
      inline.paragraphs(blocks);
    } else if (withBlocks.contains(element)) {
      inline.paragraphs(blocks);
      block(element, blocks);
    } else {
      inline.add(element);
    }
  }

  private void block(Element element, List<String> blocks) {
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(element, blocks);
      case "ul", "ol", "menu", "dir" -> add(list(element, blocks), blocks);
      case "blockquote" -> add(quote(element), blocks);
      case "pre", "listing", "xmp" -> add(code(element), blocks);
      case "table" -> table(element, blocks);
      case "hr" -> add(markdown ? "***" : "", blocks);
      default -> children(element, blocks);
    }
  }

  private static void add(String block, List<String> blocks) {
    if (!block.isBlank()) {
      blocks.add(block);
    }
  }

  private void heading(Element element, List<String> blocks) {
    String text = inline(element).line();
    if (!text.isEmpty()) {
      String mark = "#".repeat(element.normalName().charAt(1) - '0');
      blocks.add(markdown ? mark + " " + CLOSING_MARK.matcher(text).replaceFirst("\\\\$0") : text);
    }
  }

  private InlineText inline(Element element) {
    var inline = new InlineText(markdown, links, selection);
    element.childNodes().forEach(inline::add);
    return inline;
  }

  /** Writes a list; another list in it that is in no item belongs to the item before. */
  private String list(Element list, List<String> blocks) {
    String previous = blocks.isEmpty() ? "" : blocks.get(blocks.size() - 1);
    List<String> items = new ArrayList<>();
    String mark = "";
    int number = start(list);
    for (Node child : list.childNodes()) {
      String text = selection.contains(child) ? item(child) : "";
      if (!text.isBlank() && isList(child) && !items.isEmpty()) {
        items.add("\n" + (markdown ? indent(text, " ".repeat(mark.length())) : text));
      } else if (!text.isBlank()) {
        mark = list.nameIs("ol") ? numberMark(number, previous) : bulletMark(previous);
        items.add(markdown ? mark + indent(text, " ".repeat(mark.length())).strip() : text);
      }
      number += child.nameIs("li") ? 1 : 0;
    }
    return String.join("\n", items);
  }

  /** Returns a mark that is not of a list right before, because the two would be one. */
  private static String numberMark(int number, String previous) {
    return number + (NUMBERED.matcher(previous).lookingAt() ? ") " : ". ");
  }

  private static String bulletMark(String previous) {
    return previous.startsWith("- ") ? "* " : "- ";
  }

  private static int start(Element list) {
    String start = list.attr("start").strip();
    return START.matcher(start).matches() ? Integer.parseInt(start) : 1;
  }

  private static boolean isList(Node node) {
    return LISTS.contains(node.normalName());
  }

  private String item(Node child) {
    indented++;
    List<String> blocks = new ArrayList<>();
    if (child.nameIs("li")) {
      children((Element) child, blocks);
    } else {
      var inline = new InlineText(markdown, links, selection);
      add(child, inline, blocks);
      inline.paragraphs(blocks);
    }
    indented--;
    return String.join("\n\n", blocks);
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
        .map(line -> line.isEmpty() ? prefix.stripTrailing() : prefix + line)
        .collect(Collectors.joining("\n"));
  }

  private String code(Element element) {
    String text = CharMatcher.is('\n').trimFrom(wholeText(element)).stripTrailing();
    if (!markdown || text.isBlank()) {
      return text;
    }
    String fence = "```";
    while (text.contains(fence)) {
      fence += "`";
    }
    return fence + language(element) + "\n" + text + "\n" + fence;
  }

  /** Returns the language that the elements around code name, possibly empty. */
  private static String language(Element code) {
    List<Element> around = new ArrayList<>(code.select("> code"));
    around.add(code);
    around.addAll(code.parents().subList(0, Math.min(2, code.parents().size())));
    for (Element element : around) {
      Matcher named = LANGUAGE.matcher(element.className());
      String language = element.attr("data-lang");
      if (language.isEmpty() && named.find()) {
        language = named.group(1);
      }
      if (LANGUAGE_NAME.matcher(language).matches()) {
        return language.toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  /** Returns the text of an element with its white space, without buttons and their like. */
  private static String wholeText(Element element) {
    var text = new StringBuilder();
    element.filter(
        (node, depth) -> {
          if (node instanceof TextNode words) {
            text.append(words.getWholeText());
          } else if (node.nameIs("br")) {
            text.append('\n');
          }
          return node instanceof Element each && ContentElements.isDropped(each)
              ? FilterResult.SKIP_ENTIRELY
              : FilterResult.CONTINUE;
        });
    return text.toString();
  }

  private void table(Element element, List<String> blocks) {
    if (isDataTable(element)) {
      element.select("> caption").stream()
          .filter(selection::contains)
          .forEach(caption -> children(caption, blocks));
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

  /**
   * Writes a table. Its head is the first row if that has head cells alone, else empty, because
   * Markdown has no table without one.
   */
  String table(Element table) {
    Map<Element, List<String>> rows = texts(table);
    if (!markdown) {
      return rows.values().stream()
          .map(row -> String.join("\t", row))
          .collect(Collectors.joining("\n"));
    }
    int columns = rows.values().stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    rows.forEach(
        (row, texts) -> {
          boolean head = lines.isEmpty() && isHead(row);
          if (lines.isEmpty() && !head) {
            lines.add("|" + "  |".repeat(columns));
          }
          String empty = lines.isEmpty() ? "  |".repeat(columns - texts.size()) : "";
          lines.add("| " + String.join(" | ", texts) + " |" + empty);
        });
    lines.add(Math.min(1, lines.size()), "|" + "---|".repeat(columns));
    return String.join("\n", lines);
  }

  private static boolean isHead(Element row) {
    return cells(row).stream().allMatch(cell -> cell.nameIs("th"))
        || (row.parent() != null && row.parent().nameIs("thead"));
  }

  /** Returns the cells by row, with empty ones where others span; rows without text are absent. */
  private Map<Element, List<String>> texts(Element table) {
    Map<Element, List<String>> texts = new LinkedHashMap<>();
    int[] spans = new int[0]; // number of rows that a cell above still spans, by column
    for (Element row : rows(table)) {
      List<String> cells = new ArrayList<>();
      for (Element cell : cells(row)) {
        while (cells.size() < spans.length && spans[cells.size()] > 0) {
          cells.add("");
        }
        int column = cells.size();
        cells.add(inline(cell).cell());
        cells.addAll(Collections.nCopies(span(cell, "colspan") - 1, ""));
        spans = Arrays.copyOf(spans, Math.max(spans.length, cells.size()));
        Arrays.fill(spans, column, cells.size(), span(cell, "rowspan"));
      }
      for (int i = 0; i < spans.length; i++) {
        spans[i] = Math.max(0, spans[i] - 1);
      }
      while (!cells.isEmpty() && cells.get(cells.size() - 1).isEmpty()) {
        cells.remove(cells.size() - 1);
      }
      if (!cells.isEmpty()) {
        texts.put(row, cells);
      }
    }
    return texts;
  }

  private static int span(Element cell, String name) {
    String span = cell.attr(name).strip();
    return SPAN.matcher(span).matches() ? Math.min(MAX_SPAN, Integer.parseInt(span)) : 1;
  }
}

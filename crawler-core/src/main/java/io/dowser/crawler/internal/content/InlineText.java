package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.content.InlineRange.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * The text between two blocks, with white space collapsed, and the ranges of it that inline
 * elements mark. Not thread-safe.
 */
final class InlineText {

  private static final CharMatcher SPACE = CharMatcher.whitespace();

  private static final CharMatcher WORDS = SPACE.negate();

  private static final Pattern PARAGRAPH_END = Pattern.compile("\\n\\s*\\n");

  /** Stands for an image, which is no text. */
  private static final char IMAGE = '\uFFFC';

  private final boolean markdown;
  private final Function<String, @Nullable CrawlUrl> links;
  private final Set<Node> selection;
  private final StringBuilder text = new StringBuilder();
  private final List<InlineRange> ranges = new ArrayList<>(); // inner ones first
  private final Set<Kind> open = EnumSet.noneOf(Kind.class);
  private int depth; // number of open ranges

  InlineText(boolean markdown, Function<String, @Nullable CrawlUrl> links, Set<Node> selection) {
    this.markdown = markdown;
    this.links = links;
    this.selection = selection;
  }

  /** Adds a node with what is selected in it. */
  void add(Node node) {
    if (node.nameIs("br")) {
      text.append('\n');
    } else if (node instanceof Element element && ContentElements.isFormula(element)) {
      verbatim(Kind.FORMULA, element.data());
    } else if (selection.contains(node)) {
      if (node instanceof TextNode words) {
        words(words.getWholeText());
      } else if (node instanceof Element element) {
        element(element);
      }
    } else if (node instanceof Element element && ContentElements.separatesWords(element)) {
      words(" ");
    }
  }

  private void words(String raw) {
    String collapsed = SPACE.collapseFrom(raw, ' ');
    boolean repeated = text.isEmpty() || SPACE.matches(text.charAt(text.length() - 1));
    text.append(repeated ? CharMatcher.is(' ').trimLeadingFrom(collapsed) : collapsed);
  }

  private void element(Element element) {
    switch (element.normalName()) {
      case "strong", "b" -> marked(Kind.STRONG, "", element);
      case "em", "i" -> marked(Kind.EMPHASIS, "", element);
      case "del", "s", "strike" -> marked(Kind.DELETED, "", element);
      case "sub" -> marked(Kind.SUBSCRIPT, "", element);
      case "sup" -> marked(Kind.SUPERSCRIPT, "", element);
      case "code", "kbd", "samp", "tt" -> code(element);
      case "a" -> link(element);
      case "img" -> image(element);
      case "math" -> formula(element);
      default -> {
        String border = element.isBlock() ? " " : "";
        words(border);
        children(element);
        words(border);
      }
    }
  }

  private void children(Element element) {
    element.childNodes().forEach(this::add);
  }

  /** Adds the text of an element, as a range unless it is within one of the kind. */
  private void marked(Kind kind, String target, Element element) {
    if (!open.add(kind)) {
      children(element);
      return;
    }
    int start = text.length();
    depth++;
    children(element);
    depth--;
    open.remove(kind);
    mark(kind, start, target);
  }

  /** Marks the text from a place on; equal emphasis right before it is continued. */
  private void mark(Kind kind, int start, String target) {
    int from = start;
    int before = ranges.size() - 1;
    while (before >= 0 && ranges.get(before).end() > start) {
      before--; // within this one
    }
    if (before >= 0 && ranges.get(before).isContinuedBy(kind, start, depth)) {
      from = ranges.remove(before).start();
    }
    if (from < text.length()) {
      ranges.add(new InlineRange(kind, from, text.length(), depth, isWithinEmphasis(), target));
    }
  }

  private boolean isWithinEmphasis() {
    return open.contains(Kind.STRONG) || open.contains(Kind.EMPHASIS);
  }

  private void link(Element element) {
    CrawlUrl target = element.hasAttr("href") ? links.apply(element.attr("href")) : null;
    if (target == null) {
      children(element);
    } else {
      marked(Kind.LINK, target.toString(), element);
    }
  }

  /** Adds an image that has an alternative text, at the address that scripts load it from. */
  private void image(Element image) {
    String alternative = SPACE.trimAndCollapseFrom(image.attr("alt"), ' ');
    CrawlUrl source = markdown && !alternative.isEmpty() ? source(image) : null;
    if (source != null) {
      text.append(IMAGE);
      ranges.add(
          new InlineRange(
              Kind.IMAGE,
              text.length() - 1,
              text.length(),
              depth,
              isWithinEmphasis(),
              "!["
                  + InlineMarkdown.escaped(alternative)
                  + InlineMarkdown.linkEnd(source.toString())));
    }
  }

  private @Nullable CrawlUrl source(Element image) {
    for (String name : List.of("data-src", "data-original", "data-lazy-src", "src")) {
      CrawlUrl source = image.hasAttr(name) ? links.apply(image.attr(name)) : null;
      if (source != null) {
        return source;
      }
    }
    return null;
  }

  private void formula(Element math) {
    String source = ContentElements.formula(math);
    if (source.isEmpty()) {
      children(math);
    } else {
      verbatim(Kind.FORMULA, source);
    }
  }

  private void code(Element element) {
    String whole = element.wholeText();
    words(SPACE.indexIn(whole) == 0 ? " " : "");
    verbatim(Kind.CODE, element.text());
    words(SPACE.lastIndexIn(whole) == whole.length() - 1 ? " " : "");
  }

  /** Adds text in which Markdown has no markup. */
  private void verbatim(Kind kind, String source) {
    int start = text.length();
    text.append(SPACE.trimAndCollapseFrom(source, ' '));
    mark(kind, start, "");
  }

  /** Returns all of it in one line. */
  String line() {
    return markdown ? whole().line() : SPACE.trimAndCollapseFrom(text, ' ');
  }

  /** Returns all of it as the cell of a table. */
  String cell() {
    return markdown ? whole().cell() : line();
  }

  private InlineMarkdown whole() {
    String all = text.toString();
    int from = WORDS.indexIn(all);
    if (from < 0) {
      return new InlineMarkdown("", List.of());
    }
    int to = WORDS.lastIndexIn(all) + 1;
    List<InlineRange> inside = new ArrayList<>();
    ranges.forEach(range -> range.within(all, from, to).ifPresent(inside::add));
    return new InlineMarkdown(all.substring(from, to), inside);
  }

  /** Appends it to blocks, as paragraphs that two line breaks separate, and is empty then. */
  void paragraphs(List<String> blocks) {
    String all = text.toString();
    NavigableMap<Integer, Integer> ends = paragraphEnds(all);
    ListMultimap<Integer, InlineRange> inside =
        MultimapBuilder.hashKeys().arrayListValues().build();
    for (InlineRange range : ranges) {
      Integer first = ends.floorKey(range.start());
      ends.subMap(first == null ? 0 : first, range.end())
          .forEach(
              (from, to) -> range.within(all, from, to).ifPresent(part -> inside.put(from, part)));
    }
    ends.forEach(
        (from, to) -> {
          String paragraph = all.substring(from, to);
          blocks.add(
              markdown
                  ? new InlineMarkdown(paragraph, inside.get(from)).paragraph()
                  : plain(paragraph));
        });
    text.setLength(0);
    ranges.clear();
  }

  private static String plain(String paragraph) {
    return paragraph.lines().map(SPACE::trimFrom).collect(Collectors.joining("\n"));
  }

  /** Returns the ends of paragraphs by their starts, without white space at their edges. */
  private static NavigableMap<Integer, Integer> paragraphEnds(String text) {
    NavigableMap<Integer, Integer> ends = new TreeMap<>();
    Matcher matcher = PARAGRAPH_END.matcher(text);
    int start = 0;
    while (matcher.find(start)) {
      addTrimmed(text, start, matcher.start(), ends);
      start = matcher.end();
    }
    addTrimmed(text, start, text.length(), ends);
    return ends;
  }

  private static void addTrimmed(
      String text, int start, int end, NavigableMap<Integer, Integer> ends) {
    String part = text.substring(start, end);
    if (!WORDS.matchesNoneOf(part)) {
      ends.put(start + WORDS.indexIn(part), start + WORDS.lastIndexIn(part) + 1);
    }
  }
}

package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import io.dowser.crawler.api.CrawlUrl;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** The text between two blocks, with white space collapsed. Not thread-safe. */
final class InlineText {

  private static final CharMatcher SPACE = CharMatcher.whitespace();
  private static final CharMatcher EDGES = SPACE.or(CharMatcher.is('\n'));

  private static final Splitter PARAGRAPHS = Splitter.on(Pattern.compile("\\n\\s*\\n"));

  /** What Markdown would take for markup within a line. */
  private static final Pattern SPECIAL =
      Pattern.compile("[\\\\*`\\[\\]<]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])|&(?=#?\\w+;)");

  /** What Markdown would take for markup at the start of a line. */
  private static final Pattern SPECIAL_START =
      Pattern.compile("^(#{1,6} |[-+] |>|\\d{1,9}(?=[.)] )|[-=]+$)", Pattern.MULTILINE);

  private final boolean markdown;
  private final Function<String, @Nullable CrawlUrl> links;
  private final Set<Node> selection;
  private final StringBuilder text = new StringBuilder();
  private String lastMark = "";
  private int lastMarkEnd = -1; // where the text ended then

  InlineText(boolean markdown, Function<String, @Nullable CrawlUrl> links, Set<Node> selection) {
    this.markdown = markdown;
    this.links = links;
    this.selection = selection;
  }

  /** Adds a node with what is selected in it. */
  void add(Node node) {
    if (node.nameIs("br")) {
      text.append('\n');
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
    boolean repeated = text.isEmpty() || EDGES.matches(text.charAt(text.length() - 1));
    String more = repeated ? CharMatcher.is(' ').trimLeadingFrom(collapsed) : collapsed;
    text.append(markdown ? SPECIAL.matcher(more).replaceAll("\\\\$0") : more);
  }

  private void element(Element element) {
    switch (element.normalName()) {
      case "strong", "b" -> marked(element, "**");
      case "em", "i" -> marked(element, "*");
      case "code", "kbd", "samp", "tt" -> code(element);
      case "a" -> link(element);
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

  /**
   * Marks emphasis. Right behind other emphasis, two runs of asterisks would be read as one: equal
   * emphasis is continued, and other emphasis is not marked.
   */
  private void marked(Element element, String mark) {
    if (!markdown || (isBehindMark('*') && !lastMark.equals(mark))) {
      children(element);
    } else {
      wrap(element, mark, mark);
    }
  }

  /** Returns whether the text ends with a mark of a character. */
  private boolean isBehindMark(char character) {
    return lastMarkEnd == text.length() && lastMark.charAt(0) == character;
  }

  private void link(Element element) {
    CrawlUrl target = element.hasAttr("href") ? links.apply(element.attr("href")) : null;
    if (target == null) {
      children(element);
    } else {
      String destination = target.toString().replace("(", "%28").replace(")", "%29");
      wrap(element, "[", "](" + destination + ")");
    }
  }

  private void code(Element element) {
    String code = SPACE.trimAndCollapseFrom(element.text(), ' ');
    String whole = element.wholeText();
    words(SPACE.indexIn(whole) == 0 ? " " : "");
    if (code.isEmpty() || !markdown || isBehindMark('`')) {
      words(code);
    } else {
      text.append(code.contains("`") ? "`` " + code + " ``" : "`" + code + "`");
      endMark("`");
    }
    words(SPACE.lastIndexIn(whole) == whole.length() - 1 ? " " : "");
  }

  /** Writes an element in one line between marks, with the white space at its edges outside. */
  private void wrap(Element element, String open, String close) {
    boolean continues = isBehindMark(open.charAt(0));
    int start = text.length();
    text.append(open);
    children(element);
    String inner = text.substring(start + open.length());
    String core = EDGES.trimAndCollapseFrom(inner, ' ');
    text.setLength(start);
    if (core.isEmpty()) {
      edge(inner);
      return;
    }
    CharMatcher words = EDGES.negate();
    if (continues) {
      text.setLength(start - close.length());
    }
    edge(inner.substring(0, words.indexIn(inner)));
    text.append(continues ? "" : open).append(core).append(close);
    endMark(close);
    edge(inner.substring(words.lastIndexIn(inner) + 1));
  }

  private void endMark(String mark) {
    lastMark = mark;
    lastMarkEnd = text.length();
  }

  private void edge(String blanks) {
    if (blanks.indexOf('\n') < 0) {
      words(blanks);
    } else {
      text.append(blanks);
    }
  }

  /** Returns all of it in one line. */
  String line() {
    return EDGES.trimAndCollapseFrom(text, ' ');
  }

  /** Appends it to blocks, as paragraphs that two line breaks separate, and is empty then. */
  void paragraphs(List<String> blocks) {
    for (String paragraph : PARAGRAPHS.split(text)) {
      String lines = lines(paragraph);
      if (!lines.isEmpty()) {
        blocks.add(lines);
      }
    }
    text.setLength(0);
    lastMarkEnd = -1;
  }

  private String lines(String paragraph) {
    String lines =
        String.join(markdown ? "  \n" : "\n", paragraph.lines().map(EDGES::trimFrom).toList());
    String trimmed = EDGES.trimFrom(lines);
    return markdown ? SPECIAL_START.matcher(trimmed).replaceAll("\\\\$0") : trimmed;
  }
}

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
        element.childNodes().forEach(this::add);
        words(border);
      }
    }
  }

  private void marked(Element element, String mark) {
    wrap(element, inner -> markdown ? mark + inner + mark : inner);
  }

  private void link(Element element) {
    CrawlUrl target = element.hasAttr("href") ? links.apply(element.attr("href")) : null;
    String destination =
        target == null ? "" : target.toString().replace("(", "%28").replace(")", "%29");
    wrap(element, inner -> target == null ? inner : "[" + inner + "](" + destination + ")");
  }

  private void code(Element element) {
    String code = SPACE.trimAndCollapseFrom(element.text(), ' ');
    String marked = code.contains("`") ? "`` " + code + " ``" : "`" + code + "`";
    text.append(markdown && !code.isEmpty() ? marked : code);
  }

  /** Writes an element in other words, with the white space at its edges outside of them. */
  private void wrap(Element element, Function<String, String> words) {
    var within = new InlineText(markdown, links, selection);
    element.childNodes().forEach(within::add);
    String inner = within.text.toString();
    String core = within.line();
    if (core.isEmpty()) {
      words(inner.isEmpty() ? "" : " ");
      return;
    }
    words(EDGES.matches(inner.charAt(0)) ? " " : "");
    text.append(words.apply(core));
    words(EDGES.matches(inner.charAt(inner.length() - 1)) ? " " : "");
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
  }

  private String lines(String paragraph) {
    String lines =
        String.join(markdown ? "  \n" : "\n", paragraph.lines().map(EDGES::trimFrom).toList());
    String trimmed = EDGES.trimFrom(lines);
    return markdown ? SPECIAL_START.matcher(trimmed).replaceAll("\\\\$0") : trimmed;
  }
}

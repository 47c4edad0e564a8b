package io.dowser.crawler.internal.content;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/** The nodes of the main text of one page, by identity. Not thread-safe. */
final class MainNodes {

  private final Set<Node> selection = identitySet();
  private final Set<Node> withOtherText = identitySet(); // elements that are not selected

  private MainNodes() {}

  private static Set<Node> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /**
   * Returns the text nodes of the main text, what shows no text between them, such as images, and
   * all elements around them.
   */
  static Set<Node> of(List<TextBlock> main, Element body) {
    var nodes = new MainNodes();
    List<TextNode> texts = main.stream().flatMap(block -> block.nodes.stream()).toList();
    texts.forEach(nodes::select);
    if (!texts.isEmpty()) {
      between(around(texts.get(0)), around(texts.get(texts.size() - 1)), body)
          .forEach(nodes::selectWithoutText);
    }
    return nodes.selection;
  }

  private void select(Node node) {
    @Nullable Node each = node;
    while (each != null && selection.add(each)) {
      each = each.parentNode();
    }
  }

  /** Selects an element unless it stands with text that is not selected. */
  private void selectWithoutText(Element element) {
    Element outermost = element;
    for (Element each = element; each != null && !selection.contains(each); each = each.parent()) {
      outermost = each;
    }
    if (!withOtherText.contains(outermost)) {
      if (outermost.wholeText().isBlank()) {
        select(element);
      } else {
        withOtherText.add(outermost);
      }
    }
  }

  /** Returns the {@code <figure>} around a text, else the block. */
  private static Element around(TextNode text) {
    Element parent = requireNonNull(text.parent());
    Element illustration = parent.closest("figure");
    Element block = parent;
    while (!ContentElements.isBlock(block) && block.parent() != null) {
      block = block.parent();
    }
    return illustration == null ? block : illustration;
  }

  /** Returns images, rules and formulas from one element to another, without dropped ones. */
  private static List<Element> between(Element first, Element last, Element body) {
    List<Element> found = new ArrayList<>();
    body.filter(
        new NodeFilter() {
          private boolean begun;

          @Override
          public FilterResult head(Node node, int depth) {
            begun |= node.equals(first); // nodes are equal if they are identical
            if (!(node instanceof Element element)) {
              return FilterResult.CONTINUE;
            }
            if (!element.equals(body)
                && ContentElements.isDropped(element)
                && !ContentElements.isFormula(element)) {
              return FilterResult.SKIP_ENTIRELY;
            }
            if (begun && ContentElements.isContentWithoutText(element)) {
              found.add(element);
            }
            return FilterResult.CONTINUE;
          }

          @Override
          public FilterResult tail(Node node, int depth) {
            return node.equals(last) ? FilterResult.STOP : FilterResult.CONTINUE;
          }
        });
    return found;
  }
}

package io.dowser.crawler.internal.content;

import io.dowser.crawler.internal.content.TextBlock.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jspecify.annotations.Nullable;

/**
 * The text blocks of a page in its order, with the boxes around them. The cells of a table row are
 * one block unless they have blocks in them. Not thread-safe.
 */
final class TextBlocks {

  private final List<TextBlock> blocks = new ArrayList<>();
  private final List<Box> boxes = new ArrayList<>(); // parents first
  private final BlockHints hints = new BlockHints();
  private final boolean whole;
  private final @Nullable Element title; // which stays although what is around it is dropped
  private final Set<Element> aroundTitle; // by identity, as elements are equal
  private TextBlock current;

  /**
   * Reads the blocks of a page.
   *
   * @param whole whether to read also what HTML defines as navigation, as of the whole site or as
   *     hidden
   */
  TextBlocks(Element body, boolean whole) {
    this.whole = whole;
    title = title(body);
    aroundTitle = title == null ? Set.of() : Set.copyOf(title.parents());
    var root = new Box(null, body, 0);
    boxes.add(root);
    current = new TextBlock(root, "");
    walk(body, root, false, false);
    end(root, "");
    for (int i = boxes.size() - 1; i > 0; i--) {
      Box box = boxes.get(i);
      box.up().last = Math.max(box.up().last, box.last);
    }
  }

  List<TextBlock> blocks() {
    return blocks;
  }

  /** Returns all boxes, each behind the one around it. */
  List<Box> boxes() {
    return boxes;
  }

  private void walk(Element parent, Box box, boolean withinLink, boolean withinCode) {
    for (Node node = parent.firstChild(); node != null; node = node.nextSibling()) {
      if (node instanceof TextNode text) {
        add(text, withinLink);
      } else if (node instanceof Element child) {
        element(child, box, withinLink, withinCode);
      }
    }
  }

  private void element(Element element, Box box, boolean withinLink, boolean withinCode) {
    String name = element.normalName();
    boolean block = ContentElements.isBlock(element) && !withinCode;
    if (name.equals("br")) {
      current.text.append(' ');
    } else if (isDropped(element)) {
      if (block) {
        end(box, box.element.normalName());
      }
      if (title != null && aroundTitle.contains(element)) {
        element(title, box, withinLink, withinCode);
      }
    } else if (block && isCell(name) && element.children().stream().noneMatch(Element::isBlock)) {
      current.text.append(' ');
      walk(element, box, withinLink, false);
    } else {
      boolean link = name.equals("a") && element.hasAttr("href");
      boolean code = withinCode || name.equals("pre");
      current.links += link ? 1 : 0;
      if (block) {
        var inner = new Box(box, element, hints.of(element));
        boxes.add(inner);
        end(inner, name);
        walk(element, inner, withinLink || link, code);
        end(box, box.element.normalName());
      } else {
        walk(element, box, withinLink || link, code);
      }
    }
  }

  private boolean isDropped(Element element) {
    return whole ? ContentElements.isUnseen(element) : ContentElements.isDropped(element);
  }

  /**
   * Returns the h1 of a page that has one alone, if it is seen and most of the document's title.
   */
  private static @Nullable Element title(Element body) {
    Document page = body.ownerDocument();
    List<Element> headings = new ArrayList<>();
    body.filter( // faster than a selector
        (node, depth) -> {
          if (node instanceof Element element && element.normalName().equals("h1")) {
            headings.add(element);
          }
          return headings.size() > 1 ? FilterResult.STOP : FilterResult.CONTINUE;
        });
    if (headings.size() != 1 || page == null) {
      return null;
    }
    Element heading = headings.get(0);
    String text = heading.text().toLowerCase(Locale.ROOT);
    String title = page.title().toLowerCase(Locale.ROOT);
    boolean isTitle = title.contains(text) && 2 * text.length() > title.length();
    return isTitle && heading.parents().stream().noneMatch(ContentElements::isInvisible)
        ? heading
        : null;
  }

  private static boolean isCell(String name) {
    return name.equals("td") || name.equals("th");
  }

  /** Ends the current block; the next one stands in a box. */
  private void end(Box box, String tag) {
    if (!current.nodes.isEmpty()) {
      current.box.last = blocks.size();
      blocks.add(current);
    }
    current = new TextBlock(box, tag);
  }

  /** Adds a text node; one of white space alone separates words, but begins no block. */
  private void add(TextNode node, boolean withinLink) {
    String text = node.getWholeText();
    current.text.append(text);
    boolean blank = node.isBlank();
    if (!blank) {
      current.count(StableText.of(text), withinLink);
    }
    if (!blank || !current.nodes.isEmpty()) {
      current.nodes.add(node);
    }
  }
}

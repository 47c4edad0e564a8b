package io.dowser.crawler.internal.content;

import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/** A page as it was parsed, which nothing may change, with its main text. Not thread-safe. */
public final class ParsedPage {

  private final Document document;
  private MainContent.@Nullable Blocks blocks; // found on first use

  /**
   * Creates a page.
   *
   * @param document as it was parsed
   */
  public ParsedPage(Document document) {
    this.document = document;
  }

  /** {@return the parse} */
  public Document document() {
    return document;
  }

  /**
   * Returns the main text in blocks, at a fraction of the cost of {@link AttributeReader#read}.
   *
   * @return its paragraphs, headings, list items and table rows; empty without main text
   */
  public List<String> mainBlocks() {
    return texts(blocks().main());
  }

  /** {@return the blocks of the text that are not in the main text, such as menus} */
  public List<String> otherBlocks() {
    return texts(blocks().other());
  }

  private static List<String> texts(List<TextBlock> blocks) {
    return blocks.stream().map(TextBlock::collapsed).filter(text -> !text.isEmpty()).toList();
  }

  /** Returns the nodes of the main text and all elements around them, by identity. */
  Set<Node> mainNodes() {
    return MainNodes.of(blocks().main(), document.body());
  }

  private MainContent.Blocks blocks() {
    MainContent.Blocks found = blocks;
    if (found == null) {
      found = MainContent.of(document);
      blocks = found;
    }
    return found;
  }
}

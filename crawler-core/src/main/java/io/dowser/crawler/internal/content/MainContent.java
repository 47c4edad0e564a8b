package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the main text of a page: the run of blocks whose words outweigh links and tags most. Not
 * thread-safe.
 *
 * <p>Source: Pasternack and Roth, Extracting article text from the web with maximum subsequence
 * segmentation, WWW 2009, the variant without a trained classifier: words count for a text, tags
 * against it, and the main text is the subsequence with the highest sum. Departures: only the tags
 * of blocks count, at {@link #TAG} in place of 3.25, so that a manual with many short sections
 * stays whole; words of links do not count; a Han character counts as {@link #HAN} words, as
 * Chinese has no spaces; numbers do not count, nor do dates and counters in short texts, so that
 * the main text has the same borders whenever it is fetched; a run begins and ends with a block,
 * and the headings right before it belong to it; what HTML defines as no content is left out
 * before. docs/page-content.md has the pages that the weights were chosen on.
 */
final class MainContent {

  private static final double TAG = 0.5;
  private static final double HAN = 2.0 / 3; // a word of Chinese has one to two characters

  /** In longer texts, the words of a date are too few to move a border of the main text. */
  private static final int LONGEST_CLOCK = 200;

  private static final Pattern HEADING = Pattern.compile("h[1-6]");

  /** Text nodes between the tags of two blocks. */
  private static final class Block {

    final List<TextNode> nodes = new ArrayList<>();
    final StringBuilder text = new StringBuilder();
    boolean heading;
    int tagsBefore;
    double score;
  }

  private final List<Block> blocks = new ArrayList<>();
  private Block current = new Block();

  private MainContent() {}

  /** Returns the text nodes of the main text and all elements around them, by identity. */
  static Set<Node> of(Element body) {
    return selection(read(body).run());
  }

  /**
   * Returns the texts of the blocks of the main text. Where no block outweighs its links and tags,
   * as on a page that is a list of links, these are all blocks that HTML does not define as
   * navigation or as of the whole site; none if there are none.
   */
  static List<String> blocks(Element body) {
    MainContent main = read(body);
    List<Block> run = main.run();
    return (run.isEmpty() ? main.blocks : run)
        .stream()
            .map(block -> CharMatcher.whitespace().trimAndCollapseFrom(block.text, ' '))
            .filter(text -> !text.isEmpty())
            .toList();
  }

  private static MainContent read(Element body) {
    var main = new MainContent();
    main.walk(body, false, false);
    main.blocks.add(main.current);
    return main;
  }

  private void walk(Element parent, boolean withinLink, boolean withinCode) {
    for (Node node : parent.childNodes()) {
      if (node instanceof TextNode text) {
        add(text, withinLink);
      } else if (node instanceof Element child) {
        boolean block = child.isBlock() && !withinCode;
        endBlock(block);
        if (child.normalName().equals("br")) {
          current.text.append(' ');
        }
        if (!ContentElements.isDropped(child)) {
          String name = child.normalName();
          current.heading |= HEADING.matcher(name).matches();
          boolean link = name.equals("a") && child.hasAttr("href");
          walk(child, withinLink || link, withinCode || name.equals("pre"));
          endBlock(block);
        }
      }
    }
  }

  private void endBlock(boolean atTag) {
    if (atTag) {
      if (!current.nodes.isEmpty()) {
        blocks.add(current);
        current = new Block();
      }
      current.tagsBefore++;
    }
  }

  /** Adds a text node; one of white space alone separates words, but begins no block. */
  private void add(TextNode text, boolean withinLink) {
    current.text.append(text.getWholeText());
    boolean blank = text.isBlank();
    if (!blank || !current.nodes.isEmpty()) {
      current.nodes.add(text);
      current.score += blank || withinLink ? 0 : words(stable(text.getWholeText()));
    }
  }

  private static String stable(String text) {
    return text.length() > LONGEST_CLOCK ? text : StableText.of(text);
  }

  /** Counts the words that begin with a letter, and Han characters. */
  private static double words(String text) {
    double count = 0;
    boolean within = false; // a word or a number
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isIdeographic(c)) {
        count += HAN;
        within = false;
      } else {
        boolean continues = Character.isLetterOrDigit(c);
        count += continues && !within && Character.isLetter(c) ? 1 : 0;
        within = continues;
      }
    }
    return count;
  }

  /** Finds the run of blocks with the highest sum, in one pass. */
  private List<Block> run() {
    int from = 0;
    int to = 0;
    double highest = 0;
    int start = 0;
    double sum = 0;
    for (int i = 0; i < blocks.size(); i++) {
      sum -= TAG * blocks.get(i).tagsBefore;
      if (sum <= 0) {
        start = i;
        sum = 0;
      }
      sum += blocks.get(i).score;
      if (sum > highest) {
        from = start;
        to = i + 1;
        highest = sum;
      }
    }
    while (from > 0 && from < to && blocks.get(from - 1).heading) {
      from--;
    }
    return blocks.subList(from, to);
  }

  private static Set<Node> selection(List<Block> run) {
    Set<Node> selection = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Block block : run) {
      for (Node node : block.nodes) {
        @Nullable Node each = node;
        while (each != null && selection.add(each)) {
          each = each.parentNode();
        }
      }
    }
    return selection;
  }
}

package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** Text nodes between the tags of two blocks, with counts. Not thread-safe. */
final class TextBlock {

  private static final String STOPS = ".,;!?\"。，；！？、：“";
  private static final String ENDS = ".!?。！？”\"…)）’";

  /** A block element around text; all that is in it counts for it as well. */
  static final class Box {

    final @Nullable Box parent;
    final Element element;
    final int depth;
    final int hints; // of the element itself
    final boolean article;
    final boolean main;
    final boolean body;
    final boolean form;
    final boolean list;
    final boolean table;
    int children;
    int blocks;
    int words;
    int linkWords;
    double prose; // words of sentences
    double score; // words of sentences near to it
    int levelsUp = -1; // from the container of most text up to it, if it is around that one
    int levelsDown; // below the innermost box around that container
    int innerHints; // of all boxes below that one
    boolean innerForm;
    double nearer = -1; // words of sentences nearer to the title
    double selected; // words of main text
    boolean inMost; // of main text
    int last = -1; // index of its last block

    Box(@Nullable Box parent, Element element, int hints) {
      String name = element.normalName();
      boolean any = element.attributesSize() > 0;
      this.parent = parent;
      this.element = element;
      this.hints = hints;
      depth = parent == null ? 0 : parent.depth + 1;
      article = name.equals("article") || (parent != null && parent.article);
      main =
          name.equals("main")
              || (any && element.attr("role").equals("main"))
              || (parent != null && parent.main);
      body =
          (hints & BlockHints.BODY) != 0
              || (any && element.attr("itemprop").equalsIgnoreCase("articleBody"))
              || (parent != null && parent.body);
      form = name.equals("form");
      list =
          name.equals("ul")
              || name.equals("ol")
              || name.equals("dl")
              || (parent != null && parent.list);
      table = name.equals("table") || (parent != null && parent.table);
      if (parent != null) {
        parent.children++;
      }
    }

    double linkDensity() {
      return (double) linkWords / Math.max(1, words + linkWords);
    }

    Box up() {
      return parent == null ? this : parent;
    }
  }

  final Box box;
  final String tag;
  final List<TextNode> nodes = new ArrayList<>(2);
  final StringBuilder text = new StringBuilder();
  int words; // those in links do not count here
  int linkWords;
  int links;
  int stops;
  boolean inTitle; // of the document
  double score;
  private @Nullable String collapsed; // made on first use

  TextBlock(Box box, String tag) {
    this.box = box;
    this.tag = tag;
  }

  /** Adds words of a text node: those that begin with a letter; three Han characters are two. */
  void count(String text, boolean withinLink) {
    int han = 0;
    int count = 0;
    boolean within = false; // a word or a number
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x4e00 && c <= 0x9fff) {
        han++;
        within = false;
      } else if (Character.isLetterOrDigit(c)) {
        count += !within && Character.isLetter(c) ? 1 : 0;
        within = true;
      } else {
        within = false;
        stops += c != ' ' && STOPS.indexOf(c) >= 0 ? 1 : 0;
      }
    }
    count += (2 * han + 2) / 3;
    words += withinLink ? 0 : count;
    linkWords += withinLink ? count : 0;
  }

  /** Returns the complete text, each run of white space one blank. */
  String collapsed() {
    String known = collapsed;
    if (known == null) {
      known = CharMatcher.whitespace().trimAndCollapseFrom(text.toString(), ' ');
      collapsed = known;
    }
    return known;
  }

  int allWords() {
    return words + linkWords;
  }

  double linkDensity() {
    return (double) linkWords / Math.max(1, allWords());
  }

  /** Returns whether it has sentences rather than names of things. */
  boolean isProse() {
    return words >= 8 && 2 * linkWords <= words && stops > 0;
  }

  boolean isLinks() {
    return linkWords > 0 && 4 * words <= linkWords;
  }

  boolean endsSentence() {
    return ENDS.indexOf(last()) >= 0;
  }

  /** Returns the last character that is no white space, a blank if there is none. */
  char last() {
    for (int i = text.length() - 1; i >= 0; i--) {
      if (text.charAt(i) > ' ' && text.charAt(i) != '\u00a0') {
        return text.charAt(i);
      }
    }
    return ' ';
  }
}

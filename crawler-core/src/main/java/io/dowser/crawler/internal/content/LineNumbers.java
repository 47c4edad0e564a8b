package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/** Recognizes the numbers that pages show next to the lines of code. */
final class LineNumbers {

  private static final int FEWEST = 3;
  private static final int MOST_CELLS = 8; // of a row of code with its number

  private static final Pattern LINE = Pattern.compile("\\D{1,8}\\d+");

  /** From a link up to the element that it leads to, such as the row of a table. */
  private static final int MOST_STEPS = 2;

  private LineNumbers() {}

  /**
   * Returns whether an element has line numbers alone: a link to itself by its number, a cell, or a
   * {@code pre} before another or in a cell, with a run of numbers, or a cell with the next number
   * in each row next to a {@code pre}.
   */
  static boolean isIn(Element element) {
    return switch (element.normalName()) {
      case "a" -> isLinkToItself(element);
      case "pre" -> Run.of(element).count >= FEWEST && isNextToCode(element);
      case "td", "th" -> Run.of(element).count >= FEWEST || isNumberOfRow(element);
      default -> false;
    };
  }

  private static boolean isLinkToItself(Element link) {
    String target = link.attr("href");
    int mark = target.indexOf('#');
    if (mark < 0) {
      return false;
    }
    String place = target.substring(mark + 1);
    return LINE.matcher(place).matches()
        && place.endsWith(link.text().strip())
        && Run.of(link).count == 1
        && Stream.iterate(link, Element::hasParent, Element::parent)
            .limit(1 + MOST_STEPS)
            .anyMatch(each -> each.id().equals(place));
  }

  private static boolean isNextToCode(Element numbers) {
    Element around = numbers.parent();
    return isPre(numbers.nextElementSibling())
        || (around != null && (around.nameIs("td") || isPre(around.nextElementSibling())));
  }

  private static boolean isPre(@Nullable Element element) {
    return element != null && element.nameIs("pre");
  }

  private static boolean isNumberOfRow(Element cell) {
    Element row = cell.parent();
    int number = number(cell);
    if (row == null || number < 0 || row.childrenSize() > MOST_CELLS || !hasCode(row)) {
      return false;
    }
    int column = cell.elementSiblingIndex();
    int before = number(row.previousElementSibling(), column);
    int behind = number(row.nextElementSibling(), column);
    return (before >= 0 && before == number - 1) || behind == number + 1;
  }

  private static boolean hasCode(Element row) {
    return row.children().stream().anyMatch(LineNumbers::isCode);
  }

  private static boolean isCode(Element cell) {
    return isPre(cell.firstElementChild());
  }

  private static int number(@Nullable Element row, int column) {
    return row == null || row.childrenSize() <= column ? -1 : number(row.child(column));
  }

  /** Returns the number that is the text of a cell, or -1. */
  private static int number(Element cell) {
    Run run = Run.of(cell);
    return run.count == 1 ? run.last : -1;
  }

  /** Consecutive whole numbers that are all the text of an element. */
  private static final class Run implements NodeFilter {

    private static final Splitter WORDS =
        Splitter.on(CharMatcher.whitespace().or(CharMatcher.is('\u00a0'))).omitEmptyStrings();

    int count;
    int last;

    /** Reads an element up to the first text that does not continue the run; then none counts. */
    static Run of(Element element) {
      var run = new Run();
      if (NodeTraversor.filter(run, element) == FilterResult.STOP) {
        run.count = 0;
      }
      return run;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode text) {
        for (String word : WORDS.split(text.getWholeText())) {
          Integer number = Ints.tryParse(word);
          if (number == null || number < 0 || (count > 0 && number != last + 1)) {
            return FilterResult.STOP;
          }
          last = number;
          count++;
        }
      }
      return FilterResult.CONTINUE;
    }
  }
}

package io.dowser.crawler.tika;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Converts lines of a PDF to headings and paragraphs of XHTML.
 *
 * <p>A line whose font is larger than that of most text is a heading, of a higher level if it is
 * larger. Text at the same place at the edge of three pages or more, equal except for numbers, is a
 * page header or footer and left out. A paragraph that continues on the next page is joined. Some
 * hundred pages are processed at a time, so that a long document needs little memory. Not
 * thread-safe.
 */
final class PdfBlocks {

  private static final int WINDOW = 200;
  private static final int EDGE = 2;
  private static final int REPEATED = 3;
  private static final double LARGER = 1.15;
  private static final int LONGEST_HEADING = 200;
  private static final int LOWEST_LEVEL = 6;
  private static final Attributes NONE = new AttributesImpl();

  private final ContentHandler handler;
  private final List<Page> pages = new ArrayList<>();
  private final TreeMap<Double, Integer> sizes = new TreeMap<>(); // characters of each
  private final List<PdfLine> block = new ArrayList<>();
  private final List<String> wordless = new ArrayList<>();
  private double usualSize; // of most characters so far
  private int level;
  private String open = "";

  private record Page(List<PdfLine> lines, List<String> wordless) {}

  PdfBlocks(ContentHandler handler) {
    this.handler = handler;
  }

  /** Passes an exception of the handler through methods that do not declare it. */
  static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1;
    private final SAXException cause;

    StoppedException(SAXException cause) {
      super(cause);
      this.cause = cause;
    }

    SAXException cause() {
      return cause;
    }
  }

  /** Adds a page with the targets of its links that have no text. */
  void page(List<PdfLine> lines, List<String> targets) throws IOException {
    pages.add(new Page(lines, targets));
    if (pages.size() == WINDOW) {
      report();
    }
  }

  /** Passes on the remaining pages. */
  void end() throws IOException {
    report();
    endBlock();
  }

  private void report() throws IOException {
    Set<String> repeated = repeated();
    List<List<PdfLine>> bodies = pages.stream().map(page -> body(page, repeated)).toList();
    for (List<PdfLine> body : bodies) {
      body.forEach(line -> sizes.merge(line.size(), line.text().length(), Integer::sum));
    }
    usualSize =
        sizes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0.0);
    for (int i = 0; i < bodies.size(); i++) {
      report(bodies.get(i));
      wordless.addAll(pages.get(i).wordless());
    }
    pages.clear();
  }

  private void report(List<PdfLine> body) throws IOException {
    for (int i = 0; i < body.size(); i++) {
      PdfLine line = body.get(i);
      int lineLevel = level(line);
      boolean begins = i == 0 ? !continues(line) : line.startsParagraph();
      if (begins || lineLevel != level) {
        endBlock();
        level = lineLevel;
      }
      block.add(line);
    }
  }

  /**
   * Returns whether the first line of a page belongs to the last paragraph of the previous page.
   */
  private boolean continues(PdfLine line) {
    if (block.isEmpty()) {
      return false;
    }
    String before = block.get(block.size() - 1).text().strip();
    String text = line.text().strip();
    if (level > 0 || before.isEmpty() || text.isEmpty()) {
      return false;
    }
    int last = before.codePointBefore(before.length());
    int first = text.codePointAt(0);
    return ".!?:;\u3002\uFF01\uFF1F\uFF1A\uFF1B\u2026".indexOf(last) < 0
        && (Character.isLowerCase(first) || Character.isIdeographic(first));
  }

  /** Returns the level of a heading, 0 for other lines. */
  private int level(PdfLine line) {
    boolean isLarger = line.size() >= LARGER * usualSize;
    boolean hasLetters = line.text().codePoints().anyMatch(Character::isLetter);
    return isLarger && hasLetters
        ? (int) sizes.tailMap(line.size(), true).keySet().stream().limit(LOWEST_LEVEL).count()
        : 0;
  }

  /** Finds lines that are at the same place at the edges of several pages. */
  private Set<String> repeated() {
    Map<String, Integer> times = new HashMap<>();
    for (Page page : pages) {
      edge(page.lines())
          .mapToObj(i -> key(page.lines().get(i)))
          .distinct()
          .forEach(key -> times.merge(key, 1, Integer::sum));
    }
    times.values().removeIf(number -> number < REPEATED);
    return times.keySet();
  }

  /** Returns a page without headers and footers; one that would be empty is left as it is. */
  private static List<PdfLine> body(Page page, Set<String> repeated) {
    List<PdfLine> lines = page.lines();
    var left = new HashSet<Integer>();
    edge(lines).filter(i -> repeated.contains(key(lines.get(i)))).forEach(left::add);
    if (left.size() == lines.size()) {
      return lines;
    }
    return IntStream.range(0, lines.size())
        .filter(i -> !left.contains(i))
        .mapToObj(lines::get)
        .toList();
  }

  /** Returns the places of the first and last lines. */
  private static IntStream edge(List<PdfLine> lines) {
    int size = lines.size();
    return IntStream.range(0, size).filter(i -> i < EDGE || i >= size - EDGE);
  }

  /** Returns the place of a line and its text, without its numbers. */
  private static String key(PdfLine line) {
    String text = line.text().strip().replaceAll("\\p{N}+", "#").replaceAll("\\s+", " ");
    return Math.round(line.y()) + " " + text;
  }

  private void endBlock() throws IOException {
    if (!block.isEmpty()) {
      int length = block.stream().mapToInt(line -> line.text().length()).sum();
      String name = level == 0 || length > LONGEST_HEADING ? "p" : "h" + level;
      start(name, NONE);
      for (int i = 0; i < block.size(); i++) {
        if (i > 0) {
          text("\n");
        }
        for (PdfLine.Run run : block.get(i).runs()) {
          link(run.target());
          text(run.text());
        }
      }
      link("");
      end(name);
      block.clear();
    }
    for (String target : wordless) {
      link(target);
      link("");
    }
    wordless.clear();
  }

  /** Ends the link that is open, and begins another one, unless it is the same. */
  private void link(String target) throws IOException {
    if (target.equals(open)) {
      return;
    }
    if (!open.isEmpty()) {
      end("a");
    }
    if (!target.isEmpty()) {
      var attributes = new AttributesImpl();
      attributes.addAttribute("", "href", "href", "CDATA", target);
      start("a", attributes);
    }
    open = target;
  }

  private void text(String text) throws IOException {
    try {
      handler.characters(text.toCharArray(), 0, text.length());
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }

  private void start(String name, Attributes attributes) throws IOException {
    try {
      handler.startElement("", name, name, attributes);
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }

  private void end(String name) throws IOException {
    try {
      handler.endElement("", name, name);
    } catch (SAXException e) {
      throw new StoppedException(e);
    }
  }
}

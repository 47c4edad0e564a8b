package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.dowser.crawler.internal.content.InlineRange.Kind;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a paragraph of text with its ranges as Markdown, which a parser reads as the same text
 * with the same ranges. Emphasis that asterisks cannot express in its place is written as HTML.
 *
 * <p>Source: CommonMark 0.31.2, sections 2.4 (backslash escapes), 4 (starts of blocks) and 6.2
 * (emphasis). Not thread-safe.
 */
final class InlineMarkdown {

  private static final CharMatcher SPACE = CharMatcher.whitespace();
  private static final CharMatcher BACKTICK = CharMatcher.is('`');

  /** Characters that are markup within a line of Markdown. */
  private static final Pattern SPECIAL =
      Pattern.compile(
          "[\\\\*`\\[\\]<]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])|&(?=#?\\w+;)|~(?=~)|(?<=~)~");

  /** Texts that start a block of Markdown, up to the character to escape. */
  private static final Pattern BLOCK_START =
      Pattern.compile(
          "(?:^|(?<=\\n)) *(?:(?=#{1,6}(?:\\s|$)|[-+](?:\\s|$)|>|[-=|:][-=|: ]*(?:\\n|$))"
              + "|\\d{1,9}(?=[.)](?:\\s|$)))");

  private static final Pattern SPECIAL_IN_URL = Pattern.compile("\\\\|&(?=#?\\w+;)");

  /** Writes the outer ones of equal place first. */
  private static final Comparator<InlineRange> OUTER_FIRST =
      Comparator.comparingInt(InlineRange::depth);

  private final String text;
  private final ListMultimap<Integer, InlineRange> byStart =
      MultimapBuilder.hashKeys().arrayListValues().build();
  private final ListMultimap<Integer, InlineRange> byEnd =
      MultimapBuilder.hashKeys().arrayListValues().build();
  private final Set<InlineRange> asterisks = new HashSet<>();
  private final StringBuilder out = new StringBuilder();
  private int written; // the end of the text that is out

  /**
   * Reads a paragraph.
   *
   * @param text without white space at its edges
   * @param ranges inner ones first, then in the order of the text; none empty, and none with white
   *     space at its edges
   */
  InlineMarkdown(String text, List<InlineRange> ranges) {
    this.text = text;
    for (InlineRange range : ranges) {
      byStart.put(range.start(), range);
      byEnd.put(range.end(), range);
    }
    for (InlineRange range : ranges) {
      if (range.kind().isEmphasis() && opens(range) && closes(range)) {
        asterisks.add(range);
      }
    }
  }

  /** Returns whether asterisks open an emphasis: they are a left-flanking delimiter run. */
  private boolean opens(InlineRange range) {
    int start = range.start();
    if (range.withinEmphasis() && mayClose(range)) {
      return false;
    }
    if (hasMarkupOutside(range, byStart.get(start))) {
      return true;
    }
    if (byEnd.get(start).stream().anyMatch(asterisks::contains)) {
      return false; // two runs would be one
    }
    return !(hasMarkupInside(range, byStart.get(start)) || isSymbol(text.codePointAt(start)))
        || start == 0
        || !byEnd.get(start).isEmpty()
        || isBorder(text.codePointBefore(start));
  }

  /** Returns whether the first asterisks of a range may close the emphasis around it. */
  private boolean mayClose(InlineRange range) {
    int start = range.start();
    List<InlineRange> around =
        byStart.get(start).stream().filter(each -> each.depth() < range.depth()).toList();
    // a line break is <br> in a cell
    boolean afterSpace = start == 0 || text.charAt(start - 1) == ' ';
    return around.isEmpty()
        ? !afterSpace
        : !around.stream().allMatch(each -> each.kind().isEmphasis());
  }

  /** Returns whether asterisks close an emphasis: they are a right-flanking delimiter run. */
  private boolean closes(InlineRange range) {
    int end = range.end();
    return !(hasMarkupInside(range, byEnd.get(end)) || isSymbol(text.codePointBefore(end)))
        || end == text.length()
        || hasMarkupOutside(range, byEnd.get(end))
        || !byStart.get(end).isEmpty()
        || isBorder(text.codePointAt(end));
  }

  /** Returns whether other markup than asterisks follows those of a range, on its inner side. */
  private boolean hasMarkupInside(InlineRange range, List<InlineRange> there) {
    return there.stream()
        .anyMatch(each -> each.depth() > range.depth() && !asterisks.contains(each));
  }

  /** Returns whether other markup than emphasis is around a range in the same place. */
  private static boolean hasMarkupOutside(InlineRange range, List<InlineRange> there) {
    return there.stream()
        .anyMatch(each -> each.depth() < range.depth() && !each.kind().isEmphasis());
  }

  /** Returns whether a character is punctuation in some version of CommonMark. */
  private static boolean isSymbol(int character) {
    return isPunctuation(character)
        || switch (Character.getType(character)) {
          case Character.MATH_SYMBOL,
              Character.CURRENCY_SYMBOL,
              Character.MODIFIER_SYMBOL,
              Character.OTHER_SYMBOL ->
              true;
          default -> false;
        };
  }

  /** Returns whether a character is white space, or punctuation in all versions of CommonMark. */
  private static boolean isBorder(int character) {
    return (character < 128 && !Character.isLetterOrDigit(character)) || isPunctuation(character);
  }

  private static boolean isPunctuation(int character) {
    return switch (Character.getType(character)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** Returns a paragraph, in which line breaks are hard ones. */
  String paragraph() {
    return write("  \n", blockStarts());
  }

  /** Returns one line, as the text of a heading. */
  String line() {
    return write(" ", Set.of());
  }

  /** Returns one line, as the cell of a table. */
  String cell() {
    return write("<br>", Set.of()).replace("|", "\\|");
  }

  private Set<Integer> blockStarts() {
    Set<Integer> starts = new HashSet<>();
    Matcher matcher = BLOCK_START.matcher(text);
    while (matcher.find()) {
      starts.add(matcher.end());
    }
    return starts;
  }

  private String write(String lineBreak, Set<Integer> blockStarts) {
    int at = 0;
    while (at < text.length()) {
      int end = marks(at);
      if (end > at) {
        written = end;
      } else if (SPACE.matches(text.charAt(at))) {
        flush(at);
        end = endOfSpace(at);
        out.append(text.substring(at, end).indexOf('\n') < 0 ? " " : lineBreak);
        written = end;
      } else {
        if (blockStarts.contains(at) && !byStart.containsKey(at)) {
          flush(at);
          out.append('\\');
        }
        end = at + 1;
      }
      at = end;
    }
    marks(at);
    flush(at);
    return out.toString();
  }

  private void flush(int end) {
    out.append(escaped(text.substring(written, end)));
    written = end;
  }

  private int endOfSpace(int start) {
    int end = start;
    while (end < text.length() && SPACE.matches(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Writes what ends and starts in a place; returns the end of what starts and has no markup. */
  private int marks(int at) {
    if (!byStart.containsKey(at) && !byEnd.containsKey(at)) {
      return at;
    }
    flush(at);
    byEnd.get(at).stream().sorted(OUTER_FIRST.reversed()).forEach(this::close);
    int end = at;
    for (InlineRange range : byStart.get(at).stream().sorted(OUTER_FIRST).toList()) {
      open(range);
      end = range.kind().isVerbatim() ? range.end() : end;
    }
    return end;
  }

  private void open(InlineRange range) {
    switch (range.kind()) {
      case LINK -> {
        if (!out.isEmpty() && out.charAt(out.length() - 1) == '!') {
          out.insert(out.length() - 1, '\\'); // else it would be an image
        }
        out.append('[');
      }
      case IMAGE -> out.append(range.content());
      case CODE -> code(range);
      case FORMULA ->
          out.append('$').append(code(text.substring(range.start(), range.end()))).append('$');
      default ->
          out.append(
              asterisks.contains(range) ? range.kind().asterisks : "<" + range.kind().tag + ">");
    }
  }

  private void close(InlineRange range) {
    if (range.kind() == Kind.LINK) {
      out.append(linkEnd(range.content()));
    } else if (!range.kind().isVerbatim()) {
      out.append(
          asterisks.contains(range) ? range.kind().asterisks : "</" + range.kind().tag + ">");
    }
  }

  /** Writes code; right behind a code span as HTML, because two spans would be one. */
  private void code(InlineRange range) {
    String code = text.substring(range.start(), range.end());
    boolean adjoins = byEnd.get(range.start()).stream().anyMatch(each -> each.kind() == Kind.CODE);
    out.append(adjoins ? "<code>" + escaped(code) + "</code>" : code(code));
  }

  /** Writes a code span between more backticks than it has in a row. */
  private static String code(String code) {
    String fence = "`";
    while (code.contains(fence)) {
      fence += "`";
    }
    return BACKTICK.matchesAnyOf(code) ? fence + " " + code + " " + fence : fence + code + fence;
  }

  /** Returns text in which nothing is taken for markup within a line. */
  static String escaped(String text) {
    return SPECIAL.matcher(text).replaceAll("\\\\$0");
  }

  /** Returns the end of the markup of a link or image. */
  static String linkEnd(String url) {
    String destination = url.replace("(", "%28").replace(")", "%29");
    return "](" + SPECIAL_IN_URL.matcher(destination).replaceAll("\\\\$0") + ")";
  }
}

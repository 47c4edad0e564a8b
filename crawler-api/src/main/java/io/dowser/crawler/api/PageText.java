package io.dowser.crawler.api;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The text of a page, the ranges of its links in it, its tokens, and the term counts of its links:
 * made once, when asked for.
 */
final class PageText {

  private static final int WHOLE = -1; // in place of a link
  private static final int ANCHORS = -1; // in place of tokens a side

  private final String text;
  private final int[] starts;
  private final int[] ends;
  private final int[] blocks; // start and end by link
  private final TextAnalyzer analyzer;
  private volatile @Nullable Tokens tokens;
  private final Map<CountsKey, TermCounts> counts = new ConcurrentHashMap<>();
  private volatile @Nullable Scan scan;

  PageText(String text, int[] starts, int[] ends, int[] blocks, TextAnalyzer analyzer) {
    this.text = text;
    this.starts = starts;
    this.ends = ends;
    this.blocks = blocks;
    this.analyzer = analyzer;
  }

  String text() {
    return text;
  }

  TextAnalyzer analyzer() {
    return analyzer;
  }

  String anchor(int link) {
    return text.substring(starts[link], ends[link]);
  }

  int start(int link) {
    return starts[link];
  }

  int end(int link) {
    return ends[link];
  }

  int blockStart(int link) {
    return blocks[2 * link];
  }

  int blockEnd(int link) {
    return blocks[2 * link + 1];
  }

  String before(int link, int characters) {
    int end = starts[link];
    int start = Math.max(0, end - characters);
    if (start > 0 && text.charAt(start - 1) != ' ') {
      start += Math.max(0, text.substring(start, end).indexOf(' '));
    }
    return cut(start, end);
  }

  String after(int link, int characters) {
    int start = ends[link];
    int end = Math.min(text.length(), start + characters);
    if (end < text.length() && text.charAt(end) != ' ') {
      int blank = text.substring(start, end).lastIndexOf(' ');
      end = blank < 0 ? end : start + blank + 1;
    }
    return cut(start, end);
  }

  /**
   * The text of one side by the rule of Han et al. 2010, see {@link AnalyzedPage#nearContext}. The
   * blanks next to a link are not counted, because markup puts them there.
   */
  String nearBefore(int link, int characters) {
    int border = link == 0 ? 0 : ends[link - 1];
    int start = CollapsedText.skipBlanks(text, border, starts[link]);
    int end = CollapsedText.skipBlanksBack(text, start, starts[link]);
    return link > 0 && end - start < characters
        ? anchor(link - 1)
        : cut(Math.max(start, end - characters), end);
  }

  String nearAfter(int link, int characters) {
    boolean last = link == starts.length - 1;
    int border = last ? text.length() : starts[link + 1];
    int start = CollapsedText.skipBlanks(text, ends[link], border);
    int end = CollapsedText.skipBlanksBack(text, start, border);
    return !last && end - start < characters
        ? anchor(link + 1)
        : cut(start, start + Math.min(end - start, characters));
  }

  TermCounts anchorTerms(int link) {
    return counts.computeIfAbsent(new CountsKey(link, ANCHORS), key -> countAnchor(link));
  }

  /** The terms of the whole text. */
  TermCounts terms() {
    return counts.computeIfAbsent(new CountsKey(WHOLE, 0), key -> TermCounts.of(tokens()));
  }

  private TermCounts countAnchor(int link) {
    Tokens all = tokens();
    return TermCounts.of(all, all.indexFrom(starts[link]), all.indexFrom(ends[link]));
  }

  TermCounts contextTerms(int link, int perSide) {
    return counts.computeIfAbsent(new CountsKey(link, perSide), key -> countContext(link, perSide));
  }

  private TermCounts countContext(int link, int perSide) {
    Tokens all = tokens();
    int anchorStart = all.indexFrom(starts[link]);
    int anchorEnd = all.indexFrom(ends[link]);
    return TermCounts.of(all, Math.max(0, anchorStart - perSide), anchorStart)
        .plus(TermCounts.of(all, anchorEnd, anchorEnd + Math.min(all.size() - anchorEnd, perSide)));
  }

  Tokens tokens() {
    Tokens made = tokens;
    if (made == null) {
      synchronized (this) {
        made = tokens;
        if (made == null) {
          made = Tokens.of(text, bordersInWords(), analyzer);
          tokens = made;
        }
      }
    }
    return made;
  }

  /** The ends of links at which no token would end by itself. */
  private int[] bordersInWords() {
    int[] found = new int[2 * starts.length];
    int size = 0;
    for (int link = 0; link < starts.length; link++) { // they do not overlap
      for (int border : new int[] {starts[link], ends[link]}) {
        if (isInWord(border)) {
          found[size++] = border;
        }
      }
    }
    return Arrays.copyOf(found, size);
  }

  private boolean isInWord(int border) {
    return border > 0
        && border < text.length()
        && Character.isLetterOrDigit(text.codePointBefore(border))
        && Character.isLetterOrDigit(text.codePointAt(border));
  }

  /**
   * Returns the matches of a matcher; the last ones are kept, because a judge and a scorer use the
   * same matcher.
   */
  TopicMatches matches(TopicMatcher matcher) {
    Scan made = scan;
    if (made == null || !made.matcher.equals(matcher)) { // scanning twice is harmless
      made = new Scan(matcher, matcher.match(text));
      scan = made;
    }
    return made.matches;
  }

  /** Extracts a part, without blanks at its ends and without half a surrogate pair. */
  private String cut(int from, int to) {
    int start = from;
    if (start > 0 && start < to && isInsidePair(start)) {
      start++;
    }
    int end = to;
    if (end > start && end < text.length() && isInsidePair(end)) {
      end--;
    }
    start = CollapsedText.skipBlanks(text, start, end);
    return text.substring(start, CollapsedText.skipBlanksBack(text, start, end));
  }

  private boolean isInsidePair(int index) {
    return Character.isLowSurrogate(text.charAt(index))
        && Character.isHighSurrogate(text.charAt(index - 1));
  }

  private record CountsKey(int link, int perSide) {}

  private record Scan(TopicMatcher matcher, TopicMatches matches) {}
}

package io.dowser.crawler.api;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import org.jspecify.annotations.Nullable;

/** The text of a page, the ranges of its links in it, and its tokens, made once when asked for. */
final class PageText {

  private final String text;
  private final int[] starts;
  private final int[] ends;
  private final TextAnalyzer analyzer;
  private volatile @Nullable Tokens tokens;

  PageText(String text, int[] starts, int[] ends, TextAnalyzer analyzer) {
    this.text = text;
    this.starts = starts;
    this.ends = ends;
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

  String before(int link, int characters) {
    int end = starts[link];
    int start = Math.max(0, end - characters);
    if (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
      start = afterFirstBlank(start, end);
    }
    return text.substring(start, end).strip();
  }

  String after(int link, int characters) {
    int start = ends[link];
    int end = Math.min(text.length(), start + characters);
    if (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end = beforeLastBlank(start, end);
    }
    return text.substring(start, end).strip();
  }

  /** The text of one side by the rule of Han et al. 2010, see {@link AnalyzedPage#nearContext}. */
  String nearBefore(int link, int characters) {
    int end = starts[link];
    int border = link == 0 ? 0 : ends[link - 1];
    return link > 0 && end - border < characters
        ? anchor(link - 1)
        : text.substring(Math.max(border, end - characters), end).strip();
  }

  String nearAfter(int link, int characters) {
    int start = ends[link];
    boolean last = link == starts.length - 1;
    int border = last ? text.length() : starts[link + 1];
    return !last && border - start < characters
        ? anchor(link + 1)
        : text.substring(start, Math.min(border, start + characters)).strip();
  }

  TermCounts anchorTerms(int link) {
    Tokens all = tokens();
    return TermCounts.of(all, all.indexFrom(starts[link]), all.indexFrom(ends[link]));
  }

  TermCounts contextTerms(int link, int perSide) {
    Tokens all = tokens();
    int anchorStart = all.indexFrom(starts[link]);
    int anchorEnd = all.indexFrom(ends[link]);
    return TermCounts.of(all, Math.max(0, anchorStart - perSide), anchorStart)
        .plus(TermCounts.of(all, anchorEnd, Math.min(all.size(), anchorEnd + perSide)));
  }

  Tokens tokens() {
    Tokens made = tokens;
    if (made == null) {
      synchronized (this) {
        made = tokens;
        if (made == null) {
          made = Tokens.of(text, analyzer);
          tokens = made;
        }
      }
    }
    return made;
  }

  private int afterFirstBlank(int start, int end) {
    for (int i = start; i < end; i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return start;
  }

  private int beforeLastBlank(int start, int end) {
    for (int i = end; i > start; i--) {
      if (Character.isWhitespace(text.charAt(i - 1))) {
        return i;
      }
    }
    return end;
  }
}

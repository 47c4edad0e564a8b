package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.Optional;

/**
 * A part of a text that an inline element marks. Ranges of one text are nested or disjoint.
 *
 * @param depth the number of elements around it that are marked
 * @param withinEmphasis whether it is in emphasis of the other kind
 * @param content the target of a link, or the Markdown of an image
 */
record InlineRange(
    Kind kind, int start, int end, int depth, boolean withinEmphasis, String content) {

  enum Kind {
    STRONG("**", "strong"),
    EMPHASIS("*", "em"),
    DELETED("", "del"),
    SUBSCRIPT("", "sub"),
    SUPERSCRIPT("", "sup"),
    LINK("", ""),
    IMAGE("", ""),
    CODE("", ""),
    FORMULA("", "");

    final String asterisks; // empty for other elements than emphasis
    final String tag; // empty if Markdown has markup for it in all places

    Kind(String asterisks, String tag) {
      this.asterisks = asterisks;
      this.tag = tag;
    }

    boolean isEmphasis() {
      return !asterisks.isEmpty();
    }

    /** Returns whether its text stands as it is. */
    boolean isVerbatim() {
      return this == IMAGE || this == CODE || this == FORMULA;
    }
  }

  /** Returns whether it and a range that starts in a place are one. */
  boolean isContinuedBy(Kind other, int otherStart, int otherDepth) {
    return kind == other && end == otherStart && depth == otherDepth && !kind.tag.isEmpty();
  }

  /**
   * Returns the part of it within a part of a text, relative to the start of that, without white
   * space at its edges; absent if nothing is left.
   */
  Optional<InlineRange> within(String text, int from, int to) {
    int first = Math.max(start, from);
    int last = Math.min(end, to);
    while (first < last && CharMatcher.whitespace().matches(text.charAt(first))) {
      first++;
    }
    while (last > first && CharMatcher.whitespace().matches(text.charAt(last - 1))) {
      last--;
    }
    return first < last
        ? Optional.of(
            new InlineRange(kind, first - from, last - from, depth, withinEmphasis, content))
        : Optional.empty();
  }
}

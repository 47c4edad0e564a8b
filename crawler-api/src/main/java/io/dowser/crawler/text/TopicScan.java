package io.dowser.crawler.text;

import java.util.Arrays;

/**
 * One scan of a {@link TopicMatcher} over one text, from its end to its start.
 *
 * <p>The automaton reads the terms backwards, so at each place it knows the longest term that
 * <em>begins</em> there; this makes leftmost-longest matches without overlaps a single pass over
 * those places afterwards. Forwards, the longest match would be known only behind its end, and
 * reading on from there again costs quadratic time on hostile terms.
 *
 * <p>Places are counted in normalised characters from the end of the text. As long as one character
 * normalises to one, the place of a character is {@code base} minus its offset; where lengths
 * change, a jump is noted and the base moves.
 */
final class TopicScan {

  /** How much {@link #plain} reads in one call: what is called often is compiled early. */
  private static final int CHUNK = 64;

  private final TopicMatcher matcher;
  private final CharacterClasses classes;
  private final TopicAutomaton automaton;
  private final Folding folding;
  private final String text;
  private final char[] chunk;
  private int state = TopicAutomaton.ROOT;
  private int symbol = CharacterClasses.SPACE;
  private int base;
  private int[] found = {}; // pairs of place and term, places rising
  private int foundSize;
  private int[] jumps = {}; // place, places taken, start and end in the text; places rising
  private int jumpsSize;

  TopicScan(TopicMatcher matcher, String text) {
    this.matcher = matcher;
    this.classes = matcher.classes();
    this.automaton = matcher.automaton();
    this.folding = matcher.folding();
    this.text = text;
    this.chunk = new char[Math.min(CHUNK, text.length())];
    this.base = text.length() - 1;
  }

  TopicMatches run() {
    int i = text.length() - 1;
    while (i >= 0) {
      i = automaton.pattern(state) < 0 ? plain(i) : i;
      i = i < 0 ? i : special(i);
    }
    found(base + 1, CharacterClasses.SPACE);
    return foundSize == 0 ? matcher.none() : select();
  }

  /**
   * Reads on to the first character that does not simply stand for itself, or to the start of a
   * term, or a few dozen characters, and gives the offset of the first one not read.
   *
   * <p>Nearly all time goes here. Everything rare leaves the loop, because a call in it would make
   * the compiler load all fields again for each character.
   */
  private int plain(int from) {
    int[][] pages = classes.pages();
    int[] rows = automaton.rows();
    int shift = automaton.rowShift();
    int complete = automaton.completeStates();
    int last = symbol;
    int at = state;
    int start = Math.max(0, from + 1 - CHUNK);
    text.getChars(start, from + 1, chunk, 0);
    int i = from - start;
    while (i >= 0 && at >= 0 && at < complete) {
      char c = chunk[i];
      int next = pages[c >>> 8][c & 0xff];
      if (next <= CharacterClasses.UNKNOWN
          || (next == CharacterClasses.SPACE && last == CharacterClasses.SPACE)) {
        break;
      }
      at = rows[(at << shift) | CharacterClasses.classOf(next, last)];
      last = next;
      i--;
    }
    symbol = last;
    state = at < 0 ? ~at : at;
    return start + i;
  }

  /** Reads on at a character that {@link #plain} left. */
  private int special(int offset) {
    int next = classes.symbol(text.charAt(offset));
    if (next == CharacterClasses.CHUNK) {
      return chunk(offset);
    }
    if (next == CharacterClasses.SPACE && symbol == CharacterClasses.SPACE) {
      return skipSpaces(offset);
    }
    read(base - offset, next);
    return offset - 1;
  }

  private boolean isSpace(int offset) {
    return classes.symbol(text.charAt(offset)) == CharacterClasses.SPACE;
  }

  private int skipSpaces(int last) {
    int start = last;
    while (start > 0 && isSpace(start - 1)) {
      start--;
    }
    jump(base - last, 0, start, last + 1);
    return start - 1;
  }

  /** Reads characters that must be normalised together, or that become several or none. */
  private int chunk(int last) {
    int start = folding.chunkStart(text, last + 1);
    String normal = folding.chunk(text, start, last + 1);
    int place = base - last;
    int end = normal.length();
    int next = place;
    while (end > 0) {
      int c = normal.codePointBefore(end);
      boolean word = CharacterClasses.isWord(c);
      for (int i = Character.charCount(c); i > 0; i--) {
        next += read(next, classes.symbol(normal.charAt(--end), word));
      }
    }
    if (next - place != last + 1 - start) {
      jump(place, next - place, start, last + 1);
    }
    return start - 1;
  }

  private int read(int place, int left) {
    if (left == CharacterClasses.SPACE && symbol == CharacterClasses.SPACE) {
      return 0;
    }
    found(place, left);
    state = automaton.next(state, CharacterClasses.classOf(left, symbol));
    symbol = left;
    return 1;
  }

  /** Takes the term that begins behind this place, unless a word continues to the left of it. */
  private void found(int place, int left) {
    int term = automaton.pattern(state);
    if (term >= 0 && (left & symbol & 1) == 0) {
      add(place - 1, term);
    }
  }

  private void add(int place, int term) {
    if (foundSize == found.length) {
      found = Arrays.copyOf(found, Math.max(16, 2 * foundSize));
    }
    found[foundSize++] = place;
    found[foundSize++] = term;
  }

  private void jump(int place, int places, int start, int end) {
    if (jumpsSize == jumps.length) {
      jumps = Arrays.copyOf(jumps, Math.max(16, 2 * jumpsSize));
    }
    jumps[jumpsSize++] = place;
    jumps[jumpsSize++] = places;
    jumps[jumpsSize++] = start;
    jumps[jumpsSize++] = end;
    base = place + places + start - 1;
  }

  /** From left to right, takes each place that the term before does not cover. */
  private TopicMatches select() {
    var matches = new TopicMatches.Builder(matcher.terms().size(), foundSize / 2);
    int uncovered = Integer.MAX_VALUE;
    for (int i = foundSize - 2; i >= 0; i -= 2) {
      int first = found[i];
      int term = found[i + 1];
      if (first < uncovered) {
        int last = first - matcher.length(term) + 1;
        matches.add(term, start(first), end(last));
        uncovered = last;
      }
    }
    return matches.build();
  }

  private int start(int place) {
    dropJumpsBeyond(place);
    if (jumpsSize == 0) {
      return text.length() - 1 - place;
    }
    int behind = jumps[jumpsSize - 4] + jumps[jumpsSize - 3];
    int start = jumps[jumpsSize - 2];
    return place < behind ? start : behind + start - 1 - place;
  }

  private int end(int place) {
    int start = start(place);
    boolean inJump = jumpsSize > 0 && place < jumps[jumpsSize - 4] + jumps[jumpsSize - 3];
    return inJump ? jumps[jumpsSize - 1] : start + 1;
  }

  /**
   * Places are asked for from left to right, so a jump to the left of one is never needed again.
   */
  private void dropJumpsBeyond(int place) {
    while (jumpsSize > 0 && jumps[jumpsSize - 4] > place) {
      jumpsSize -= 4;
    }
  }
}

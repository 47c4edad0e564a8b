package io.dowser.crawler.api;

import io.dowser.crawler.api.PageAttributes.Chunk;
import java.text.BreakIterator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits Markdown into chunks. Not thread-safe. */
final class Chunks {

  /** With fewer characters, chunks would be fragments of sentences. */
  static final int SHORTEST = 100;

  private static final Pattern HEADING = Pattern.compile("(#{1,6}) (.+)");

  /** The fence of code, possibly at the start of list items. */
  private static final Pattern FENCE = Pattern.compile("(?:(?:[-*]|\\d+[.)]) +)*(`{3,})[^`]*");

  private final ToIntFunction<String> size;
  private final int max;
  private final int overlap;
  private final List<Chunk> chunks = new ArrayList<>();
  private final TreeMap<Integer, String> headings = new TreeMap<>(); // by level

  Chunks(ToIntFunction<String> size, int max, int overlap) {
    this.size = size;
    this.max = max;
    this.overlap = overlap;
  }

  List<Chunk> of(String markdown) {
    List<String> section = new ArrayList<>();
    for (String block : blocks(markdown)) {
      Matcher heading = HEADING.matcher(block);
      if (heading.matches()) {
        new Section(section).split();
        section.clear();
        int level = heading.group(1).length();
        headings.tailMap(level, true).clear();
        headings.put(level, heading.group(2));
      } else {
        section.add(block);
      }
    }
    new Section(section).split();
    return List.copyOf(chunks);
  }

  /** Splits at empty lines, but not within code. */
  private static List<String> blocks(String markdown) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    String fence = "";
    for (String line : (markdown + "\n\n").split("\n", -1)) {
      if (line.isEmpty() && fence.isEmpty()) {
        if (!block.isEmpty()) {
          blocks.add(block.toString());
        }
        block.setLength(0);
      } else {
        block.append(block.isEmpty() ? "" : "\n").append(line);
        fence = fence(fence, line.strip());
      }
    }
    return blocks;
  }

  /** Returns the fence of the code that continues behind a line, empty outside of code. */
  private static String fence(String open, String line) {
    if (!open.isEmpty()) {
      return line.equals(open) ? "" : open;
    }
    Matcher fence = FENCE.matcher(line);
    return fence.matches() ? fence.group(1) : "";
  }

  /** The blocks below the same headings. Each chunk is a range of their text. */
  private final class Section {

    private final String text;
    private final TreeSet<Integer> starts = new TreeSet<>(); // of blocks
    private final TreeSet<Integer> ends = new TreeSet<>();

    Section(List<String> blocks) {
      var all = new StringBuilder();
      for (String block : blocks) {
        all.append(all.isEmpty() ? "" : "\n\n");
        starts.add(all.length());
        all.append(block);
        ends.add(all.length());
      }
      text = all.toString();
    }

    void split() {
      int next = afterSpace(0);
      List<Integer> repeats = List.of();
      while (next < text.length()) {
        int blockEnd = ends.higher(next);
        int start = next;
        int end;
        if (isWholeWithin(next, blockEnd)) {
          start = firstFitting(repeats, next, blockEnd);
          end = lastBlockFitting(start, blockEnd);
        } else {
          start = repeats.isEmpty() ? next : repeats.get(0);
          end = endWithin(start, next, blockEnd);
          if (end == next) { // the repeated text leaves no room
            start = next;
            end = endWithin(next, next, blockEnd);
          }
        }
        String chunk = range(start, end);
        chunks.add(new Chunk(List.copyOf(headings.values()), chunk, size.applyAsInt(chunk)));
        next = afterSpace(end);
        repeats = overlap > 0 && next < text.length() ? repeats(start, end) : List.of();
      }
    }

    private int afterSpace(int place) {
      int next = place;
      while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
        next++;
      }
      return next;
    }

    private String range(int start, int end) {
      return text.substring(start, end).strip();
    }

    private int size(int start, int end) {
      return size.applyAsInt(range(start, end));
    }

    /** Returns whether a range fits; measures not much more of a long one than would fit. */
    private boolean isWholeWithin(int start, int end) {
      for (long length = max; length < end - start; length *= 2) {
        if (size(start, start + (int) length) > max) {
          return false;
        }
      }
      return size(start, end) <= max;
    }

    private int firstFitting(List<Integer> repeats, int next, int end) {
      for (int start : repeats) {
        if (size(start, end) <= max) {
          return start;
        }
      }
      return next;
    }

    private int lastBlockFitting(int start, int blockEnd) {
      int end = blockEnd;
      for (Integer more = ends.higher(end);
          more != null && size(start, more) <= max;
          more = ends.higher(end)) {
        end = more;
      }
      return end;
    }

    /**
     * Returns the end of a chunk that ends within a block.
     *
     * @param next the first place that is in no chunk so far
     * @return {@code next} if nothing beyond it fits, unless the chunk starts there
     */
    private int endWithin(int start, int next, int blockEnd) {
      int length = longest(start, blockEnd);
      while (start + length > next) {
        int end =
            start
                + boundary(
                    text.substring(start, Math.min(start + length + 1, blockEnd)),
                    length,
                    next - start);
        if (end > next && size(start, end) <= max) {
          return end;
        }
        length = (end - start) * 7 / 8; // a shorter text may have the larger size
      }
      return start < next ? next : next + Character.charCount(text.codePointAt(next));
    }

    /** Returns the length of the longest text from a place on that fits, possibly 0. */
    private int longest(int start, int limit) {
      int fits = 0;
      long tooLong = max;
      while (tooLong < limit - start) {
        if (size(start, start + (int) tooLong) > max) {
          break;
        }
        fits = (int) tooLong;
        tooLong *= 2;
      }
      tooLong = Math.min(tooLong, limit - start);
      while (tooLong - fits > 1) {
        int middle = (int) ((fits + tooLong) / 2);
        if (size(start, start + middle) <= max) {
          fits = middle;
        } else {
          tooLong = middle;
        }
      }
      return fits;
    }

    /**
     * Returns the end of the last line, sentence or word up to a place, else the place.
     *
     * @param first the text up to the character behind the place
     */
    private static int boundary(String first, int most, int after) {
      int least = Math.max(most / 2, after);
      int line = first.lastIndexOf('\n');
      if (line > least) {
        return line;
      }
      int sentence = last(BreakIterator.getSentenceInstance(Locale.ROOT), first);
      if (sentence > least) {
        return sentence;
      }
      int word = last(BreakIterator.getLineInstance(Locale.ROOT), first);
      if (word > least) {
        return word;
      }
      return most - (Character.isHighSurrogate(first.charAt(most - 1)) ? 1 : 0);
    }

    /** Returns the last boundary before the last character. */
    private static int last(BreakIterator breaks, String text) {
      breaks.setText(text);
      return breaks.preceding(text.length());
    }

    /** Returns the places in a chunk that the next one may start at, the first one first. */
    private List<Integer> repeats(int start, int end) {
      var repeats = new ArrayDeque<Integer>();
      for (Integer block = starts.lower(end);
          block != null && block >= start && size(block, end) <= overlap;
          block = starts.lower(block)) {
        repeats.addFirst(block);
      }
      int block = starts.lower(end);
      if (repeats.isEmpty() && !isCodeOrTable(block)) {
        NavigableSet<Integer> sentences = sentences(Math.max(block, start), end);
        for (Integer each = sentences.pollLast();
            each != null && size(each, end) <= overlap;
            each = sentences.pollLast()) {
          repeats.addFirst(each);
        }
      }
      return List.copyOf(repeats);
    }

    /** Returns whether the lines of a block mean nothing without its first ones. */
    private boolean isCodeOrTable(int start) {
      String block = text.substring(start, ends.higher(start));
      return block.startsWith("|") || block.contains("```");
    }

    /** Returns the starts of sentences and lines, without that of the range. */
    private NavigableSet<Integer> sentences(int start, int end) {
      String range = text.substring(start, end).stripTrailing();
      var sentences = new TreeSet<Integer>();
      BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
      breaks.setText(range);
      for (int each = breaks.next();
          each != BreakIterator.DONE && each < range.length();
          each = breaks.next()) {
        sentences.add(start + each);
      }
      for (int line = range.indexOf('\n'); line >= 0; line = range.indexOf('\n', line + 1)) {
        sentences.add(start + line + 1);
      }
      return sentences;
    }
  }
}

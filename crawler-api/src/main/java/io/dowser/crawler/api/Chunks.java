package io.dowser.crawler.api;

import io.dowser.crawler.api.PageAttributes.Chunk;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits Markdown into chunks. Not thread-safe. */
final class Chunks {

  /** Below this, chunks would be fragments of sentences. */
  static final int SHORTEST = 100;

  private static final Pattern HEADING = Pattern.compile("(#{1,6}) (.+)");

  /** The fence of code, possibly at the start of list items. */
  private static final Pattern FENCE = Pattern.compile("(?:(?:[-*]|\\d+[.)]) +)*(`{3,})[^`]*");

  private final int maxCharacters;
  private final List<Chunk> chunks = new ArrayList<>();
  private final TreeMap<Integer, String> headings = new TreeMap<>(); // by level
  private final StringBuilder text = new StringBuilder();

  Chunks(int maxCharacters) {
    this.maxCharacters = maxCharacters;
  }

  List<Chunk> of(String markdown) {
    for (String block : blocks(markdown)) {
      Matcher heading = HEADING.matcher(block);
      if (heading.matches()) {
        endChunk();
        int level = heading.group(1).length();
        headings.tailMap(level, true).clear();
        headings.put(level, heading.group(2));
      } else {
        add(block);
      }
    }
    endChunk();
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

  private void add(String block) {
    if (text.length() + 2 + block.length() > maxCharacters) {
      endChunk();
    }
    String left = block;
    while (left.length() > maxCharacters) {
      int end = end(left);
      text.append(left, 0, end);
      endChunk();
      left = left.substring(end).strip();
    }
    text.append(text.isEmpty() ? "" : "\n\n").append(left);
  }

  /** Returns the end of the first chunk of a long block. */
  private int end(String block) {
    String first = block.substring(0, maxCharacters);
    int line = first.lastIndexOf('\n');
    if (line > maxCharacters / 2) {
      return line;
    }
    int sentence = last(BreakIterator.getSentenceInstance(Locale.ROOT), first);
    if (sentence > maxCharacters / 2) {
      return sentence;
    }
    int word = last(BreakIterator.getLineInstance(Locale.ROOT), first);
    if (word > maxCharacters / 2) {
      return word;
    }
    return maxCharacters - (Character.isHighSurrogate(block.charAt(maxCharacters - 1)) ? 1 : 0);
  }

  private static int last(BreakIterator breaks, String text) {
    breaks.setText(text);
    return breaks.preceding(text.length());
  }

  private void endChunk() {
    String chunk = text.toString().strip();
    if (!chunk.isEmpty()) {
      chunks.add(new Chunk(List.copyOf(headings.values()), chunk));
    }
    text.setLength(0);
  }
}

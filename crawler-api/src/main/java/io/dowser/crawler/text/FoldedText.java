package io.dowser.crawler.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A text in normal form, unit by unit, with the place of each unit in the text as given. Not
 * thread-safe while it grows.
 */
final class FoldedText {

  /** The unit of white space; no two follow each other. */
  static final int SPACE = ' ' << 1;

  /** Characters or units that a loop takes in one call: see docs/decisions/0010. */
  static final int CHUNK = 64;

  /** The number of bits of {@link #label}. */
  static final int LABEL_BITS = Character.SIZE + 2;

  private final List<Run> runs = new ArrayList<>(List.of(new Run(0, 0, 1)));
  private int[] units; // one more than there are, which belongs to no word in the end
  private int size;
  private Run last = runs.get(0);

  /**
   * Neighbouring units.
   *
   * @param first the index of the first one
   * @param start the start of that one in the text
   * @param length the length of each in the text; a run has one unit if that is not 1
   */
  private record Run(int first, int start, int length) {

    boolean continues(int index, int at) {
      return length == 1 && at - start == index - first;
    }

    int start(int index) {
      return length == 1 ? start + index - first : start;
    }
  }

  /** Expects few characters that become several units. */
  FoldedText(int length) {
    this.units = new int[length + length / 64 + 1];
  }

  /**
   * Adds characters that are one unit each, up to one that may depend on its neighbours or the end
   * of a chunk, and returns the place of the next one.
   *
   * @param forms the unit of each character plus 1, or less than 1 if it is unknown
   */
  int addAlone(String text, int start, int[] forms) {
    int end = Math.min(text.length(), start + Math.min(CHUNK, units.length - 1 - size));
    int before = size == 0 ? SPACE : units[size - 1];
    int at = start;
    int to = size;
    for (; at < end; at++) {
      int unit = forms[text.charAt(at)] - 1;
      if (unit < 0 || (unit == SPACE && before == SPACE)) {
        break;
      }
      units[to++] = unit;
      before = unit;
    }
    boolean alone = at == start || at == text.length() || forms[text.charAt(at)] > 0;
    int added = at - start - (alone ? 0 : 1);
    if (added > 0) {
      place(start, 1);
    }
    size += added;
    return start + added;
  }

  /** Adds a unit that stands for a part of the text. */
  void add(int unit, int start, int end) {
    if (unit == SPACE && (size == 0 || units[size - 1] == SPACE)) {
      return;
    }
    if (size + 1 == units.length) {
      units = Arrays.copyOf(units, units.length + units.length / 2 + 1);
    }
    place(start, end - start);
    units[size++] = unit;
  }

  private void place(int start, int length) {
    if (length != 1 || !last.continues(size, start)) {
      last = new Run(size, start, length);
      runs.add(last);
    }
  }

  /** Ends the text, without a space at its end. */
  void end() {
    size -= size > 0 && units[size - 1] == SPACE ? 1 : 0;
    units[size] = SPACE;
  }

  int size() {
    return size;
  }

  int start(int index) {
    return run(index).start(index);
  }

  int end(int index) {
    return start(index) + run(index).length;
  }

  private Run run(int index) {
    int low = 0;
    int high = runs.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (runs.get(middle).first <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return runs.get(low);
  }

  /** Returns whether a word extends from the previous unit into this one. */
  boolean isInsideWord(int index) {
    return index > 0 && (units[index - 1] & units[index] & 1) != 0;
  }

  /**
   * Returns a label that distinguishes units, and those with which a word ends from those with
   * which it does not.
   */
  int label(int index) {
    return units[index] << 1 | (units[index] & units[index + 1] & 1);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(size);
    for (int i = 0; i < size; i++) {
      text.append((char) (units[i] >> 1));
    }
    return text.toString();
  }
}

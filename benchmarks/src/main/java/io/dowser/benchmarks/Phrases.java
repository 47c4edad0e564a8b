package io.dowser.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Sentences of a real text, as they stand in HTML. */
final class Phrases {

  /** From the SQLite documentation. */
  static final Phrases ENGLISH = new Phrases("en", "text-en.txt", "(?<=[.!?]) ", " ", 4);

  /** From the Guide for Debian Maintainers. */
  static final Phrases CHINESE = new Phrases("zh-CN", "text-zh.txt", "(?<=[。！？；])", "", 8);

  private final String language;
  private final byte[][] anchors;
  private final byte[][] delays;

  /**
   * Splits a text into sentences and those into anchor and rest.
   *
   * @param anchorUnits words, or characters where words are not separated, of an anchor text
   */
  private Phrases(String language, String file, String end, String separator, int anchorUnits) {
    this.language = language;
    List<String> sentences =
        Resources.lines(file).stream().flatMap(line -> Arrays.stream(line.split(end))).toList();
    anchors = new byte[sentences.size()][];
    delays = new byte[sentences.size()][];
    for (int i = 0; i < anchors.length; i++) {
      String[] units = sentences.get(i).split(separator);
      int cut = Math.min(anchorUnits, units.length);
      anchors[i] = html(String.join(separator, Arrays.copyOf(units, cut)));
      String rest = String.join(separator, Arrays.copyOfRange(units, cut, units.length));
      delays[i] = html(rest.isEmpty() ? separator : separator + rest + separator);
    }
  }

  private static byte[] html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the language tag. */
  String language() {
    return language;
  }

  /** Picks a sentence. */
  int pick(SplittableRandom random) {
    return random.nextInt(anchors.length);
  }

  /** The first few words of a sentence. */
  byte[] anchor(int sentence) {
    return anchors[sentence];
  }

  /** The words that follow them. */
  byte[] rest(int sentence) {
    return delays[sentence];
  }
}

package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import org.jspecify.annotations.Nullable;

/**
 * The texts of recent links in bounded memory: each has one slot, which a later one may overwrite.
 * Confined to the engine thread.
 */
final class RecentAnchors {

  private static final int SLOTS = 1 << 15;
  private static final int MAX_LENGTH = 80;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio, spreads the bits

  private final long[] keys = new long[SLOTS];
  private final @Nullable String[] texts = new String[SLOTS];

  /** Keeps the texts of a page's links; of links to one target, the first with a text. */
  void keep(long page, AnalyzedPage analyzed) {
    for (Link link : analyzed.links()) {
      String text = link.anchorText();
      if (!text.isBlank()) {
        keep(key(page, link.target()), text);
      }
    }
  }

  private void keep(long key, String text) {
    int slot = slot(key);
    if (texts[slot] == null || keys[slot] != key) {
      keys[slot] = key;
      texts[slot] = shortened(text);
    }
  }

  /** Returns the text of a link from a page, or an empty text if it was overwritten. */
  String of(long page, CrawlUrl target) {
    long key = key(page, target);
    int slot = slot(key);
    String text = texts[slot];
    return text == null || keys[slot] != key ? "" : text;
  }

  private static long key(long page, CrawlUrl target) {
    return (page << 32) ^ Integer.toUnsignedLong(target.hashCode());
  }

  private static int slot(long key) {
    return (int) ((key * GOLDEN) >>> Long.numberOfLeadingZeros(SLOTS - 1));
  }

  /** Returns a text that fits into a table. */
  static String shortened(String text) {
    return shortened(text, MAX_LENGTH);
  }

  /** Returns a text of at most a number of characters. */
  static String shortened(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "\u2026";
  }
}

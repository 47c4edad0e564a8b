package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the links that were met last, in bounded room: each has one place, which a later one
 * may take. For one thread.
 */
final class RecentAnchors {

  private static final int PLACES = 1 << 15;
  private static final int LONGEST = 80;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio, spreads the bits

  private final long[] keys = new long[PLACES];
  private final @Nullable String[] texts = new String[PLACES];

  /** Keeps the texts of a page's links; of several links to one target, the first with a text. */
  void keep(long page, AnalyzedPage analyzed) {
    for (Link link : analyzed.links()) {
      String text = link.anchorText();
      if (!text.isBlank()) {
        keep(key(page, link.target()), text);
      }
    }
  }

  private void keep(long key, String text) {
    int place = place(key);
    if (texts[place] == null || keys[place] != key) {
      keys[place] = key;
      texts[place] = shortened(text);
    }
  }

  /** The text of the link from a page, by its sequence number, or nothing if it was forgotten. */
  String of(long page, CrawlUrl target) {
    long key = key(page, target);
    int place = place(key);
    String text = texts[place];
    return text == null || keys[place] != key ? "" : text;
  }

  private static long key(long page, CrawlUrl target) {
    return (page << 32) ^ Integer.toUnsignedLong(target.hashCode());
  }

  private static int place(long key) {
    return (int) ((key * GOLDEN) >>> Long.numberOfLeadingZeros(PLACES - 1));
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = LONGEST - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "\u2026";
  }
}

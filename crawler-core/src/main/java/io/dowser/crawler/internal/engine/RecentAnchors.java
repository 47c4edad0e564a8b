package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import java.util.LinkedHashMap;
import java.util.Map;

/** The texts of the latest links, in bounded memory. Confined to the engine thread. */
final class RecentAnchors {

  private static final int MOST = 1 << 15;
  private static final int MAX_LENGTH = 80;

  private final Map<Key, String> texts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
          return size() > MOST;
        }
      };

  private record Key(long page, CrawlUrl target) {}

  /** Keeps the texts of a page's links; of links to one target, the first with a text. */
  void keep(long page, AnalyzedPage analyzed) {
    for (Link link : analyzed.links()) {
      if (!link.anchorText().isBlank()) {
        texts.computeIfAbsent(new Key(page, link.target()), key -> shortened(link.anchorText()));
      }
    }
  }

  /** Returns the text of a link from a page, or an empty text if it has none or is too old. */
  String of(long page, CrawlUrl target) {
    return texts.getOrDefault(new Key(page, target), "");
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "\u2026";
  }
}

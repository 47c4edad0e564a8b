package io.dowser.crawler.shark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.text.TextNormalizer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Looks for key words in the form of a URL, behind its scheme.
 *
 * <p>A URL runs words together, so a key word counts wherever its letters stand, within a longer
 * word too; hyphen, underscore, plus sign and blank are the same. Percent-encoded characters are
 * read as UTF-8 and, if that finds nothing, as GB18030, which pages of the older Chinese web use.
 */
final class UrlKeyWords {

  private static final Charset GB18030 = Charset.forName("GB18030");

  private final TextNormalizer normalizer;
  private final List<String> words = new ArrayList<>();

  UrlKeyWords(Collection<String> words, TextNormalizer normalizer) {
    this.normalizer = normalizer;
    for (String word : words) {
      String folded = fold(word).strip();
      if (!folded.isEmpty()) { // such as a key word of hyphens alone, which every URL would contain
        this.words.add(folded);
      }
    }
  }

  boolean occurIn(CrawlUrl url) {
    byte[] bytes = decoded(url.toString(), url.scheme().length() + 3);
    return oneOf(new String(bytes, StandardCharsets.UTF_8)) || oneOf(new String(bytes, GB18030));
  }

  private boolean oneOf(String text) {
    String folded = fold(text);
    return words.stream().anyMatch(folded::contains);
  }

  private String fold(String text) {
    return normalizer.normalize(text).replace('-', ' ').replace('_', ' ').replace('+', ' ');
  }

  /** Decodes percent-encoding; a percent sign without two hex digits stays as it is. */
  private static byte[] decoded(String form, int start) {
    var bytes = new byte[form.length() - start];
    int size = 0;
    for (int i = start; i < form.length(); i++) {
      char c = form.charAt(i);
      int value = c == '%' ? hexPair(form, i + 1) : -1;
      if (value >= 0) {
        bytes[size++] = (byte) value;
        i += 2;
      } else {
        bytes[size++] = (byte) c;
      }
    }
    return Arrays.copyOf(bytes, size);
  }

  private static int hexPair(String text, int at) {
    if (at + 2 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}

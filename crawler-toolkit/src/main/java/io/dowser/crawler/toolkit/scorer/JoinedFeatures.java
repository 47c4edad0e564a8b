package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkFeatures;
import java.util.Locale;

/**
 * The features of several scorers in one: first the size of each, then their numbers.
 *
 * <p>A part that does not learn leaves its score, as the two halves of its bits, because nothing
 * else could show it later.
 */
final class JoinedFeatures {

  private JoinedFeatures() {}

  static LinkFeatures join(LinkFeatures[] parts) {
    int size = parts.length;
    for (LinkFeatures part : parts) {
      size += part.size();
    }
    if (size > LinkFeatures.MAX_SIZE) {
      throw new CrawlException(
          String.format(
              Locale.ROOT,
              "the parts of a weighted sum must leave at most %d features together, but leave %d",
              LinkFeatures.MAX_SIZE - parts.length,
              size - parts.length));
    }
    var joined = new int[size];
    int next = parts.length;
    for (int i = 0; i < parts.length; i++) {
      joined[i] = parts[i].size();
      System.arraycopy(parts[i].toArray(), 0, joined, next, parts[i].size());
      next += parts[i].size();
    }
    return LinkFeatures.of(joined);
  }

  /** Takes the features of one part out again; none if there are none at all, as for a seed. */
  static LinkFeatures split(LinkFeatures joined, int part, int parts) {
    if (joined.size() == 0) {
      return joined;
    }
    checkLayout(joined, parts);
    int start = parts;
    for (int i = 0; i < part; i++) {
      start += joined.get(i);
    }
    var values = new int[joined.get(part)];
    for (int i = 0; i < values.length; i++) {
      values[i] = joined.get(start + i);
    }
    return LinkFeatures.of(values);
  }

  static LinkFeatures ofScore(double score) {
    long bits = Double.doubleToRawLongBits(score);
    return LinkFeatures.of((int) (bits >>> 32), (int) bits);
  }

  static double toScore(LinkFeatures features) {
    if (features.size() != 2) {
      throw new CrawlException("not the features of a score: " + features.size() + " numbers");
    }
    return Double.longBitsToDouble(
        ((long) features.get(0) << 32) | (features.get(1) & 0xffffffffL));
  }

  private static void checkLayout(LinkFeatures joined, int parts) {
    long size = parts;
    for (int i = 0; i < parts && i < joined.size(); i++) {
      size += joined.get(i) >= 0 ? joined.get(i) : LinkFeatures.MAX_SIZE + 1;
    }
    if (size != joined.size()) {
      throw new CrawlException(
          "not features of a weighted sum of " + parts + " parts: " + joined.size() + " numbers");
    }
  }
}

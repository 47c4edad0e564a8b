package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.CrawlException;
import java.util.Arrays;
import java.util.List;

/** Joins the numbers of several parts: first the size of each part, then their numbers. */
final class JoinedNumbers {

  private JoinedNumbers() {}

  /** Returns the numbers of all parts in one; empty if no part has any. */
  static double[] join(List<double[]> parts, int most, String what) {
    int numbers = parts.stream().mapToInt(part -> part.length).sum();
    if (numbers == 0) {
      return new double[0];
    }
    if (parts.size() + numbers > most) {
      throw new CrawlException(
          "the parts of a weighted sum must have at most "
              + (most - parts.size())
              + (" numbers of " + what + " together, but have " + numbers));
    }
    var joined = new double[parts.size() + numbers];
    int next = parts.size();
    for (int i = 0; i < parts.size(); i++) {
      double[] part = parts.get(i);
      joined[i] = part.length;
      System.arraycopy(part, 0, joined, next, part.length);
      next += part.length;
    }
    return joined;
  }

  /** Returns the numbers of one part; empty if no part has any. */
  static double[] split(double[] joined, int part, int parts, String what) {
    if (joined.length == 0) {
      return joined;
    }
    long size = parts;
    for (int i = 0; i < parts && i < joined.length; i++) {
      double own = joined[i];
      size += own == Math.rint(own) && own >= 0 ? (long) own : joined.length + 1L;
    }
    if (size != joined.length) {
      throw new CrawlException(
          "not the " + what + " of a weighted sum of " + parts + " parts: " + joined.length);
    }
    int start = parts;
    for (int i = 0; i < part; i++) {
      start += (int) joined[i];
    }
    return Arrays.copyOfRange(joined, start, start + (int) joined[part]);
  }
}

package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PathState;
import java.util.Locale;

/**
 * The path states of several scorers in one: first the size of each, then their numbers.
 *
 * <p>If no part passes down anything, it is empty.
 */
final class JoinedPathState {

  private JoinedPathState() {}

  static PathState join(PathState[] parts) {
    int values = 0;
    for (PathState part : parts) {
      values += part.size();
    }
    if (values == 0) {
      return PathState.NONE;
    }
    if (parts.length + values > PathState.MAX_SIZE) {
      throw new CrawlException(
          String.format(
              Locale.ROOT,
              "the parts of a weighted sum must carry at most %d numbers together, but carry %d",
              PathState.MAX_SIZE - parts.length,
              values));
    }
    return PathState.of(joined(parts, values));
  }

  private static double[] joined(PathState[] parts, int values) {
    var joined = new double[parts.length + values];
    int next = parts.length;
    for (int i = 0; i < parts.length; i++) {
      joined[i] = parts[i].size();
      System.arraycopy(parts[i].toArray(), 0, joined, next, parts[i].size());
      next += parts[i].size();
    }
    return joined;
  }

  /** Takes the path state of one part out again. */
  static PathState split(PathState joined, int part, int parts) {
    if (joined.isEmpty()) {
      return joined;
    }
    checkLayout(joined, parts);
    int start = parts;
    for (int i = 0; i < part; i++) {
      start += (int) joined.get(i);
    }
    var values = new double[(int) joined.get(part)];
    System.arraycopy(joined.toArray(), start, values, 0, values.length);
    return PathState.of(values);
  }

  private static void checkLayout(PathState joined, int parts) {
    long size = parts;
    for (int i = 0; i < parts && i < joined.size(); i++) {
      double length = joined.get(i);
      size += length == Math.rint(length) && length >= 0 ? (long) length : PathState.MAX_SIZE + 1;
    }
    if (size != joined.size()) {
      throw new CrawlException("not a carry of a weighted sum of " + parts + " parts: " + joined);
    }
  }
}

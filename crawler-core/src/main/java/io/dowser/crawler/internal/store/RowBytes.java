package io.dowser.crawler.internal.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.nio.ByteBuffer;
import java.sql.SQLDataException;
import org.jspecify.annotations.Nullable;

/**
 * How values lie in a column: path states and features as their numbers in big-endian order, null
 * if none; URLs as text.
 */
public final class RowBytes {

  private RowBytes() {}

  /** Reads a URL; not every text in a damaged file is one. */
  public static CrawlUrl url(String text) throws SQLDataException {
    try {
      return CrawlUrl.of(text);
    } catch (IllegalArgumentException e) {
      throw new SQLDataException("'" + text + "' is no URL", e);
    }
  }

  /**
   * Returns 48 bits that stand for a URL, as a number of a row: a URL that was never met is taken
   * for one of a million others once in 280 million.
   */
  public static long fingerprint(CrawlUrl url) {
    return Hashing.farmHashFingerprint64().hashString(url.toString(), ISO_8859_1).asLong() >>> 16;
  }

  static byte @Nullable [] of(LinkFeatures features) {
    if (features.size() == 0) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(features.size() * Integer.BYTES);
    for (int i = 0; i < features.size(); i++) {
      bytes.putInt(features.get(i));
    }
    return bytes.array();
  }

  public static LinkFeatures features(byte @Nullable [] bytes) {
    if (bytes == null) {
      return LinkFeatures.NONE;
    }
    int[] values = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(values);
    return LinkFeatures.of(values);
  }

  static byte @Nullable [] of(PathState pathState) {
    if (pathState.isEmpty()) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate(pathState.size() * Double.BYTES);
    for (int i = 0; i < pathState.size(); i++) {
      bytes.putDouble(pathState.get(i));
    }
    return bytes.array();
  }

  public static PathState pathState(byte @Nullable [] bytes) {
    if (bytes == null) {
      return PathState.NONE;
    }
    double[] values = new double[bytes.length / Double.BYTES];
    ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
    return PathState.of(values);
  }
}

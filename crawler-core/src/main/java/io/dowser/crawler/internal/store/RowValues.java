package io.dowser.crawler.internal.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.store.StoredVisit;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads values from rows. In a column lie path states and features as their numbers in big-endian
 * order, null if none; URLs as text.
 */
public final class RowValues {

  private RowValues() {}

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

  /** Reads URL, anchor, score, status, parent and parts of the score. */
  public static StoredVisit.PathStep step(ResultSet row) throws SQLException {
    String anchor = row.getString(2);
    String parts = row.getString(6);
    return new StoredVisit.PathStep(
        url(row.getString(1)),
        anchor == null ? "" : anchor,
        optional(row, 3),
        row.getString(4),
        parts == null ? Optional.empty() : Optional.of(ExplanationText.read(parts)));
  }

  /** Reads id, URL, depth, score, parent, tie, path state and features. */
  public static Candidate candidate(ResultSet row) throws SQLException {
    CrawlUrl url = url(row.getString(2));
    long parent = row.getLong(5);
    boolean seed = row.wasNull();
    return new Candidate(
        url,
        row.getLong(1),
        row.getInt(3),
        optional(row, 4).orElse(Double.POSITIVE_INFINITY),
        row.getDouble(6),
        seed ? Candidate.NO_PARENT : parent,
        pathState(row.getBytes(7)),
        features(row.getBytes(8)));
  }

  /** Returns a reason as a column has it, null for none. */
  static @Nullable String of(Optional<Irrelevance> irrelevance) {
    return irrelevance.map(Irrelevance::name).orElse(null);
  }

  /** Reads a reason that a column may have. */
  public static Optional<Irrelevance> irrelevance(ResultSet row, int column) throws SQLException {
    String name = row.getString(column);
    return name == null ? Optional.empty() : Optional.of(irrelevance(name));
  }

  /** Reads number, URL, page, time, relevance, relevant, score, depth, bytes and irrelevance. */
  public static StoredVisit visit(ResultSet row) throws SQLException {
    CrawlUrl url = url(row.getString(2));
    String page = row.getString(3);
    return new StoredVisit(
        row.getLong(1),
        url,
        page == null ? url : url(page),
        Instant.ofEpochMilli(row.getLong(4)),
        row.getDouble(5),
        row.getInt(6) != 0,
        optional(row, 7),
        row.getInt(8),
        row.getLong(9),
        irrelevance(row, 10));
  }

  /** Reads why a visited page is not relevant. */
  public static Irrelevance irrelevance(String name) throws SQLException {
    return constant(Irrelevance.class, name, "reason of irrelevance");
  }

  /** Reads a constant by its name; not every text in a damaged file is one. */
  public static <T extends Enum<T>> T constant(Class<T> type, String name, String what)
      throws SQLDataException {
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new SQLDataException("'" + name + "' is no " + what, e);
    }
  }

  private static OptionalDouble optional(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}

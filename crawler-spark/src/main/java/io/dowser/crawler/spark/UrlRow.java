package io.dowser.crawler.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * A URL as a link or the table has it: the values of {@link Columns#URLS}. Immutable, as far as the
 * row is that it was made of.
 */
final class UrlRow {

  static final int HIGH = Columns.URLS.fieldIndex(Columns.HIGH);
  static final int LOW = Columns.URLS.fieldIndex(Columns.LOW);
  static final int URL = Columns.URLS.fieldIndex("url");
  static final int HOST = Columns.URLS.fieldIndex("host");
  static final int OPEN = Columns.URLS.fieldIndex("open");
  static final int QUEUE = Columns.URLS.fieldIndex("queue");
  static final int SCORE = Columns.URLS.fieldIndex("score");
  static final int TIE = Columns.URLS.fieldIndex("tie");
  static final int DEPTH = Columns.URLS.fieldIndex("depth");
  static final int IN_LINKS = Columns.URLS.fieldIndex("inLinks");
  static final int BORN = Columns.URLS.fieldIndex("born");
  static final int SEED = Columns.URLS.fieldIndex("seed");
  static final int PARENT_HIGH = Columns.URLS.fieldIndex("parentHigh");
  static final int PARENT_LOW = Columns.URLS.fieldIndex("parentLow");
  static final int HOPS = Columns.URLS.fieldIndex("hops");
  static final int PATH_STATE = Columns.URLS.fieldIndex("pathState");
  static final int FEATURES = Columns.URLS.fieldIndex("features");
  static final double[] NO_PATH_STATE = new double[0];
  static final int[] NO_FEATURES = new int[0];

  private static final int SOURCE_HIGH = Columns.FOUND.fieldIndex("sourceHigh");
  private static final int SOURCE_LOW = Columns.FOUND.fieldIndex("sourceLow");

  private final InternalRow row;
  private final boolean open;
  private final int queue;
  private final int depth;
  private final long inLinks;
  private final long born;

  private UrlRow(InternalRow row, boolean open, int queue, int depth, long inLinks, long born) {
    this.row = row;
    this.open = open;
    this.queue = queue;
    this.depth = depth;
    this.inLinks = inLinks;
    this.born = born;
  }

  /**
   * Looks at a row of {@link Columns#URLS} or {@link Columns#FOUND}; one of {@link Columns#LINKS}
   * counts as one in-link.
   */
  static UrlRow of(InternalRow row) {
    return new UrlRow(
        row,
        !row.isNullAt(OPEN) && row.getBoolean(OPEN),
        row.getInt(QUEUE),
        row.getInt(DEPTH),
        isLink(row) ? 1 : row.getLong(IN_LINKS),
        row.getLong(BORN));
  }

  private static boolean isLink(InternalRow row) {
    return row.isNullAt(IN_LINKS);
  }

  long high() {
    return row.getLong(HIGH);
  }

  boolean open() {
    return open;
  }

  boolean isPending(int maxDepth) {
    return open && depth <= maxDepth;
  }

  int queue() {
    return queue;
  }

  double score() {
    return row.getDouble(SCORE);
  }

  double tie() {
    return row.getDouble(TIE);
  }

  int depth() {
    return depth;
  }

  long inLinks() {
    return inLinks;
  }

  long born() {
    return born;
  }

  /** The same, whatever becomes of the row that this was made of. */
  UrlRow kept() {
    return new UrlRow(row.copy(), open, queue, depth, inLinks, born);
  }

  /** Returns this with other values. */
  UrlRow with(boolean nowOpen, int nowQueue, int nowDepth, long nowInLinks, long nowBorn) {
    return new UrlRow(row, nowOpen, nowQueue, nowDepth, nowInLinks, nowBorn);
  }

  /**
   * The values to be written; of a URL that no longer waits, none that its scorer needs. The host
   * of a link is null.
   */
  @Nullable Object[] cells() {
    boolean link = isLink(row); // from its source, which is no seed, without a redirect
    return new @Nullable Object[] {
      row.getLong(HIGH),
      row.getLong(LOW),
      row.getUTF8String(URL),
      link ? null : row.getUTF8String(HOST),
      open,
      queue,
      score(),
      tie(),
      depth,
      inLinks,
      born,
      !link && row.getBoolean(SEED),
      row.getLong(link ? SOURCE_HIGH : PARENT_HIGH),
      row.getLong(link ? SOURCE_LOW : PARENT_LOW),
      link ? 0 : row.getInt(HOPS),
      open ? row.getArray(PATH_STATE).toDoubleArray() : NO_PATH_STATE,
      open ? row.getArray(FEATURES).toIntArray() : NO_FEATURES
    };
  }

  @Override
  public String toString() {
    return row.getUTF8String(URL).toString();
  }
}

package io.dowser.crawler.spark;

import org.apache.spark.sql.Row;

/** A URL as a link or the table has it: the values of {@link Columns#URLS}. Immutable. */
final class UrlRow {

  private static final int OPEN = Columns.URLS.fieldIndex("open");
  private static final int QUEUE = Columns.URLS.fieldIndex("queue");
  private static final int SCORE = Columns.URLS.fieldIndex("score");
  private static final int TIE = Columns.URLS.fieldIndex("tie");
  private static final int DEPTH = Columns.URLS.fieldIndex("depth");
  private static final int IN_LINKS = Columns.URLS.fieldIndex("inLinks");
  private static final int BORN = Columns.URLS.fieldIndex("born");
  private static final int CARRY = Columns.URLS.fieldIndex("carry");
  private static final int FEATURES = Columns.URLS.fieldIndex("features");
  private static final double[] NO_CARRY = new double[0];
  private static final int[] NO_FEATURES = new int[0];

  private final Object[] cells;

  UrlRow(Object[] cells) {
    this.cells = cells;
  }

  /** Reads a row whose first columns are those of {@link Columns#URLS}. */
  static UrlRow of(Row row) {
    Object[] cells = new Object[Columns.URLS.size()];
    for (int i = 0; i < CARRY; i++) {
      cells[i] = row.get(i);
    }
    cells[CARRY] = Assigned.doubles(row.getList(CARRY));
    cells[FEATURES] = Assigned.integers(row.getList(FEATURES));
    return new UrlRow(cells);
  }

  boolean open() {
    return (Boolean) cells[OPEN];
  }

  boolean waits(int maxDepth) {
    return open() && depth() <= maxDepth;
  }

  int queue() {
    return (Integer) cells[QUEUE];
  }

  double score() {
    return (Double) cells[SCORE];
  }

  double tie() {
    return (Double) cells[TIE];
  }

  int depth() {
    return (Integer) cells[DEPTH];
  }

  long inLinks() {
    return (Long) cells[IN_LINKS];
  }

  long born() {
    return (Long) cells[BORN];
  }

  /** Copies this with other values; one that no longer waits needs nothing for its scorer. */
  UrlRow with(boolean open, int queue, int depth, long inLinks, long born) {
    Object[] copy = cells.clone();
    copy[OPEN] = open;
    copy[QUEUE] = queue;
    copy[DEPTH] = depth;
    copy[IN_LINKS] = inLinks;
    copy[BORN] = born;
    if (!open) {
      copy[CARRY] = NO_CARRY;
      copy[FEATURES] = NO_FEATURES;
    }
    return new UrlRow(copy);
  }

  Object[] cells() {
    return cells;
  }

  @Override
  public String toString() {
    return String.valueOf(cells[2]);
  }
}

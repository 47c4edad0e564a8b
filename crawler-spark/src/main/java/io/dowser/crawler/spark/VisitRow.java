package io.dowser.crawler.spark;

import org.jspecify.annotations.Nullable;

/** A row of {@link Columns#VISITS} while it is filled in. */
final class VisitRow {

  private final @Nullable Object[] cells = new @Nullable Object[Columns.VISITS.size()];

  VisitRow(Assigned assigned, int round, String outcome, String executor) {
    set("round", round)
        .set("place", assigned.place())
        .set(Columns.HIGH, assigned.fingerprint().high())
        .set(Columns.LOW, assigned.fingerprint().low())
        .set("url", assigned.url().toString())
        .set("outcome", outcome)
        .set("detail", "")
        .set("executor", executor)
        .set("host", assigned.host())
        .set("depth", assigned.depth())
        .set("score", assigned.score())
        .set("seed", assigned.isSeed())
        .set("parentHigh", assigned.parent().high())
        .set("parentLow", assigned.parent().low())
        .set("hops", assigned.hops());
  }

  VisitRow set(String column, @Nullable Object value) {
    cells[Columns.VISITS.fieldIndex(column)] = value;
    return this;
  }

  @Nullable Object[] cells() {
    return cells;
  }
}

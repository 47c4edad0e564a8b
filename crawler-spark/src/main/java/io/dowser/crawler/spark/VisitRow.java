package io.dowser.crawler.spark;

import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.jspecify.annotations.Nullable;

/** A row of the table of visits, or of rechecks, while it is filled in. */
final class VisitRow {

  private final String table;
  private final Record cells;

  /**
   * Begins.
   *
   * @param schema that of the table
   */
  VisitRow(String table, Schema schema, Assigned assigned, int round, String outcome) {
    this.table = table;
    cells = GenericRecord.create(schema);
    set("round", round)
        .set("place", assigned.place())
        .set("url", assigned.url().toString())
        .set("host", assigned.host())
        .set("outcome", outcome)
        .set("detail", "")
        .set("depth", assigned.depth())
        .set("score", assigned.score())
        .set("seed", assigned.isSeed())
        .set("parent", assigned.parent())
        .set("hops", assigned.hops())
        .set("executor", HostTask.executor());
  }

  VisitRow set(String column, @Nullable Object value) {
    cells.setField(column, value);
    return this;
  }

  String outcome() {
    return String.valueOf(cells.getField("outcome"));
  }

  String table() {
    return table;
  }

  Record cells() {
    return cells;
  }
}

package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import java.util.Arrays;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** A row of the table of visits while it is filled in. */
final class VisitRow {

  private final Record cells;

  /**
   * Begins.
   *
   * @param schema that of the table
   */
  VisitRow(Schema schema, Assigned assigned, int round, String outcome, String executor) {
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
        .set("executor", executor);
  }

  /** Returns why a visited page counts for nothing, by a row of the table. */
  static Optional<Irrelevance> irrelevance(Row row) {
    @Nullable String reason = row.getAs("irrelevance");
    return Arrays.stream(Irrelevance.values())
        .filter(each -> each.toString().equals(reason))
        .findFirst();
  }

  VisitRow set(String column, @Nullable Object value) {
    cells.setField(column, value);
    return this;
  }

  Record cells() {
    return cells;
  }
}

package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/** A row of the table of visits while it is filled in. */
final class VisitRow {

  private static final Map<String, Integer> COLUMNS = columns();

  private final @Nullable Object[] cells = new @Nullable Object[COLUMNS.size()];

  VisitRow(Assigned assigned, int round, String outcome, String executor) {
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

  private static Map<String, Integer> columns() {
    List<NestedField> fields = TableSchemas.ALL.get(TableSchemas.VISITS).columns();
    Map<String, Integer> columns = new HashMap<>();
    fields.forEach(field -> columns.put(field.name(), columns.size()));
    return Map.copyOf(columns);
  }

  VisitRow set(String column, @Nullable Object value) {
    cells[COLUMNS.get(column)] = value;
    return this;
  }

  @Nullable Object[] cells() {
    return cells;
  }
}

package io.dowser.crawler.spark;

import io.dowser.crawler.internal.store.PageState;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** The state of a visited page in the column {@code page} of several tables. */
final class PageColumn {

  static final String NAME = "page";

  private PageColumn() {}

  /** Writes a state for a table with this schema. */
  static Record cells(Schema table, PageState state) {
    Record cells = GenericRecord.create(table.findType(NAME).asStructType());
    state.values().forEach((name, value) -> cells.setField(name, cell(value)));
    return cells;
  }

  private static @Nullable Object cell(@Nullable Object value) {
    if (value instanceof Instant time) {
      return time.atOffset(ZoneOffset.UTC);
    }
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
  }

  /** Reads a state. */
  static PageState state(Row column) {
    Map<String, @Nullable Object> values = new HashMap<>();
    for (String name : column.schema().fieldNames()) {
      Object value = column.getAs(name);
      values.put(name, value instanceof Timestamp time ? time.toInstant() : value);
    }
    return PageState.of(values);
  }
}

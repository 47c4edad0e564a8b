package io.dowser.crawler.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.TaskWriter;
import org.apache.iceberg.io.UnpartitionedWriter;
import org.jspecify.annotations.Nullable;

/**
 * The files that one attempt of a task writes, under names that no other attempt has. They are part
 * of a table when the driver has appended them. Not thread-safe.
 */
final class RowFiles implements AutoCloseable {

  private static final long TARGET_BYTES = 256L << 20;

  private final Map<String, Table> tables;
  private final int partition;
  private final long attempt;
  private final Map<String, TaskWriter<Record>> writers = new HashMap<>();

  RowFiles(Map<String, Table> tables, int partition, long attempt) {
    this.tables = tables;
    this.partition = partition;
    this.attempt = attempt;
  }

  /** Writes a row, whose cells are in the order of the table's columns. */
  void write(String name, @Nullable Object... cells) {
    Record row = GenericRecord.create(schema(name));
    for (int i = 0; i < cells.length; i++) {
      row.set(i, cells[i]);
    }
    write(name, row);
  }

  void write(String name, Record row) {
    try {
      writers.computeIfAbsent(name, key -> writer(table(name))).write(row);
    } catch (IOException e) {
      throw new UncheckedIOException("a round cannot be written", e);
    }
  }

  Schema schema(String name) {
    return table(name).schema();
  }

  private Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name);
    }
    return table;
  }

  private TaskWriter<Record> writer(Table table) {
    return new UnpartitionedWriter<>(
        table.spec(),
        FileFormat.PARQUET,
        new GenericFileWriterFactory.Builder(table).build(),
        OutputFileFactory.builderFor(table, partition, attempt).format(FileFormat.PARQUET).build(),
        table.io(),
        TARGET_BYTES);
  }

  /** Completes the files and returns them by the name of their table. */
  Map<String, List<DataFile>> finish() throws IOException {
    Map<String, List<DataFile>> files = new HashMap<>();
    for (Map.Entry<String, TaskWriter<Record>> entry : writers.entrySet()) {
      files.put(entry.getKey(), new ArrayList<>(List.of(entry.getValue().complete().dataFiles())));
    }
    writers.clear();
    return files;
  }

  /** Removes the files that were not completed. */
  @Override
  public void close() throws IOException {
    for (TaskWriter<Record> writer : writers.values()) {
      writer.abort();
    }
  }
}

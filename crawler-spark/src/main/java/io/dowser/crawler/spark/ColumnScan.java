package io.dowser.crawler.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a {@link ColumnFile}, all of them or those about the URLs of one bucket. Groups
 * of rows without any such are passed over. Not thread-safe.
 */
final class ColumnScan implements AutoCloseable {

  private static final int NONE = -1;

  private final ParquetFileReader file;
  private final StructType columns;
  private final MessageType schema;
  private final String createdBy;
  private final Buckets buckets;
  private final int bucket;
  private final int high;
  private final ScannedRow row;
  private int group;
  private long at;
  private long rows;

  /**
   * Opens a file.
   *
   * @param columns what is read, {@link Columns#HIGH} among them if there are several buckets;
   *     those that the file lacks are null
   * @param buckets those of the table of URLs, or one for all rows
   * @param bucket whose rows are read, from 0
   */
  ColumnScan(
      InputFile input, StructType columns, Configuration configuration, Buckets buckets, int bucket)
      throws IOException {
    this.file = ParquetFileReader.open(input, HadoopReadOptions.builder(configuration).build());
    this.columns = columns;
    this.buckets = buckets;
    this.bucket = bucket;
    this.high = buckets.count() == 1 ? NONE : columns.fieldIndex(Columns.HIGH);
    MessageType whole = file.getFileMetaData().getSchema();
    schema =
        new MessageType(
            whole.getName(),
            Arrays.stream(columns.fieldNames())
                .filter(whole::containsField)
                .map(whole::getType)
                .toArray(Type[]::new));
    createdBy = file.getFileMetaData().getCreatedBy();
    file.setRequestedSchema(schema);
    row = new ScannedRow(columns);
  }

  /** Goes to the next row, the first one to begin with; false if there is none. */
  boolean next() throws IOException {
    do {
      if (++at >= rows && !nextGroup()) {
        return false;
      }
      row.goTo(at);
    } while (high != NONE && buckets.of(row.getLong(high)) != bucket);
    return true;
  }

  /** The row at which this is: valid until {@link #next}, unless it is copied. */
  InternalRow row() {
    return row;
  }

  private boolean nextGroup() throws IOException {
    while (group < file.getRowGroups().size() && !mayHaveRows(file.getRowGroups().get(group))) {
      group++;
    }
    if (group == file.getRowGroups().size()) {
      return false;
    }
    PageReadStore pages = file.readRowGroup(group++);
    row.begin(columns(pages));
    rows = pages.getRowCount();
    at = 0;
    return rows > 0;
  }

  private boolean mayHaveRows(BlockMetaData rowGroup) {
    for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
      if (chunk.getPath().toDotString().equals(Columns.HIGH)
          && chunk.getStatistics() instanceof LongStatistics range
          && range.hasNonNullValue()) {
        return buckets.of(range.getMin()) <= bucket && bucket <= buckets.of(range.getMax());
      }
    }
    return true;
  }

  private @Nullable ScannedColumn[] columns(PageReadStore pages) {
    var readers = new ColumnReadStoreImpl(pages, new NoConverter(schema), schema, createdBy);
    Map<String, ScannedColumn> byName = new HashMap<>();
    for (ColumnDescriptor column : schema.getColumns()) {
      String name = column.getPath()[0];
      boolean integers = columns.apply(name).dataType().equals(PartSchema.INTEGERS);
      byName.put(name, new ScannedColumn(readers.getColumnReader(column), integers));
    }
    return Arrays.stream(columns.fields())
        .map(StructField::name)
        .map(byName::get)
        .toArray(ScannedColumn[]::new);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

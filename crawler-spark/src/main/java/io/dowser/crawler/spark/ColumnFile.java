package io.dowser.crawler.spark;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Writes a Parquet file by its columns. Parquet's own writer of records comes to the same file, but
 * goes through a description of each record, and took 1.7 times as long. For one thread.
 */
final class ColumnFile implements AutoCloseable {

  /** Of a column at a time; rounds are small, and the usual megabyte strains the heap. */
  private static final int PAGE_BYTES = 128 << 10;

  /** Rows of a file come in groups of about so many bytes. */
  static final long GROUP_BYTES = 128 << 20;

  private static final int LOOK_EVERY = 1_000;

  private final PartSchema schema;
  private final ParquetProperties properties;
  private final CodecFactory codecs;
  private final ParquetFileWriter file;
  private final long groupBytes;
  private final int lookEvery;
  private @Nullable Group group;

  /** Rows that are not in the file yet. */
  private static final class Group implements AutoCloseable {

    final ColumnChunkPageWriteStore pages;
    final ColumnWriteStore store;
    final ColumnWriter[] columns;
    long rows;

    Group(ColumnChunkPageWriteStore pages, ColumnWriteStore store, ColumnWriter[] columns) {
      this.pages = pages;
      this.store = store;
      this.columns = columns;
    }

    @Override
    public void close() {
      store.close();
      pages.close();
    }
  }

  ColumnFile(OutputFile output, StructType columns, Configuration configuration, long groupBytes)
      throws IOException {
    this.groupBytes = groupBytes;
    schema = new PartSchema(columns);
    boolean large = Stream.of(columns.fields()).anyMatch(column -> isLarge(column.dataType()));
    lookEvery = large ? 1 : LOOK_EVERY;
    properties = properties();
    codecs = new CodecFactory(configuration, PAGE_BYTES);
    file =
        new ParquetFileWriter(
            output,
            schema.type(),
            ParquetFileWriter.Mode.OVERWRITE,
            groupBytes,
            0,
            null,
            properties);
    file.start();
  }

  /** Says whether a single value may have megabytes. */
  private static boolean isLarge(DataType type) {
    return type.equals(DataTypes.BinaryType);
  }

  private static ParquetProperties properties() {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withDictionaryEncoding(false) // of values that are nearly all different: wasted work
            .withSizeStatisticsEnabled(false)
            .withPageSize(PAGE_BYTES)
            .withDictionaryPageSize(PAGE_BYTES);
    Columns.FEW_VALUES.forEach(column -> builder.withDictionaryEncoding(column, true));
    Columns.ANY_VALUES.forEach(column -> builder.withStatisticsEnabled(column, false));
    return builder.build();
  }

  /** Writes a row; nulls only in columns that allow them. */
  void write(@Nullable Object[] cells) throws IOException {
    Group open = group;
    if (open == null) {
      open = begin();
      group = open;
    }
    schema.put(cells, open.columns);
    open.store.endRecord();
    open.rows++;
    if (open.rows % lookEvery == 0 && open.store.getBufferedSize() > groupBytes) {
      end(open);
    }
  }

  private Group begin() {
    CompressionCodecFactory.BytesInputCompressor snappy =
        codecs.getCompressor(CompressionCodecName.SNAPPY);
    var pages =
        new ColumnChunkPageWriteStore(
            snappy,
            schema.type(),
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    ColumnWriteStore store = properties.newColumnWriteStore(schema.type(), pages, pages);
    ColumnWriter[] columns =
        schema.type().getColumns().stream()
            .map(store::getColumnWriter)
            .toArray(ColumnWriter[]::new);
    return new Group(pages, store, columns);
  }

  private void end(Group full) throws IOException {
    try (full) {
      file.startBlock(full.rows);
      full.store.flush();
      full.pages.flushToFileWriter(file);
      file.endBlock();
    }
    group = null;
  }

  /** Completes the file; nothing can be written then. */
  void finish() throws IOException {
    if (group != null) {
      end(group);
    }
    file.end(Map.of());
  }

  /** Gives up what is not complete. */
  @Override
  public void close() throws IOException {
    Group open = group;
    group = null;
    try (file) {
      if (open != null) {
        open.close();
      }
    } finally {
      codecs.release();
    }
  }
}

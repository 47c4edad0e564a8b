package io.dowser.crawler.spark;

import com.google.common.io.Closer;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
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
 * goes through a description of each record, and took 1.7 times as long. Not thread-safe.
 */
final class ColumnFile implements AutoCloseable {

  /** Of a column at a time; rounds are small, and the usual megabyte strains the heap. */
  private static final int PAGE_BYTES = 128 << 10;

  /** Rows of a file come in groups of about this many bytes, or fewer if they come by buckets. */
  static final long GROUP_BYTES = 128 << 20;

  private static final int LOOK_EVERY = 1_000;

  private final PartSchema schema;
  private final ParquetProperties properties;
  private final CodecFactory codecs;
  private final ParquetFileWriter file;
  private final long groupBytes;
  private final int lookEvery;
  private final @Nullable Group[] groups;

  /** Rows that are not in the file yet. */
  private static final class Group implements Closeable {

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

  /**
   * Begins a file.
   *
   * @param buckets the rows of each come in groups of their own
   * @param bytes of all rows that are not in the file yet, as a limit
   */
  ColumnFile(
      OutputFile output,
      StructType columns,
      Configuration configuration,
      Buckets buckets,
      long bytes)
      throws IOException {
    groups = new @Nullable Group[buckets.count()];
    groupBytes = bytes / buckets.count();
    schema = new PartSchema(columns);
    boolean large = Stream.of(columns.fields()).anyMatch(column -> isLarge(column.dataType()));
    lookEvery = large ? 1 : Math.max(1, LOOK_EVERY / buckets.count());
    properties = properties();
    codecs = new CodecFactory(configuration, PAGE_BYTES);
    file =
        new ParquetFileWriter(
            output, schema.type(), ParquetFileWriter.Mode.OVERWRITE, bytes, 0, null, properties);
    file.start();
  }

  /** Reports whether a single value may have megabytes. */
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
  void write(int bucket, @Nullable Object[] cells) throws IOException {
    Group open = groups[bucket];
    if (open == null) {
      open = begin();
      groups[bucket] = open;
    }
    schema.put(cells, open.columns);
    open.store.endRecord();
    open.rows++;
    if (open.rows % lookEvery == 0 && open.store.getBufferedSize() > groupBytes) {
      groups[bucket] = null;
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
  }

  /** Completes the file; nothing can be written then. */
  void finish() throws IOException {
    for (int bucket = 0; bucket < groups.length; bucket++) {
      Group open = groups[bucket];
      groups[bucket] = null;
      if (open != null) {
        end(open);
      }
    }
    file.end(Map.of());
  }

  /** Abandons what is not complete. */
  @Override
  public void close() throws IOException {
    try (file;
        Closer open = Closer.create()) {
      Stream.of(groups).filter(Objects::nonNull).forEach(open::register);
      Arrays.fill(groups, null);
    } finally {
      codecs.release();
    }
  }
}

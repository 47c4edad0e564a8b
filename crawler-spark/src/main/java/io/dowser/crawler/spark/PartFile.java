package io.dowser.crawler.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * One file of a table, as one attempt of a task writes it. Its name is that attempt's own, and only
 * the files that the accepted attempts have named become part of a round; nothing is moved or
 * renamed. It is made with the first row. For one thread.
 */
final class PartFile implements AutoCloseable {

  private final Place place;
  private final String name;
  private final StructType columns;
  private @Nullable ParquetWriter<Object[]> writer;
  private long rows;

  /**
   * Where files go.
   *
   * @param directory the crawl's directory
   * @param run sets the files of one run of the driver apart from those of another
   */
  record Place(String directory, String run) implements Serializable {

    /** Begins a file of a table of a round. */
    PartFile open(String table, StructType columns) {
      TaskContext context = TaskContext.get();
      String file =
          String.format(
              Locale.ROOT, "part-%05d-%s-%d", context.partitionId(), run, context.taskAttemptId());
      return new PartFile(this, table + "/" + file + ".parquet", columns);
    }
  }

  private PartFile(Place place, String name, StructType columns) {
    this.place = place;
    this.name = name;
    this.columns = columns;
  }

  /** Writes a row; nulls only in columns that allow them. */
  void write(@Nullable Object... cells) throws IOException {
    ParquetWriter<Object[]> open = writer;
    if (open == null) {
      open = new Builder(new Path(place.directory(), name), columns).build();
      writer = open;
    }
    open.write(cells);
    rows++;
  }

  long rows() {
    return rows;
  }

  /** The file's name without its directory; empty if there were no rows. */
  String name() {
    return rows == 0 ? "" : name.substring(name.lastIndexOf('/') + 1);
  }

  @Override
  public void close() throws IOException {
    ParquetWriter<Object[]> open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Object[], Builder> {

    private final StructType columns;

    Builder(Path path, StructType columns) {
      super(path);
      this.columns = columns;
      withConf(HadoopSettings.ofExecutor());
      withCompressionCodec(CompressionCodecName.SNAPPY);
      withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Object[]> getWriteSupport(Configuration conf) {
      return new PartSchema(columns);
    }
  }
}

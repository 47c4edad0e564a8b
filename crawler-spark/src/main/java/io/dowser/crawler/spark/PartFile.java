package io.dowser.crawler.spark;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * One file of a table, as one attempt of a task writes it. Its name is that attempt's own, and only
 * the files that the accepted attempts have named become part of a round; nothing is moved or
 * renamed. It is made with the first row. For one thread.
 */
final class PartFile implements AutoCloseable {

  /** Of a column at a time; rounds are small, and the usual megabyte strains the heap. */
  private static final int PAGE_BYTES = 128 << 10;

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
   * @param hadoop how to reach the directory
   */
  record Place(String directory, String run, HadoopSettings hadoop) implements Serializable {

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
      open = builder().build();
      writer = open;
    }
    open.write(cells);
    rows++;
  }

  private Builder builder() throws IOException {
    Configuration configuration = place.hadoop().configuration();
    return new Builder(output(configuration), columns).withConf(configuration);
  }

  /** Hadoop starts a process for each new file of a local file system, to set its permissions. */
  private OutputFile output(Configuration configuration) throws IOException {
    var path = new Path(place.directory(), name);
    FileSystem files = path.getFileSystem(configuration);
    if (files instanceof LocalFileSystem localFiles) {
      File local = localFiles.pathToFile(path);
      Files.createDirectories(local.toPath().toAbsolutePath().getParent());
      return new LocalOutputFile(local.toPath());
    }
    return HadoopOutputFile.fromPath(path, configuration);
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
    finish();
  }

  /** Completes the file. */
  void finish() throws IOException {
    ParquetWriter<Object[]> open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Object[], Builder> {

    private final StructType columns;

    Builder(OutputFile file, StructType columns) {
      super(file);
      this.columns = columns;
      withCompressionCodec(CompressionCodecName.SNAPPY);
      withDictionaryEncoding(false); // of values that are nearly all different it is wasted work
      Columns.FEW_VALUES.forEach(column -> withDictionaryEncoding(column, true));
      withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
      withPageSize(PAGE_BYTES);
      withDictionaryPageSize(PAGE_BYTES);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Object[]> getWriteSupport(ParquetConfiguration conf) {
      return new PartSchema(columns);
    }

    @Override
    @Deprecated
    protected WriteSupport<Object[]> getWriteSupport(Configuration conf) {
      return new PartSchema(columns);
    }
  }
}

package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * One file of a table, as one attempt of a task writes it. Its name is that attempt's own, and only
 * the files that the accepted attempts have named become part of a round; nothing is moved or
 * renamed. It is made with the first row. For one thread.
 */
final class PartFile implements Closeable {

  private final Place place;
  private final String name;
  private final StructType columns;
  private @Nullable ColumnFile writer;
  private long rows;

  /**
   * Where files go.
   *
   * @param directory the crawl's directory
   * @param run sets the files of one run of the driver apart from those of another
   * @param hadoop how to reach the directory
   */
  record Place(String directory, String run, HadoopSettings hadoop) implements Serializable {

    /**
     * Names a place as the driver knows it: executors have other working directories.
     *
     * @throws CrawlException if the directory cannot be one
     */
    static Place of(String directory, String run, Configuration configuration) {
      try {
        var path = new Path(directory);
        Path whole = path.getFileSystem(configuration).makeQualified(path);
        return new Place(whole.toString(), run, HadoopSettings.of(configuration));
      } catch (IOException | IllegalArgumentException e) {
        throw new CrawlException("the directory '" + directory + "' cannot be used: " + e, e);
      }
    }

    /** Begins a file of a table of a round. */
    PartFile open(String table, StructType columns) {
      TaskContext context = TaskContext.get();
      String file =
          String.format(
              Locale.ROOT, "part-%05d-%s-%d", context.partitionId(), run, context.taskAttemptId());
      return new PartFile(this, table + "/" + file + ".parquet", columns);
    }

    /**
     * Itself, of which each executor has one: to set up Hadoop anew for each task takes a while.
     */
    Broadcast<Place> shared(SparkSession spark) {
      return JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(this);
    }
  }

  private PartFile(Place place, String name, StructType columns) {
    this.place = place;
    this.name = name;
    this.columns = columns;
  }

  /** Writes a row; nulls only in columns that allow them. */
  void write(@Nullable Object... cells) throws IOException {
    ColumnFile open = writer;
    if (open == null) {
      Configuration configuration = place.hadoop().configuration();
      open = new ColumnFile(output(configuration), columns, configuration, ColumnFile.GROUP_BYTES);
      writer = open;
    }
    open.write(cells);
    rows++;
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

  /** Completes the file. */
  void finish() throws IOException {
    ColumnFile open = writer;
    if (open != null) {
      open.finish();
    }
  }

  /** Gives the file up, unless it is complete. */
  @Override
  public void close() throws IOException {
    ColumnFile open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
  }
}

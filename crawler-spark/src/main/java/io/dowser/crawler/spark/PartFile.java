package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
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
 * renamed. It is made with the first row. Not thread-safe.
 */
final class PartFile implements Closeable {

  private static final Pattern NAME = Pattern.compile("part-(\\d+)-.*");

  private final Place place;
  private final String name;
  private final StructType columns;
  private final Buckets buckets;
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

    /** Begins a file of a table of a round, for the part that is the task's own. */
    PartFile open(String table, StructType columns) {
      return open(table, TaskContext.get().partitionId(), columns, Buckets.ONE);
    }

    /**
     * Begins a file of a table of a round.
     *
     * @param part which part of the table it is
     * @param buckets the rows of each come together
     */
    PartFile open(String table, int part, StructType columns, Buckets buckets) {
      long attempt = TaskContext.get().taskAttemptId();
      String file = String.format(Locale.ROOT, "part-%05d-%s-%d.parquet", part, run, attempt);
      return new PartFile(this, table + "/" + file, columns, buckets);
    }

    /**
     * Reads the rows of a file that are about the URLs of one bucket.
     *
     * @param file its full path
     */
    ColumnScan scan(String file, StructType columns, Buckets buckets, int bucket)
        throws IOException {
      var path = new Path(file);
      Configuration configuration = hadoop.configuration();
      InputFile input =
          path.getFileSystem(configuration) instanceof LocalFileSystem localFiles
              ? new LocalInputFile(localFiles.pathToFile(path).toPath())
              : HadoopInputFile.fromPath(path, configuration);
      return new ColumnScan(input, columns, configuration, buckets, bucket);
    }

    /**
     * Itself, of which each executor has one: to set up Hadoop anew for each task takes a while.
     */
    Broadcast<Place> shared(SparkSession spark) {
      return JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(this);
    }
  }

  private PartFile(Place place, String name, StructType columns, Buckets buckets) {
    this.place = place;
    this.name = name;
    this.columns = columns;
    this.buckets = buckets;
  }

  /** Reports which part of its table a file is. */
  static int part(String path) {
    Matcher name = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
    if (!name.matches()) {
      throw new IllegalArgumentException("'" + path + "' is no part of a table");
    }
    return Integer.parseInt(name.group(1));
  }

  /** Writes a row; nulls only in columns that allow them. */
  void write(@Nullable Object... cells) throws IOException {
    writeTo(0, cells);
  }

  /** Writes a row about a URL whose bucket is known. */
  void writeTo(int bucket, @Nullable Object... cells) throws IOException {
    ColumnFile open = writer;
    if (open == null) {
      Configuration configuration = place.hadoop().configuration();
      open =
          new ColumnFile(
              output(configuration), columns, configuration, buckets, ColumnFile.GROUP_BYTES);
      writer = open;
    }
    open.write(bucket, cells);
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

  /** Abandons the file, unless it is complete. */
  @Override
  public void close() throws IOException {
    ColumnFile open = writer;
    writer = null;
    if (open != null) {
      open.close();
    }
  }
}

package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * The rows of some files, each valid until the next one is asked for, whether there is one or not.
 * Not thread-safe.
 */
final class FileScan implements Iterator<InternalRow>, Closeable {

  private final PartFile.Place place;
  private final Iterator<String> files;
  private final StructType columns;
  private final Buckets buckets;
  private final int bucket;
  private @Nullable ColumnScan open;
  private String file = "";
  private boolean isAhead;

  /**
   * Begins.
   *
   * @param files full paths
   * @param columns what is read; null in rows of files that lack them
   * @param bucket only rows about its URLs are given
   */
  FileScan(
      PartFile.Place place,
      Collection<String> files,
      StructType columns,
      Buckets buckets,
      int bucket) {
    this.place = place;
    this.files = files.iterator();
    this.columns = columns;
    this.buckets = buckets;
    this.bucket = bucket;
  }

  /** Begins with all rows of some files. */
  FileScan(PartFile.Place place, Collection<String> files, StructType columns) {
    this(place, files, columns, Buckets.ONE, 0);
  }

  /** Closes this when the task ends. */
  FileScan ofTask() {
    TaskCompletionListener end = context -> close();
    TaskContext.get().addTaskCompletionListener(end);
    return this;
  }

  @Override
  public boolean hasNext() {
    try {
      while (!isAhead) {
        if (open == null && !files.hasNext()) {
          return false;
        }
        advance();
      }
      return true;
    } catch (IOException | RuntimeException e) {
      throw new CrawlException("'" + file + "' cannot be read: " + e, e);
    }
  }

  private void advance() throws IOException {
    ColumnScan scan = open;
    if (scan == null) {
      file = files.next();
      open = place.scan(file, columns, buckets, bucket);
    } else if (scan.next()) {
      isAhead = true;
    } else {
      close();
    }
  }

  @Override
  public InternalRow next() {
    if (!hasNext() || open == null) {
      throw new NoSuchElementException();
    }
    isAhead = false;
    return open.row();
  }

  @Override
  public void close() {
    ColumnScan scan = open;
    open = null;
    if (scan != null) {
      scan.close();
    }
  }
}

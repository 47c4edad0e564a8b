package io.dowser.crawler.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The files of the table of URLs, full paths, each with the rows of one bucket.
 *
 * @param buckets how many buckets there are
 * @param base those of the base
 * @param delta those of the delta
 */
record UrlFiles(Buckets buckets, List<String> base, List<String> delta) implements Serializable {

  /** The rows of one bucket of the base, for a task. */
  Iterator<InternalRow> base(PartFile.Place place, int bucket) {
    return rows(place, base, bucket);
  }

  /** The rows of one bucket of the delta, for a task. */
  Iterator<InternalRow> delta(PartFile.Place place, int bucket) {
    return rows(place, delta, bucket);
  }

  private static Iterator<InternalRow> rows(PartFile.Place place, List<String> files, int bucket) {
    List<String> own = files.stream().filter(file -> PartFile.part(file) == bucket).toList();
    return new FileScan(place, own, Columns.URLS).ofTask();
  }
}

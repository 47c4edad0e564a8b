package io.dowser.crawler.spark;

import com.google.common.io.Closer;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/** Writes rows of {@link Columns#URLS}, a file for each bucket. */
final class SplitTask implements FlatMapFunction<Iterator<UrlRow>, Row> {

  private static final long serialVersionUID = 1;

  private final Broadcast<PartFile.Place> place;
  private final String directory;
  private final Buckets buckets;

  SplitTask(Broadcast<PartFile.Place> place, String directory, Buckets buckets) {
    this.place = place;
    this.directory = directory;
    this.buckets = buckets;
  }

  @Override
  public Iterator<Row> call(Iterator<UrlRow> rows) throws Exception {
    var report = new TaskReport();
    try (Closer all = Closer.create()) {
      Map<Integer, PartFile> parts = new TreeMap<>();
      while (rows.hasNext()) {
        UrlRow row = rows.next();
        parts
            .computeIfAbsent(buckets.of(row.high()), part -> all.register(open(part)))
            .write(row.cells());
      }
      for (PartFile part : parts.values()) {
        part.finish();
        report.file(directory, part.name(), part.rows());
      }
    }
    return report.toRows().iterator();
  }

  private PartFile open(int part) {
    return place.value().open(directory, part, Columns.URLS, Buckets.ONE);
  }
}

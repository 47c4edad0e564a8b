package io.dowser.crawler.spark;

import com.google.common.collect.Iterators;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Reads one bucket of the table of URLs: the rows of the delta, then those of the base that it does
 * not replace. Each is valid until the next one is asked for.
 */
final class UrlScan implements FlatMapFunction<Iterator<Integer>, InternalRow> {

  private static final long serialVersionUID = 1;

  private final Broadcast<PartFile.Place> place;
  private final UrlFiles files;

  UrlScan(Broadcast<PartFile.Place> place, UrlFiles files) {
    this.place = place;
    this.files = files;
  }

  @Override
  public Iterator<InternalRow> call(Iterator<Integer> buckets) {
    int bucket = buckets.next();
    Iterator<InternalRow> delta = files.delta(place.value(), bucket);
    if (files.base().isEmpty()) {
      return delta;
    }
    Set<Fingerprint> replaced = new HashSet<>();
    return Iterators.concat(
        Iterators.transform(
            delta,
            row -> {
              replaced.add(Fingerprint.of(row));
              return row;
            }),
        Iterators.filter(
            files.base(place.value(), bucket), row -> !replaced.contains(Fingerprint.of(row))));
  }
}

package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * A URL that a round has selected.
 *
 * @param place its place in the round's order, from 0
 * @param url where to go
 * @param fingerprint of the URL
 * @param row its row in the table of URLs
 */
record Assigned(int place, CrawlUrl url, Fingerprint fingerprint, Row row) {

  static final double[] NO_CARRY = new double[0];

  static Assigned of(int place, Row row) {
    return new Assigned(
        place,
        CrawlUrl.of(row.<String>getAs("url")),
        new Fingerprint(row.<Long>getAs(Columns.HIGH), row.<Long>getAs(Columns.LOW)),
        row);
  }

  /** The candidate that page analyzer and scorer see as the page's arrival. */
  Candidate candidate(long sequence) {
    boolean seed = row.<Boolean>getAs("seed");
    if (seed) {
      return Candidate.seed(url, sequence);
    }
    return new Candidate(
        url,
        sequence,
        row.<Integer>getAs("depth"),
        row.<Double>getAs("score"),
        row.<Double>getAs("tie"),
        Long.MAX_VALUE, // of the page that linked here nothing but its carry is at hand
        carry(),
        features());
  }

  /** How many redirects led here. */
  int hops() {
    return row.<Integer>getAs("hops");
  }

  Carry carry() {
    return Carry.of(doubles(row.getList(row.fieldIndex("carry"))));
  }

  private LinkFeatures features() {
    return LinkFeatures.of(integers(row.getList(row.fieldIndex("features"))));
  }

  static int[] integers(List<Integer> values) {
    int[] integers = new int[values.size()];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = values.get(i);
    }
    return integers;
  }

  static double[] doubles(List<Double> values) {
    double[] doubles = new double[values.size()];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values.get(i);
    }
    return doubles;
  }
}

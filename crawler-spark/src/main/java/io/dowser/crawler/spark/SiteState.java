package io.dowser.crawler.spark;

import java.util.Arrays;
import org.apache.spark.sql.Row;

/**
 * The knowledge of earlier rounds about one host name: a row of the table of sites. Immutable;
 * {@code state} must not be changed.
 *
 * @param group the host or site that is delayed as one
 * @param site the host name
 * @param state repeated blocks, shapes of URLs, parameters and directives, as crawler-core saves
 *     them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SiteState(String group, String site, byte[] state) implements Handed {

  static SiteState of(Row row) {
    return new SiteState(row.getAs("host"), row.getAs("site"), row.<byte[]>getAs("state"));
  }

  boolean hasState(byte[] other) {
    return Arrays.equals(state, other);
  }
}

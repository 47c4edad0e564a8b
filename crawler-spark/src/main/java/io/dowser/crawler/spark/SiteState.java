package io.dowser.crawler.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.Row;

/**
 * The knowledge of earlier rounds about one host name: a row of the table of sites. Immutable;
 * {@link #state} must not be changed.
 */
final class SiteState implements Serializable {

  private static final long serialVersionUID = 1;

  private final String group;
  private final String site;
  private final byte[] state;

  /**
   * Creates a row.
   *
   * @param group the host or site that is delayed as one
   * @param site the host name
   * @param state repeated blocks, shapes of URLs, parameters and directives, as crawler-core saves
   *     them
   */
  SiteState(String group, String site, byte[] state) {
    this.group = group;
    this.site = site;
    this.state = state;
  }

  static SiteState of(Row row) {
    return new SiteState(row.getAs("host"), row.getAs("site"), row.<byte[]>getAs("state"));
  }

  String group() {
    return group;
  }

  String site() {
    return site;
  }

  byte[] state() {
    return state;
  }

  boolean hasState(byte[] other) {
    return Arrays.equals(state, other);
  }
}

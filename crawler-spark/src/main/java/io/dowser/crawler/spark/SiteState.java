package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.Row;

/**
 * What earlier rounds have learned of one host name: a row of the table of sites.
 *
 * @param group the host or site that is delayed as one
 * @param site the host name
 * @param state repeated blocks, shapes of URLs, parameters and directives, as crawler-core saves
 *     them; must not be changed
 */
record SiteState(String group, String site, byte[] state) implements Serializable {

  static SiteState of(Row row) {
    return new SiteState(row.getAs("host"), row.getAs("site"), row.<byte[]>getAs("state"));
  }
}

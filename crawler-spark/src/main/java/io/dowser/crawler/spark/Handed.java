package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.Row;

/**
 * The data that the task of a host receives: its URLs, its state, the knowledge about its names,
 * and responses to requests for its robots.txt.
 */
sealed interface Handed extends Serializable
    permits Handed.Url, HostState, SiteState, RobotsResponse {

  /**
   * A URL to visit, or to visit again.
   *
   * @param place its place in its round, from 0
   * @param row its row in the table of URLs
   */
  record Url(int place, Row row) implements Handed {}
}

package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.Row;

/** The data that the task of a host receives. */
sealed interface Handed extends Serializable {

  /**
   * A URL to visit.
   *
   * @param place its place in its round, from 0
   * @param row its row in the table of URLs
   */
  record Url(int place, Row row) implements Handed {}

  /**
   * The state of the host.
   *
   * @param state its latest row
   */
  record Host(HostState state) implements Handed {}

  /**
   * The knowledge about a host name.
   *
   * @param state its latest row
   */
  record Site(SiteState state) implements Handed {}

  /**
   * The response to a request for the robots.txt of the host.
   *
   * @param answer the response, unchanged
   */
  record Robots(RobotsAnswer answer) implements Handed {}
}

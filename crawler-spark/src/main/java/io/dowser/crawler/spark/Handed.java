package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** What is handed to the task that has a host. */
sealed interface Handed extends Serializable {

  /**
   * A URL to visit.
   *
   * @param place its place in its round
   * @param row a row whose first columns are those of {@link Columns#URLS}
   */
  record Url(int place, InternalRow row) implements Handed {}

  /**
   * What is known of the host.
   *
   * @param row a row of {@link Columns#HOSTS}
   */
  record Host(InternalRow row) implements Handed {}
}

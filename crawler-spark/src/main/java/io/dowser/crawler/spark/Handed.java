package io.dowser.crawler.spark;

import java.io.Serializable;
import org.apache.spark.sql.Row;

/**
 * What is handed to the task that has a host.
 *
 * @param place the place of a URL in its round, or {@link #HOST} for what is known of the host
 * @param row a row of {@link Columns#URLS} or {@link Columns#HOSTS}
 */
record Handed(int place, Row row) implements Serializable {

  static final int HOST = -1;
}

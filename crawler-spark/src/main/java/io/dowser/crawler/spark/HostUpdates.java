package io.dowser.crawler.spark;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.Serializable;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What a round learned of a host that later rounds must know: its robots.txt, so that it is not
 * asked for again by each task, or that it must be left alone for a while.
 *
 * @param host the host, or group of hosts
 * @param readyAt milliseconds since 1970 before which it must not be visited, {@link #NEVER} if it
 *     was given up, 0 if it need not rest
 * @param putOffs rounds in a row in which it was put off
 * @param robotsUrl the URL that gave the answer, empty if this is about rest
 * @param robotsTime when, in milliseconds since 1970
 * @param robotsStatus the status
 * @param robotsType the content type, or the location of a redirect
 * @param robotsBody the body
 */
record HostUpdates(
    String host,
    long readyAt,
    int putOffs,
    String robotsUrl,
    long robotsTime,
    int robotsStatus,
    String robotsType,
    Body robotsBody) {

  static final long NEVER = Long.MAX_VALUE;

  private static final int HOST = Columns.HOSTS.fieldIndex("host");
  private static final int READY_AT = Columns.HOSTS.fieldIndex("readyAt");
  private static final int PUT_OFFS = Columns.HOSTS.fieldIndex("putOffs");
  private static final int ROBOTS_URL = Columns.HOSTS.fieldIndex("robotsUrl");
  private static final int ROBOTS_TIME = Columns.HOSTS.fieldIndex("robotsTime");
  private static final int ROBOTS_STATUS = Columns.HOSTS.fieldIndex("robotsStatus");
  private static final int ROBOTS_TYPE = Columns.HOSTS.fieldIndex("robotsType");
  private static final int ROBOTS_BODY = Columns.HOSTS.fieldIndex("robotsBody");

  /** What a row is about: one robots.txt of a host, or its rest. */
  record Key(String host, String robotsUrl) implements Serializable {

    static Key of(InternalRow row) {
      return new Key(HostUpdates.host(row), row.getString(ROBOTS_URL));
    }
  }

  static HostUpdates rest(String host, long until, int putOffs) {
    return new HostUpdates(host, until, putOffs, "", 0, 0, "", Body.EMPTY);
  }

  /** What an answer reports for the rounds to come; empty if another may come next time. */
  static Optional<HostUpdates> ofRobots(String host, FetchResult answer, Instant time) {
    String url = answer.url().toString();
    long at = time.toEpochMilli();
    if (answer instanceof FetchResult.Fetched file && file.truncation() == Truncation.NONE) {
      return Optional.of(
          new HostUpdates(host, 0, 0, url, at, file.status(), file.contentType(), file.body()));
    }
    if (answer instanceof FetchResult.Redirect redirect) {
      return Optional.of(
          new HostUpdates(host, 0, 0, url, at, redirect.status(), redirect.location(), Body.EMPTY));
    }
    if (answer instanceof FetchResult.Failed failed
        && failed.status() >= 400
        && failed.status() < 500
        && failed.status() != 429) {
      return Optional.of(new HostUpdates(host, 0, 0, url, at, failed.status(), "", Body.EMPTY));
    }
    return Optional.empty();
  }

  /** Reads a row of {@link Columns#HOSTS}. */
  static HostUpdates of(InternalRow row) {
    return new HostUpdates(
        host(row),
        readyAt(row),
        row.getInt(PUT_OFFS),
        row.getString(ROBOTS_URL),
        row.getLong(ROBOTS_TIME),
        row.getInt(ROBOTS_STATUS),
        row.getString(ROBOTS_TYPE),
        Body.of(row.getBinary(ROBOTS_BODY)));
  }

  static String host(InternalRow row) {
    return row.getString(HOST);
  }

  static long readyAt(InternalRow row) {
    return row.getLong(READY_AT);
  }

  static boolean isRobots(InternalRow row) {
    return row.getUTF8String(ROBOTS_URL).numBytes() > 0;
  }

  Object[] toCells() {
    return new Object[] {
      host, readyAt, putOffs, robotsUrl, robotsTime, robotsStatus, robotsType, robotsBody.toArray()
    };
  }

  boolean isRobots() {
    return !robotsUrl.isEmpty();
  }

  /** The answer as it came. */
  FetchResult answer() {
    CrawlUrl url = CrawlUrl.of(robotsUrl);
    if (robotsStatus >= 400) {
      return new FetchResult.Failed(
          url,
          FailureReason.HTTP_STATUS,
          robotsStatus,
          "status " + robotsStatus,
          false,
          FetchResult.NO_HEADERS);
    }
    if (robotsStatus >= 300) {
      return new FetchResult.Redirect(url, robotsStatus, robotsType);
    }
    HttpHeaders headers =
        HttpHeaders.of(Map.of("content-type", List.of(robotsType)), (name, value) -> true);
    return new FetchResult.Fetched(
        url, robotsStatus, headers, robotsBody, Truncation.NONE, Duration.ZERO);
  }
}

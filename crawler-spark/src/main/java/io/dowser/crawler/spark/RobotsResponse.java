package io.dowser.crawler.spark;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * The response to a request for a robots.txt, stored so that later tasks do not request it again: a
 * row of the table of robots.
 *
 * @param round the round that requested it
 * @param host the host, or site
 * @param url the requested URL
 * @param time the time of the response, in milliseconds since 1970
 * @param status the status
 * @param type the content type, or the location of a redirect
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RobotsResponse(
    int round, String host, String url, long time, int status, String type, byte[] body)
    implements Handed {

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY_REQUESTS = 429;

  /** Returns the row to store for later rounds; empty if the next response may differ. */
  static Optional<RobotsResponse> of(int round, String host, FetchResult result, Instant time) {
    String url = result.url().toString();
    long at = time.toEpochMilli();
    if (result instanceof FetchResult.Fetched file && file.truncation() == Truncation.NONE) {
      byte[] body = file.body().toArray();
      return Optional.of(
          new RobotsResponse(round, host, url, at, file.status(), file.contentType(), body));
    }
    if (result instanceof FetchResult.Redirect redirect) {
      return Optional.of(
          new RobotsResponse(
              round, host, url, at, redirect.status(), redirect.location(), new byte[0]));
    }
    if (result instanceof FetchResult.Failed failed && isLasting(failed.status())) {
      return Optional.of(
          new RobotsResponse(round, host, url, at, failed.status(), "", new byte[0]));
    }
    return Optional.empty();
  }

  private static boolean isLasting(int status) {
    return status >= CLIENT_ERROR && status < SERVER_ERROR && status != TOO_MANY_REQUESTS;
  }

  static RobotsResponse of(Row row) {
    return new RobotsResponse(
        row.<Integer>getAs("round"),
        row.getAs("host"),
        row.getAs("url"),
        row.<Long>getAs("time"),
        row.<Integer>getAs("status"),
        row.getAs("type"),
        row.getAs("body"));
  }

  Object[] cells() {
    return new Object[] {round, host, url, time, status, type, ByteBuffer.wrap(body)};
  }

  /** Returns the response, unchanged. */
  FetchResult result() {
    CrawlUrl at = CrawlUrl.of(url);
    if (status >= CLIENT_ERROR) {
      return new FetchResult.Failed(
          at, FailureReason.HTTP_STATUS, status, "status " + status, false, FetchResult.NO_HEADERS);
    }
    if (status >= 300) {
      return new FetchResult.Redirect(at, status, type);
    }
    HttpHeaders headers = HttpHeaders.of(Map.of("content-type", List.of(type)), (n, v) -> true);
    return new FetchResult.Fetched(
        at, status, headers, Body.of(body), Truncation.NONE, Duration.ZERO);
  }
}

package io.dowser.crawler.archive;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/** An archived HTTP response, its body decoded. */
record Reply(int status, HttpHeaders headers, Body body, Truncation truncation) {

  private static final int NOT_MODIFIED = 304;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  /** Returns whether a response with a status has a page or leads to one. */
  static boolean leadsToPage(int status) {
    return status >= 200 && status < 400 && status != NOT_MODIFIED;
  }

  /** Returns what a fetcher that got this response would give. */
  FetchResult asResult(CrawlUrl url) {
    if (status >= 200 && status < 300) {
      return new FetchResult.Fetched(url, status, headers, body, truncation, Duration.ofNanos(1));
    }
    return switch (status) {
      case 301, 302, 303, 307, 308 -> redirect(url);
      case NOT_MODIFIED -> new FetchResult.NotModified(url);
      default ->
          new FetchResult.Failed(
              url,
              FailureReason.HTTP_STATUS,
              status,
              "archived with status " + status,
              status >= SERVER_ERROR || status == TOO_MANY_REQUESTS,
              headers);
    };
  }

  private FetchResult redirect(CrawlUrl url) {
    Optional<String> location = headers.firstValue("location");
    return location.isPresent()
        ? new FetchResult.Redirect(url, status, location.get())
        : new FetchResult.Failed(
            url, FailureReason.PROTOCOL, status, "a redirect without Location", false, headers);
  }
}

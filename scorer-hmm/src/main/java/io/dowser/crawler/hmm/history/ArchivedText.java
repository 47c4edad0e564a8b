package io.dowser.crawler.hmm.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The text of a document in an HTTP archive.
 *
 * @param text as it is in the archive
 * @param encoding {@code base64} for bytes as they were served; otherwise the text has been decoded
 * @param type its media type
 */
record ArchivedText(String text, String encoding, String type) {

  FetchResult answer(CrawlUrl url) {
    if (!encoding.equalsIgnoreCase("base64")) {
      return fetched(url, text.getBytes(UTF_8), "text/html; charset=utf-8");
    }
    try {
      return fetched(url, Base64.getMimeDecoder().decode(text), type);
    } catch (IllegalArgumentException e) {
      return FetchResult.Failed.of(url, FetchResult.FailureReason.PROTOCOL, "is no base64");
    }
  }

  private static FetchResult fetched(CrawlUrl url, byte[] bytes, String contentType) {
    HttpHeaders headers =
        HttpHeaders.of(Map.of("content-type", List.of(contentType)), (name, value) -> true);
    return new FetchResult.Fetched(
        url, 200, headers, Body.of(bytes), FetchResult.Truncation.NONE, Duration.ZERO);
  }
}

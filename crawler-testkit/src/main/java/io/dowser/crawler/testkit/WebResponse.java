package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.nio.charset.StandardCharsets;

/** The response of the {@link InMemoryWeb} at one URL. */
sealed interface WebResponse {

  WebResponse NOT_FOUND = new Broken(FailureReason.HTTP_STATUS, 404);

  WebResponse HANGING = new Hanging();

  static WebResponse html(String document, String contentType) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    String tag = "\"" + Integer.toHexString(document.hashCode()) + "-" + bytes.length + "\"";
    return new Document(Body.of(bytes), contentType, tag);
  }

  record Document(Body body, String contentType, String entityTag) implements WebResponse {}

  record Moved(String location) implements WebResponse {}

  /** A failure; status 0 if there is no response. */
  record Broken(FailureReason reason, int status) implements WebResponse {}

  record BrokenFirst(FailureReason reason, int times, WebResponse then) implements WebResponse {}

  record Hanging() implements WebResponse {}
}

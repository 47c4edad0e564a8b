package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.nio.charset.StandardCharsets;

/** What the {@link InMemoryWeb} has at one URL. */
sealed interface WebAnswer {

  WebAnswer NOT_FOUND = new Broken(FailureReason.HTTP_STATUS, 404);

  WebAnswer HANGING = new Hanging();

  static WebAnswer html(String document, String contentType) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    String tag = "\"" + Integer.toHexString(document.hashCode()) + "-" + bytes.length + "\"";
    return new Document(Body.of(bytes), contentType, tag);
  }

  record Document(Body body, String contentType, String entityTag) implements WebAnswer {}

  record Moved(String location) implements WebAnswer {}

  /** A failure; status 0 if no answer comes. */
  record Broken(FailureReason reason, int status) implements WebAnswer {}

  record BrokenFirst(FailureReason reason, int times, WebAnswer then) implements WebAnswer {}

  record Hanging() implements WebAnswer {}
}

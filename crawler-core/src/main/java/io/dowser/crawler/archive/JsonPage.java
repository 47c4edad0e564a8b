package io.dowser.crawler.archive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One line of a JSON-lines archive.
 *
 * <p>{@code html} is text and is served as UTF-8; {@code body} holds bytes as the characters U+0000
 * to U+00FF. {@code headers} are the response's header lines, or an object of names and values;
 * {@code status} is 200 unless told.
 */
final class JsonPage {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(LineScanner.LONGEST_LINE).build())
          .build();
  private static final String UTF8_HTML = "text/html; charset=utf-8";

  private final HeaderLines headers = new HeaderLines();
  private byte @Nullable [] bytes;
  private boolean text;
  private int status = 200;

  private JsonPage() {}

  /** Finds the value of {@code url} in a line; null if there is none. */
  static @Nullable String url(byte[] line, int length) throws IOException {
    try (JsonParser parser = JSON.createParser(line, 0, length)) {
      expectObject(parser);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals("url");
        JsonToken value = parser.nextToken();
        if (found) {
          return value == JsonToken.VALUE_STRING ? parser.getText() : null;
        }
        parser.skipChildren();
      }
      return null;
    }
  }

  static Reply parse(byte[] line) throws IOException {
    var page = new JsonPage();
    try (JsonParser parser = JSON.createParser(line)) {
      expectObject(parser);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        page.field(name, parser);
      }
    }
    return page.reply();
  }

  private static void expectObject(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("a line must be a JSON object");
    }
  }

  private void field(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "html" -> {
        bytes = parser.getText().getBytes(StandardCharsets.UTF_8);
        text = true;
      }
      case "body" -> bytes = parser.getText().getBytes(StandardCharsets.ISO_8859_1);
      case "headers" -> headers(parser);
      case "status" -> status = parser.getIntValue();
      default -> parser.skipChildren();
    }
  }

  private void headers(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        header(name, parser);
      }
    } else if (parser.currentToken() == JsonToken.VALUE_STRING) {
      headers.addLines(parser.getText());
    } else {
      throw new IOException("headers must be text or an object, not " + parser.currentToken());
    }
  }

  private void header(String name, JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        headers.add(name, parser.getText());
      }
    } else {
      headers.add(name, parser.getText());
    }
  }

  private Reply reply() {
    if (text) {
      headers.replace("content-type", UTF8_HTML); // whatever it was, it is UTF-8 now
    }
    Body body = bytes == null ? Body.EMPTY : Body.of(bytes);
    return new Reply(status, headers.build(), body, Truncation.NONE);
  }
}

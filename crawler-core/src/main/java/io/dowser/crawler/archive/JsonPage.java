package io.dowser.crawler.archive;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a JSON-lines archive: an object, of which these fields count.
 *
 * <p>{@code url} is text and required. {@code html} is text and is served as UTF-8; {@code body}
 * holds bytes, each as the character of that number, U+0000 to U+00FF (the bytes read as ISO
 * 8859-1); a line has one of the two, or none if the page is empty. {@code headers} are the
 * response's header lines as text, or an object of names and texts (or arrays of texts); {@code
 * status} is a number from 100 to 599, 200 unless set. Other values are refused.
 */
final class JsonPage {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(ArchiveFile.LONGEST_PAGE).build())
          .build();
  private static final String UTF8_HTML = "text/html; charset=utf-8";

  private final HeaderLines headers = new HeaderLines();
  private @Nullable String url;
  private byte @Nullable [] bytes;
  private boolean text;
  private int status = 200;

  private JsonPage() {}

  /** Reads a line; a message about what it must not be names the field. */
  static JsonPage parse(byte[] line) throws IOException {
    var page = new JsonPage();
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a line must be a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        page.field(name, parser);
      }
      if (parser.nextToken() != null) {
        throw new IOException("a line must be one JSON object, but there is more");
      }
    }
    return page;
  }

  /** Returns the page's URL as it is written; null if there is none. */
  @Nullable String url() {
    return url;
  }

  /** Returns whether it neither has a page nor leads to one. */
  boolean hasFailed() {
    return !Reply.leadsToPage(status);
  }

  private void field(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "url" -> url = text(name, parser);
      case "html" -> {
        body(utf8(text(name, parser)));
        text = true;
      }
      case "body" -> body(latin1(text(name, parser)));
      case "headers" -> headers(parser);
      case "status" -> status = status(parser);
      default -> parser.skipChildren();
    }
  }

  private static String text(String name, JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw new IOException("'" + name + "' must be text, but was " + reported(parser));
    }
    return parser.getText();
  }

  private static String reported(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "the text \"" + parser.getText() + "\"";
      default -> parser.getText();
    };
  }

  private void body(byte[] value) throws IOException {
    if (bytes != null) {
      throw new IOException("a line must have one 'html' or one 'body', but has two of them");
    }
    bytes = value;
  }

  private static byte[] utf8(String html) throws IOException {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(html));
      byte[] page = new byte[encoded.remaining()];
      encoded.get(page);
      return page;
    } catch (CharacterCodingException e) {
      throw new IOException("'html' must be text, but has half a character: " + e.getMessage(), e);
    }
  }

  private static byte[] latin1(String body) throws IOException {
    for (int i = 0; i < body.length(); i++) {
      if (body.charAt(i) > 0xFF) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "'body' must have bytes as the characters U+0000 to U+00FF, but character %d is"
                    + " U+%04X; text belongs in 'html'",
                i + 1,
                (int) body.charAt(i)));
      }
    }
    return body.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static int status(JsonParser parser) throws IOException {
    int value = parser.currentToken() == JsonToken.VALUE_NUMBER_INT ? parser.getIntValue() : 0;
    if (value < 100 || value > 599) {
      throw new IOException(
          "'status' must be a number from 100 to 599, but was " + reported(parser));
    }
    return value;
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
      throw new IOException("'headers' must be text or an object, but was " + reported(parser));
    }
  }

  private void header(String name, JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        headers.add(name, text("headers." + name, parser));
      }
    } else {
      headers.add(name, text("headers." + name, parser));
    }
  }

  Reply reply() {
    if (text) {
      headers.replace("content-type", UTF8_HTML); // whatever it was, it is UTF-8 now
    }
    Body body = bytes == null ? Body.EMPTY : Body.of(bytes);
    return new Reply(status, headers.build(), body, Truncation.NONE);
  }
}

package io.dowser.crawler.internal.content;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Dates and authors in JSON-LD by the vocabulary of schema.org, wherever they stand in a block. A
 * block that is malformed is read up to its defect. Not thread-safe.
 */
final class JsonLd {

  private final List<String> authors = new ArrayList<>();
  private @Nullable String published;
  private @Nullable String modified;

  void read(String block) {
    try (JsonParser parser = new JsonFactory().createParser(block)) {
      while (parser.nextToken() != null) {
        value(parser, "", false);
      }
    } catch (IOException e) {
      // what pages report of themselves is often malformed; the block itself is kept
    }
  }

  /** Reads the value of a field, which may stand within the value of an author. */
  private void value(JsonParser parser, String field, boolean ofAuthor) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        requireMore(parser);
        value(parser, field, ofAuthor);
      }
    } else if (token == JsonToken.START_OBJECT) {
      boolean author = field.equals("author");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        requireMore(parser);
        String name = parser.currentName();
        parser.nextToken();
        value(parser, name, author);
      }
    } else if (token == JsonToken.VALUE_STRING) {
      text(field, parser.getText().strip(), ofAuthor);
    }
  }

  private static void requireMore(JsonParser parser) throws IOException {
    if (parser.currentToken() == null) {
      throw new IOException("the block ends within a value");
    }
  }

  private void text(String field, String text, boolean ofAuthor) {
    if (field.equals("author") || (ofAuthor && field.equals("name"))) {
      authors.add(text);
    } else if (field.equals("datePublished") && published == null) {
      published = text;
    } else if (field.equals("dateModified") && modified == null) {
      modified = text;
    }
  }

  List<String> authors() {
    return authors;
  }

  Optional<String> published() {
    return Optional.ofNullable(published);
  }

  Optional<String> modified() {
    return Optional.ofNullable(modified);
  }
}

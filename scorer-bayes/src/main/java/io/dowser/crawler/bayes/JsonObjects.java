package io.dowser.crawler.bayes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the scalar fields of one JSON object that fills a line. */
final class JsonObjects {

  static final JsonFactory FACTORY = new JsonFactory();

  private JsonObjects() {}

  static Map<String, String> parse(TextLines.Line line) {
    try (JsonParser parser = FACTORY.createParser(line.text())) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw line.refused("must be a JSON object");
      }
      Map<String, String> fields = fields(parser);
      if (parser.nextToken() != null) {
        throw line.refused("must be one JSON object and nothing else");
      }
      return fields;
    } catch (JsonProcessingException e) {
      throw line.refused("is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalStateException("a string cannot fail to be read", e);
    }
  }

  /** Returns the fields; null, arrays and objects are left out, as if the field were not there. */
  private static Map<String, String> fields(JsonParser parser) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value.isStructStart()) {
        parser.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        fields.put(name, parser.getText());
      }
    }
    return fields;
  }
}

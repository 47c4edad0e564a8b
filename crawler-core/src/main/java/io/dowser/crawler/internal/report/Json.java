package io.dowser.crawler.internal.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, numbers, texts and booleans as JSON that may stand in an HTML element. */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * Returns a value as JSON.
   *
   * @throws IllegalArgumentException if a value in it has another type
   */
  public static String of(Object value) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.toString().replace("<", "\\u003c"); // else a text could end the element
  }

  private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(entry.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(each, json);
      }
      json.writeEndArray();
    } else if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double number && Double.isFinite(number)) {
      json.writeNumber(number);
    } else if (value == null || value instanceof Double) {
      json.writeNull();
    } else {
      throw new IllegalArgumentException("JSON has no " + value.getClass() + ": " + value);
    }
  }
}

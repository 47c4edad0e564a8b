package io.dowser.crawler.internal.report;

import static java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, numbers, texts, booleans, times and URLs as JSON, and reads JSON. */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * Returns a value as JSON that may stand in an HTML element.
   *
   * @throws IllegalArgumentException if a value in it has another type
   */
  public static String of(Object value) {
    return line(value).replace("<", "\\u003c"); // else a text could end the element
  }

  /**
   * Returns a value as JSON in one line, which is YAML as well.
   *
   * @throws IllegalArgumentException if a value in it has another type
   */
  public static String line(Object value) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.toString();
  }

  /**
   * Reads what {@link #of} writes.
   *
   * @throws IllegalArgumentException if the text is no JSON value
   */
  public static @Nullable Object read(String text) {
    try (JsonParser json = FACTORY.createParser(text)) {
      json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      json.nextToken();
      Object value = value(json);
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("there must be one JSON value alone");
      }
      return value;
    } catch (IOException e) {
      throw new IllegalArgumentException("this is no JSON: " + e.getMessage(), e);
    }
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        map.put(name, value(json));
      }
      return map;
    }
    if (token == JsonToken.START_ARRAY) {
      List<@Nullable Object> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(json));
      }
      return list;
    }
    if (token == null) {
      throw new IllegalArgumentException("this is no JSON: it is empty");
    }
    return switch (token) {
      case VALUE_STRING -> json.getText();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      default -> null;
    };
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
    } else if (value instanceof OffsetDateTime time) {
      json.writeString(ISO_OFFSET_DATE_TIME.format(time));
    } else if (value instanceof CrawlUrl url) {
      json.writeString(url.toString());
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number.toPlainString());
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

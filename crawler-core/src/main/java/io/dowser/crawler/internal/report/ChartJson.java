package io.dowser.crawler.internal.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Charts as JSON that may stand in a {@code script} element. */
final class ChartJson {

  private static final JsonFactory JSON = new JsonFactory();

  private ChartJson() {}

  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  static String of(LineChart chart) {
    return object(
        json -> {
          json.writeStringField("x", chart.xLabel());
          json.writeStringField("y", chart.yLabel());
          json.writeArrayFieldStart("series");
          for (LineChart.Series series : chart.series()) {
            write(series, json);
          }
          json.writeEndArray();
        });
  }

  private static void write(LineChart.Series series, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", series.name());
    json.writeBooleanField("reference", series.line() == LineChart.Line.REFERENCE);
    json.writeArrayFieldStart("points");
    for (LineChart.Point point : series.points()) {
      double[] numbers = {point.x(), point.y(), point.low(), point.high()};
      json.writeArray(numbers, 0, numbers.length);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  static String of(BarChart chart) {
    return object(
        json -> {
          json.writeStringField("x", chart.valueLabel());
          json.writeArrayFieldStart("bars");
          for (BarChart.Bar bar : chart.bars()) {
            json.writeStartObject();
            json.writeStringField("name", bar.name());
            json.writeNumberField("value", bar.value());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static String object(Content content) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.toString().replace("<", "\\u003c"); // else a text could end the element
  }
}

package io.dowser.crawler.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes pages as an archive of JSON lines, which the lab and the replay fetcher can read. */
final class ArchiveWriter implements AutoCloseable {

  private final JsonGenerator json;

  ArchiveWriter(Path file) throws IOException {
    var out = new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), 1 << 16);
    json = new JsonFactory().createGenerator(out);
    json.setRootValueSeparator(new com.fasterxml.jackson.core.io.SerializedString("\n"));
  }

  /** A page that is text, served as UTF-8. */
  void html(String url, String html) throws IOException {
    json.writeStartObject();
    json.writeStringField("url", url);
    json.writeStringField("html", html);
    json.writeEndObject();
  }

  /** A page of bytes, each a character up to U+00FF, with the header lines that it came with. */
  void bytes(String url, String headers, String body) throws IOException {
    json.writeStartObject();
    json.writeStringField("url", url);
    json.writeStringField("headers", headers);
    json.writeStringField("body", body);
    json.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}

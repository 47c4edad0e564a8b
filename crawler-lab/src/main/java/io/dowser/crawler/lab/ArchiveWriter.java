package io.dowser.crawler.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Writes pages into a WARC file; the same pages produce the same bytes. Not thread-safe. */
final class ArchiveWriter implements AutoCloseable {

  private final WarcWriter warc;

  ArchiveWriter(Path file) throws IOException {
    warc =
        new WarcWriter(
            Files.newByteChannel(file, CREATE, WRITE, TRUNCATE_EXISTING), WarcCompression.GZIP);
  }

  /** Writes a page of text, served as UTF-8. */
  void html(String url, String html) throws IOException {
    page(url, "text/html; charset=utf-8", html.getBytes(UTF_8));
  }

  /** Writes a page of bytes; its media type is empty if the server named none. */
  void page(String url, String contentType, byte[] body) throws IOException {
    @Nullable MediaType type = contentType.isEmpty() ? null : MediaType.parse(contentType);
    HttpResponse response = new HttpResponse.Builder(200, "OK").body(type, body).build();
    warc.write(
        new WarcResponse.Builder(url)
            .recordId(UUID.nameUUIDFromBytes(url.getBytes(UTF_8)))
            .date(Instant.EPOCH)
            .body(response)
            .build());
  }

  @Override
  public void close() throws IOException {
    warc.close();
  }
}

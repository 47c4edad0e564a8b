package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An archive of JSON objects, one a line; see {@link JsonPage}. */
final class JsonLinesFile extends ArchiveFile {

  private final Path told;

  /** Opens a file that is not compressed; errors name the file that the caller knows. */
  JsonLinesFile(Path path, Path told) throws IOException {
    super(path);
    this.told = told;
  }

  @Override
  void scan(Entries entries) throws IOException {
    try (InputStream in = Files.newInputStream(path())) {
      var lines = new LineScanner(in);
      for (long number = 1; lines.next(); number++) {
        if (!lines.isBlank()) {
          entries.page(url(lines, number), lines.offset(), lines.length());
        }
      }
    }
  }

  private String url(LineScanner lines, long number) throws IOException {
    @Nullable String url;
    try {
      url = JsonPage.url(lines.line(), lines.length());
    } catch (IOException e) {
      throw new IOException(told + ", line " + number + ": " + e.getMessage(), e);
    }
    if (url == null) {
      throw new IOException(told + ", line " + number + ": there is no text named 'url'");
    }
    return url;
  }

  @Override
  FetchResult answer(CrawlUrl url, byte[] page) throws IOException {
    return JsonPage.parse(page).asResult(url);
  }
}

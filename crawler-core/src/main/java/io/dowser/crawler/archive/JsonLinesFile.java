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

  private final Path reported;

  /** Opens a file that is not compressed; errors name the file that the caller knows. */
  JsonLinesFile(Path path, Path reported) throws IOException {
    super(path);
    this.reported = reported;
  }

  @Override
  void scan(Entries entries) throws IOException {
    try (InputStream in = Files.newInputStream(path())) {
      var lines = new LineScanner(in);
      for (long number = 1; next(lines); number++) {
        if (!lines.isBlank()) {
          entries.page(url(lines, number), lines.offset(), lines.length());
        }
      }
    }
  }

  private boolean next(LineScanner lines) throws IOException {
    try {
      return lines.next();
    } catch (IOException e) {
      throw new IOException(reported + ": " + e.getMessage(), e);
    }
  }

  /** Reads all of a line, so that one that makes no sense is refused before the crawl begins. */
  private String url(LineScanner lines, long number) throws IOException {
    @Nullable String url;
    try {
      url = JsonPage.parse(lines.line()).url();
    } catch (IOException e) {
      throw new IOException(reported + ", line " + number + ": " + e.getMessage(), e);
    }
    if (url == null) {
      throw new IOException(reported + ", line " + number + ": there is no text named 'url'");
    }
    return url;
  }

  @Override
  FetchResult answer(CrawlUrl url, byte[] page) throws IOException {
    return JsonPage.parse(page).reply().asResult(url);
  }
}

package io.dowser.crawler.archive;

import com.google.common.io.CountingInputStream;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** An archive of JSON objects, one a line, plain or gzipped; see {@link JsonPage}. */
final class JsonLinesFile extends ArchiveFile {

  /** Web pages shrink to a tenth or a twentieth. */
  private static final long MAX_GROWTH = 100;

  private static final long ALWAYS_UNPACKED = 1 << 24;

  private final boolean zipped;
  private final long maxBytes;

  JsonLinesFile(Path path, boolean zipped) throws IOException {
    super(path);
    this.zipped = zipped;
    this.maxBytes =
        zipped ? Math.max(ALWAYS_UNPACKED, MAX_GROWTH * Files.size(path)) : Long.MAX_VALUE;
  }

  /** Parses each line completely, so that a bad one is refused before the crawl begins. */
  @Override
  void scan(Entries entries) throws IOException {
    try (var in = new CountingInputStream(open(path(), zipped))) {
      long start = 0;
      long number = 1;
      for (byte[] line = line(in, number); line != null; line = line(in, number)) {
        if (!new String(line, StandardCharsets.ISO_8859_1).isBlank()) {
          var capture = capture(line, number);
          entries.page(capture, start, line.length, zipped ? line : null);
        }
        start = in.getCount();
        number++;
      }
    }
  }

  /** Reads to the end of a line; null at the end of the file. */
  private byte @Nullable [] line(CountingInputStream in, long number) throws IOException {
    var line = new ByteArrayOutputStream();
    try {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      while (next >= 0 && next != '\n') {
        line.write(next);
        checkSizes(line.size(), in.getCount());
        next = in.read();
      }
      return line.toByteArray();
    } catch (IOException e) {
      throw unreadable(number, e);
    }
  }

  /** A small file may claim to be terabytes, which is more than the disk has. */
  private void checkSizes(int line, long file) throws IOException {
    if (line > LONGEST_PAGE) {
      throw new IOException("a line must have " + LONGEST_PAGE + " bytes at most, but has more");
    }
    if (file > maxBytes) {
      throw new IOException(
          "the file must unpack to " + maxBytes + " bytes at most, but there are more");
    }
  }

  private Capture capture(byte[] line, long number) throws IOException {
    try {
      JsonPage page = JsonPage.parse(line);
      @Nullable String url = page.url();
      if (url == null) {
        throw new IOException("there is no text named 'url'");
      }
      return Capture.undated(url, page.hasFailed());
    } catch (IOException e) {
      throw unreadable(number, e);
    }
  }

  private IOException unreadable(long number, IOException cause) {
    return new IOException(path() + ", line " + number + ": " + cause.getMessage(), cause);
  }

  @Override
  FetchResult answer(CrawlUrl url, byte[] page) throws IOException {
    return JsonPage.parse(page).reply().asResult(url);
  }

  /** Opens a file, plain or gzipped. */
  static InputStream open(Path file, boolean zipped) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return new BufferedInputStream(zipped ? new GZIPInputStream(in, 1 << 16) : in, 1 << 16);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}

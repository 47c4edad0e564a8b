package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.Directories;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes a line of JSON for each page, in UTF-8: {@code url}, {@code title}, {@code language},
 * {@code description}, {@code authors}, {@code published}, {@code modified}, {@code fetched},
 * {@code version}, {@code relevance}, {@code relevant}, {@code extracted}, {@code unread} and
 * {@code text}, the main text. Times and URLs are text. What a page does not have is left out. Of a
 * page whose analyzer knows no attributes, the text is all of its text.
 *
 * <pre>{@code
 * Crawler.builder()
 *     .strategy(Strategy.builder().extract("price", "span.price").build())
 *     .persistence(Persistence.builder().pageSink(JsonLinesSink.to(Path.of("pages.jsonl"))).build());
 * }</pre>
 *
 * <p>A line is written in one call. If the process dies within it, the next sink of the file
 * removes it, and the crawl hands over that page again. A page that has a line is skipped, unless
 * it has changed since: each version has a line. So a file is of one crawl. Not thread-safe.
 */
public final class JsonLinesSink implements PageSink {

  private final FileChannel file;
  private final Set<HashCode> written = new HashSet<>();

  private JsonLinesSink(FileChannel file) {
    this.file = file;
  }

  /**
   * Opens a file, and reads which pages it has.
   *
   * @param file created with its directory if it does not exist
   * @return the sink
   * @throws CrawlException if the file cannot be read or written, or has other lines
   */
  public static JsonLinesSink to(Path file) {
    OptionalLibrary.JACKSON.require();
    try {
      FileChannel channel = FileChannel.open(Directories.createFor(file), CREATE, READ, WRITE);
      try {
        var sink = new JsonLinesSink(channel);
        sink.removeIncompleteLine();
        sink.readPages();
        return sink;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new CrawlException("pages cannot be written to " + file + ": " + e, e);
    }
  }

  private void removeIncompleteLine() throws IOException {
    long end = file.size();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (end > 0 && file.read(one.clear(), end - 1) == 1 && one.get(0) != '\n') {
      end--;
    }
    file.truncate(end);
  }

  private void readPages() throws IOException {
    // not closed, because that closes the file
    var lines = new BufferedReader(Channels.newReader(file.position(0), UTF_8));
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      written.add(page(line, number));
      number++;
    }
    file.position(file.size());
  }

  /** Reads URL and version of a line. */
  private static HashCode page(String line, int number) throws IOException {
    try {
      if (Json.read(line) instanceof Map<?, ?> fields
          && fields.get("url") instanceof String url
          && !url.isEmpty()) {
        return key(url, fields.get("version") instanceof Integer version ? version : 1);
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("line " + number + " is not as this sink writes them", e);
    }
    throw new IOException("line " + number + " must be an object with a 'url'");
  }

  private static HashCode key(String url, int version) {
    return Hashing.murmur3_128().hashString(version + " " + url, UTF_8);
  }

  @Override
  public void page(Visit visit) throws IOException {
    if (!written.add(key(visit.url().toString(), visit.version()))) {
      return;
    }
    Map<String, Object> fields = PageFields.of(visit);
    fields.put("text", PageFields.text(visit.page()));
    ByteBuffer line = UTF_8.encode(Json.line(fields) + "\n");
    while (line.hasRemaining()) {
      file.write(line);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package io.dowser.crawler.archive;

import com.google.common.io.ByteStreams;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.internal.types.MediaTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpMessage;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTruncationReason;

/**
 * A WARC or ARC file, plain or with each record compressed; its responses and resources are pages,
 * read from any place. Thread-safe.
 */
final class WarcFile implements Closeable {

  /** A body that unpacks to more is truncated: a few kilobytes may claim to be gigabytes. */
  static final int MAX_BODY_BYTES = 1 << 26;

  private static final int MAX_IDLE_READS = 1_000;

  /** A page that takes more bytes in its file is not read. */
  static final int LONGEST_PAGE = 1 << 28;

  /**
   * An archived response.
   *
   * @param time its milliseconds since 1970; the least number if unknown
   * @param hasFailed whether it neither has a page nor leads to one
   * @param repeats the record that it repeats instead of having a body; null if it has a body
   */
  record Capture(String url, long time, boolean hasFailed, @Nullable Repeated repeats) {}

  /** The latest capture with its own body of a URL, in a range of times, both ends included. */
  record Repeated(String url, long earliest, long latest) {}

  /** Receives the pages of a file. */
  @FunctionalInterface
  interface Entries {

    /** Receives a page. */
    void page(Capture capture, long offset, long length) throws IOException;
  }

  private final Path path;
  private final boolean zipped;
  // not a FileChannel: an interrupted reader would close that for all
  private final RandomAccessFile file;

  WarcFile(Path path, boolean zipped) throws IOException {
    this.path = path;
    this.zipped = zipped;
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  /**
   * Passes on each page of the file, in order. Returns a description of the damage, or an empty
   * text.
   */
  String scan(Entries entries) throws IOException {
    return WarcScan.run(path, zipped, entries);
  }

  /** Reads a page and returns its result, which is a failure if the page is malformed. */
  FetchResult result(CrawlUrl url, PageIndex.Entry entry) throws IOException {
    if (entry.length() > LONGEST_PAGE) {
      String record = path + ", the record at byte " + entry.offset();
      return nonsense(url, record + " must have " + LONGEST_PAGE + " bytes at most, but has more");
    }
    byte[] page = read(entry);
    try {
      return result(url, page);
    } catch (IOException | RuntimeException e) {
      return nonsense(url, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private static FetchResult nonsense(CrawlUrl url, String why) {
    return FetchResult.Failed.of(url, FetchResult.FailureReason.PROTOCOL, "archive: " + why);
  }

  private byte[] read(PageIndex.Entry entry) throws IOException {
    byte[] bytes = new byte[(int) entry.length()];
    try {
      synchronized (file) {
        file.seek(entry.offset());
        file.readFully(bytes);
      }
    } catch (EOFException e) {
      throw new IOException(path + " is shorter than when it was indexed", e);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static FetchResult result(CrawlUrl url, byte[] page) throws IOException {
    try {
      return result(url, page, HttpMessage::bodyDecoded);
    } catch (IOException e) {
      return plain(url, page).orElseThrow(() -> e);
    }
  }

  /**
   * Returns the response with its body as it is stored, if that is text. Some archives have decoded
   * bodies with the header of their coding, such as those of Common Crawl before 2018.
   */
  private static Optional<FetchResult> plain(CrawlUrl url, byte[] page) throws IOException {
    FetchResult stored = result(url, page, HttpMessage::body);
    return stored instanceof FetchResult.Fetched fetched && MediaTypes.isText(fetched.body())
        ? Optional.of(stored)
        : Optional.empty();
  }

  /** Reads the body of an HTTP response. */
  private interface Bodies {
    MessageBody of(HttpMessage response) throws IOException;
  }

  private static FetchResult result(CrawlUrl url, byte[] page, Bodies bodies) throws IOException {
    try (var reader = new WarcReader(Channels.newChannel(new ByteArrayInputStream(page)))) {
      WarcRecord record = reader.next().orElseThrow(() -> new IOException("the record is gone"));
      return reply(record, bodies).asResult(url);
    }
  }

  private static Reply reply(WarcRecord record, Bodies bodies) throws IOException {
    Truncation truncation = truncation(record.truncated());
    if (record instanceof WarcResponse response) {
      HttpResponse http = response.http();
      HeaderLines headers = new HeaderLines().addAll(http.headers().map()).removeCodings();
      return reply(http.status(), headers, bodies.of(http).stream(), truncation);
    }
    var headers = new HeaderLines().add("content-type", record.contentType().toString());
    return reply(200, headers, record.body().stream(), truncation);
  }

  /** A body that aborts, or whose coding does, is what can be read of it. */
  private static Reply reply(int status, HeaderLines headers, InputStream in, Truncation archived)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    Truncation truncation = archived;
    try {
      copy(ByteStreams.limit(in, MAX_BODY_BYTES), bytes);
      if (bytes.size() == MAX_BODY_BYTES && in.read() >= 0) {
        truncation = Truncation.BYTE_LIMIT;
      }
    } catch (IOException e) {
      if (bytes.size() == 0) {
        throw e;
      }
      truncation = archived == Truncation.NONE ? Truncation.ABORTED : archived;
    }
    return new Reply(status, headers.build(), Body.of(bytes.toByteArray()), truncation);
  }

  /**
   * The library's reader of deflate returns nothing, again and again, when its bytes have run out.
   */
  private static void copy(InputStream in, ByteArrayOutputStream out) throws IOException {
    byte[] buffer = new byte[8_192];
    int idle = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
      idle = read == 0 ? idle + 1 : 0;
      if (idle == MAX_IDLE_READS) {
        throw new EOFException("the compressed body ends early");
      }
    }
  }

  private static Truncation truncation(WarcTruncationReason reason) {
    return switch (reason) {
      case NOT_TRUNCATED -> Truncation.NONE;
      case LENGTH -> Truncation.BYTE_LIMIT;
      case TIME -> Truncation.TIME_LIMIT;
      case DISCONNECT, UNSPECIFIED -> Truncation.ABORTED;
    };
  }
}

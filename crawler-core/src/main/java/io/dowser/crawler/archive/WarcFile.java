package io.dowser.crawler.archive;

import com.google.common.io.ByteStreams;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTruncationReason;

/** A WARC file, plain or with each record compressed; its responses and resources are pages. */
final class WarcFile extends ArchiveFile {

  /** A body that unpacks to more is truncated: a few kilobytes may claim to be gigabytes. */
  static final int MAX_BODY_BYTES = 1 << 26;

  private static final int MAX_IDLE_READS = 1_000;

  WarcFile(Path path) throws IOException {
    super(path);
  }

  @Override
  void scan(Entries entries) throws IOException {
    WarcScan.run(path(), entries);
  }

  @Override
  FetchResult answer(CrawlUrl url, byte[] page) throws IOException {
    try (var reader = new WarcReader(Channels.newChannel(new ByteArrayInputStream(page)))) {
      WarcRecord record = reader.next().orElseThrow(() -> new IOException("the record is gone"));
      return reply(record).asResult(url);
    }
  }

  private static Reply reply(WarcRecord record) throws IOException {
    Truncation truncation = truncation(record.truncated());
    if (record instanceof WarcResponse response) {
      HttpResponse http = response.http();
      HeaderLines headers = new HeaderLines().addAll(http.headers().map()).removeCodings();
      return reply(http.status(), headers, http.bodyDecoded().stream(), truncation);
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

package io.dowser.crawler.archive;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.netpreserve.jwarc.WarcTruncationReason;

/** A WARC file, plain or with each record compressed; its responses and resources are pages. */
final class WarcFile extends ArchiveFile {

  private static final int MOST_BYTES = LineScanner.LONGEST_LINE;

  /** A body that unpacks to more is cut: a few kilobytes may claim to be gigabytes. */
  static final int MOST_OF_A_BODY = 1 << 26;

  WarcFile(Path path) throws IOException {
    super(path);
  }

  @Override
  void scan(Entries entries) throws IOException {
    long size = Files.size(path());
    try (var channel = FileChannel.open(path());
        var reader = new WarcReader(channel)) {
      String url = null;
      long start = 0;
      for (Optional<WarcRecord> next = next(reader, channel);
          next.isPresent();
          next = next(reader, channel)) {
        tell(entries, url, start, reader.position());
        url = pageUrl(next.get(), reader.position());
        start = reader.position();
      }
      tell(entries, url, start, size);
    }
  }

  /** A crawl that was killed leaves a record that is cut off at the end; the rest counts. */
  private Optional<WarcRecord> next(WarcReader reader, FileChannel channel) throws IOException {
    try {
      return reader.next();
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      if (e instanceof IOException && channel.position() == channel.size()) {
        return Optional.empty();
      }
      throw new IOException(
          path() + ", after the record at byte " + reader.position() + ": " + e.getMessage(), e);
    }
  }

  private static void tell(Entries entries, @Nullable String url, long start, long end)
      throws IOException {
    if (url != null && end - start <= MOST_BYTES) {
      entries.page(url, start, (int) (end - start));
    }
  }

  private @Nullable String pageUrl(WarcRecord record, long position) throws IOException {
    try {
      boolean page =
          record instanceof WarcResource
              || (record instanceof WarcResponse response
                  && response.contentType().base().equals(MediaType.HTTP));
      return page ? ((WarcTargetRecord) record).target() : null;
    } catch (RuntimeException e) { // of a header that is nonsense
      throw new IOException(path() + ", the record at byte " + position + ": " + e, e);
    }
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
      var headers = new HeaderLines().addAll(http.headers().map());
      headers.remove("content-encoding").remove("transfer-encoding"); // the body is decoded here
      return reply(http.status(), headers, http.bodyDecoded().stream(), truncation);
    }
    var headers = new HeaderLines().add("content-type", record.contentType().toString());
    return reply(200, headers, record.body().stream(), truncation);
  }

  private static Reply reply(int status, HeaderLines headers, InputStream in, Truncation archived)
      throws IOException {
    Body body = Body.of(in.readNBytes(MOST_OF_A_BODY));
    boolean cut = body.size() == MOST_OF_A_BODY && in.read() >= 0;
    return new Reply(status, headers.build(), body, cut ? Truncation.BYTE_LIMIT : archived);
  }

  private static Truncation truncation(WarcTruncationReason reason) {
    return switch (reason) {
      case NOT_TRUNCATED -> Truncation.NONE;
      case LENGTH -> Truncation.BYTE_LIMIT;
      case TIME -> Truncation.TIME_LIMIT;
      case DISCONNECT, UNSPECIFIED -> Truncation.BROKEN_OFF;
    };
  }
}

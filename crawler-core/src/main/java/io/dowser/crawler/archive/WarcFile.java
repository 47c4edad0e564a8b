package io.dowser.crawler.archive;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
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

  private static final int MOST_BYTES = 1 << 30;

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
      for (Optional<WarcRecord> next = reader.next();
          next.isPresent();
          next = next(reader, channel)) {
        tell(entries, url, start, reader.position());
        url = pageUrl(next.get());
        start = reader.position();
      }
      tell(entries, url, start, size);
    }
  }

  /** A crawl that was killed leaves a record that is cut off at the end; the rest counts. */
  private Optional<WarcRecord> next(WarcReader reader, FileChannel channel) throws IOException {
    try {
      return reader.next();
    } catch (IOException e) {
      if (channel.position() == channel.size()) {
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

  private static @Nullable String pageUrl(WarcRecord record) throws IOException {
    boolean page =
        record instanceof WarcResource
            || (record instanceof WarcResponse response
                && response.contentType().base().equals(MediaType.HTTP));
    return page ? ((WarcTargetRecord) record).target() : null;
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
      Body body = Body.of(http.bodyDecoded().stream().readAllBytes());
      return new Reply(http.status(), headers.build(), body, truncation);
    }
    var headers = new HeaderLines().add("content-type", record.contentType().toString());
    Body body = Body.of(record.body().stream().readAllBytes());
    return new Reply(200, headers.build(), body, truncation);
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

package io.dowser.crawler.archive;

import com.google.common.io.ByteStreams;
import io.dowser.crawler.archive.WarcFile.Capture;
import io.dowser.crawler.archive.WarcFile.Repeated;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * Reads a WARC file once and finds its pages.
 *
 * <p>A process that was killed leaves a record that the end of the file truncates; that record is
 * left out. Everything else that is wrong is damage and an error. Damaged lengths may claim the
 * remainder of a file as well, so a record is truncated only if no other begins after it.
 */
final class WarcScan {

  private static final String MAGIC = "WARC/";

  /** What is between two records that are not compressed, in eight bytes. */
  private static final long RECORD = 0x0d0a0d0a57415243L; // CR LF CR LF WARC

  private static final long GZIP = 0x1f8b08;
  private static final long GZIP_MASK = 0xffffff;

  /** Two line ends follow a record, and some writers' mistakes; a record is not as short. */
  private static final int LONGEST_END = 16;

  private final Path path;
  private final FileChannel channel;
  private final WarcReader reader;
  private final WarcFile.Entries entries;
  private final boolean zipped;
  private boolean truncated;

  private WarcScan(Path path, FileChannel channel, WarcReader reader, WarcFile.Entries entries) {
    this.path = path;
    this.channel = channel;
    this.reader = reader;
    this.entries = entries;
    this.zipped = reader.compression() == WarcCompression.GZIP;
  }

  static void run(Path path, WarcFile.Entries entries) throws IOException {
    try (var channel = FileChannel.open(path);
        var file = FileChannel.open(path);
        var reader = new WarcReader(channel)) {
      new WarcScan(path, file, reader, entries).run();
    }
  }

  private void run() throws IOException {
    long start = 0;
    Optional<WarcRecord> record = next();
    while (record.isPresent()) {
      Capture capture = capture(record.get(), start);
      record = next();
      if (record.isEmpty() && reader.position() == start) { // its body is truncated
        return;
      }
      long end = zipped ? memberEnd(start, record.isPresent()) : reader.position();
      if (zipped && !isComplete(start, end, record.isPresent())) {
        return;
      }
      if (capture != null) {
        entries.page(capture, start, end - start);
      }
      start = end;
    }
  }

  private long memberEnd(long start, boolean more) throws IOException {
    return more || truncated ? nextMember(start, more) : channel.size();
  }

  /** Checks length and checksum of a gzip member, as the reader of WARC files does not. */
  private boolean isComplete(long start, long end, boolean more) throws IOException {
    try (InputStream file = Files.newInputStream(path)) {
      file.skipNBytes(start);
      try (var member = new GZIPInputStream(ByteStreams.limit(file, end - start), 1 << 14)) {
        member.transferTo(OutputStream.nullOutputStream());
        return true;
      }
    } catch (EOFException e) {
      if (more) {
        throw damaged(start, e);
      }
      return false;
    } catch (IOException e) {
      throw damaged(start, e);
    }
  }

  /**
   * Returns where the gzip member of the current record begins. The reader names a place before the
   * checksum of the member before, if that member filled its buffer exactly.
   */
  private long nextMember(long before, boolean required) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LONGEST_END + Integer.BYTES);
    channel.read(bytes, reader.position());
    for (int i = 0; i <= LONGEST_END && reader.position() > before; i++) {
      if (bytes.getInt(i) >>> Byte.SIZE == GZIP) {
        return reader.position() + i;
      }
    }
    if (required) {
      throw damaged(before, new IOException("it is not one record and nothing else"));
    }
    return reader.position();
  }

  private Optional<WarcRecord> next() throws IOException {
    try {
      return reader.next();
    } catch (EOFException e) {
      requireNoRecordAfter(reader.position(), e);
      truncated = true;
      return Optional.empty();
    } catch (ParsingException e) {
      if (!zipped && onlyLineEndsLeft(reader.position())) {
        return Optional.empty();
      }
      throw damaged(reader.position(), e);
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      throw damaged(reader.position(), e);
    }
  }

  /** The end of the file may truncate the line ends after a record, which is complete then. */
  private boolean onlyLineEndsLeft(long offset) throws IOException {
    try (var in = Files.newInputStream(path)) {
      in.skipNBytes(offset);
      byte[] left = in.readNBytes(LONGEST_END + 1);
      return left.length <= LONGEST_END && new String(left, StandardCharsets.ISO_8859_1).isBlank();
    }
  }

  private @Nullable Capture capture(WarcRecord record, long start) throws IOException {
    try {
      if (record.body().size() < 0) {
        throw new IOException("its length is " + record.body().size());
      }
      if (record.headers().first("WARC-Target-URI").isEmpty()) {
        return null; // of no URL, so no request can ask for it
      }
      if (record instanceof WarcRevisit revisit) {
        boolean failed = hasFailed(revisit);
        return new Capture(revisit.target(), time(revisit), failed, repeated(revisit));
      }
      if (record instanceof WarcResource resource) {
        return new Capture(resource.target(), time(resource), false, null);
      }
      return record instanceof WarcResponse response
              && response.contentType().base().equals(MediaType.HTTP)
          ? new Capture(response.target(), time(response), hasFailed(response), null)
          : null;
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      throw damaged(start, e);
    }
  }

  /** A response that makes no sense has failed. */
  private static boolean hasFailed(WarcResponse response) {
    try {
      return !Reply.leadsToPage(response.http().status());
    } catch (IOException | RuntimeException e) { // reported when the page is served
      return true;
    }
  }

  /** A record need not have the header of the response, which may repeat an error. */
  private static boolean hasFailed(WarcRevisit revisit) {
    try {
      return revisit.http().status() >= 400;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** Returns when a page was captured; one without a valid date comes before all others. */
  private static long time(WarcRecord record) {
    return record
        .headers()
        .first("WARC-Date")
        .flatMap(WarcScan::instant)
        .map(Instant::toEpochMilli)
        .orElse(Long.MIN_VALUE);
  }

  private static Optional<Instant> instant(String date) {
    try {
      return Optional.of(Instant.parse(date));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** A record that names no time (WARC 1.0 has none) repeats the last before it. */
  private static Repeated repeated(WarcRevisit revisit) {
    String url = revisit.headers().first("WARC-Refers-To-Target-URI").orElse(revisit.target());
    return revisit
        .refersToDate()
        .map(date -> new Repeated(url, date.toEpochMilli(), date.toEpochMilli()))
        .orElseGet(() -> new Repeated(url, Long.MIN_VALUE, time(revisit)));
  }

  private IOException damaged(long start, Exception cause) {
    return new IOException(
        path + ", the record at byte " + start + " is damaged: " + cause.getMessage(), cause);
  }

  /** Accepts that the end of the file truncates a record, unless another one begins after it. */
  private void requireNoRecordAfter(long start, EOFException cause) throws IOException {
    long begin = zipped ? GZIP : RECORD;
    long mask = zipped ? GZIP_MASK : -1;
    try (var in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
      in.skipNBytes(Math.min(start + 1, Files.size(path)));
      long last = 0;
      long at = start + 1;
      for (int next = in.read(); next >= 0; next = in.read()) {
        last = last << Byte.SIZE | next;
        at++;
        if ((last & mask) == begin && (!zipped || recordBegins(at - 3))) {
          throw damaged(start, cause);
        }
      }
    }
  }

  /** Reports whether a compressed record begins there, complete or not. */
  private boolean recordBegins(long offset) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(offset);
      byte[] first = new GZIPInputStream(in).readNBytes(MAGIC.length());
      return new String(first, StandardCharsets.ISO_8859_1).equals(MAGIC);
    } catch (IOException e) { // what is there is not compressed, or too short
      return false;
    }
  }
}

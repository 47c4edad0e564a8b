package io.dowser.crawler.archive;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;

/**
 * Goes through a WARC file once and finds its pages.
 *
 * <p>A process that was killed leaves a record that the end of the file cuts off; that record is
 * left out. Everything else that is wrong is damage and an error: damaged lengths may claim all
 * that is left of a file as well, so a record is truncated only if no other begins after it.
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
  private final ArchiveFile.Entries entries;

  WarcScan(Path path, ArchiveFile.Entries entries) {
    this.path = path;
    this.entries = entries;
  }

  void run() throws IOException {
    if (Archive.isZipped(path)) {
      zipped();
    } else {
      plain();
    }
  }

  private void zipped() throws IOException {
    try (var members = new Gunzip(path, 0)) {
      while (next(members)) {
        page(members);
      }
    }
  }

  private boolean next(Gunzip members) throws IOException {
    try {
      return members.next();
    } catch (EOFException e) {
      truncated(members.start(), GZIP, GZIP_MASK, e);
      return false;
    } catch (IOException e) {
      throw damaged(members.start(), e);
    }
  }

  private void page(Gunzip member) throws IOException {
    byte[] head = member.head();
    try (var reader = new WarcReader(Channels.newChannel(new ByteArrayInputStream(head)))) {
      WarcRecord record = next(reader, member);
      long left = member.size() - headerLength(head) - record.body().size();
      if (left < 0 || left > LONGEST_END) {
        throw damaged(member.start(), new IOException("it is not one record and nothing else"));
      }
      report(url(record, member.start()), member.start(), member.end());
    }
  }

  private WarcRecord next(WarcReader reader, Gunzip member) throws IOException {
    try {
      return reader.next().orElseThrow(() -> new IOException("it is empty"));
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      throw damaged(member.start(), e);
    }
  }

  private static int headerLength(byte[] head) {
    for (int i = 4; i <= head.length; i++) {
      if (head[i - 1] == '\n' && (head[i - 2] == '\n' || head[i - 3] == '\n')) {
        return i;
      }
    }
    return head.length;
  }

  private void plain() throws IOException {
    try (var channel = FileChannel.open(path);
        var reader = new WarcReader(channel)) {
      Optional<WarcRecord> record = next(reader);
      while (record.isPresent()) {
        long start = reader.position();
        String url = url(record.get(), start);
        record = next(reader);
        if (reader.position() > start) { // else its body is truncated
          report(url, start, reader.position());
        }
      }
    }
  }

  private Optional<WarcRecord> next(WarcReader reader) throws IOException {
    try {
      return reader.next();
    } catch (EOFException e) {
      truncated(reader.position(), RECORD, -1, e);
      return Optional.empty();
    } catch (ParsingException e) {
      if (onlyLineEndsLeft(reader.position())) {
        return Optional.empty();
      }
      throw damaged(reader.position(), e);
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      throw damaged(reader.position(), e);
    }
  }

  /** The end of the file may truncated the line ends after a record, which is whole then. */
  private boolean onlyLineEndsLeft(long offset) throws IOException {
    try (var in = Files.newInputStream(path)) {
      in.skipNBytes(offset);
      byte[] rest = in.readNBytes(LONGEST_END + 1);
      return rest.length <= LONGEST_END && new String(rest, StandardCharsets.ISO_8859_1).isBlank();
    }
  }

  private void report(@Nullable String url, long start, long end) throws IOException {
    if (url != null) {
      entries.page(url, start, end - start);
    }
  }

  private @Nullable String url(WarcRecord record, long start) throws IOException {
    try {
      if (record.body().size() < 0) {
        throw new IOException("its length is " + record.body().size());
      }
      boolean page =
          record instanceof WarcResource
              || (record instanceof WarcResponse response
                  && response.contentType().base().equals(MediaType.HTTP));
      return page ? ((WarcTargetRecord) record).target() : null;
    } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
      throw damaged(start, e);
    }
  }

  private IOException damaged(long start, Exception cause) {
    return new IOException(
        path + ", the record at byte " + start + " is damaged: " + cause.getMessage(), cause);
  }

  /** Accepts that the end of the file cuts off a record, unless another one begins after it. */
  private void truncated(long start, long begin, long mask, EOFException cause) throws IOException {
    try (var in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
      in.skipNBytes(Math.min(start + 1, Files.size(path)));
      long last = 0;
      long at = start + 1;
      for (int next = in.read(); next >= 0; next = in.read()) {
        last = last << Byte.SIZE | next;
        at++;
        if ((last & mask) == begin && (mask == -1 || gzipBegins(at - 3))) {
          throw damaged(start, cause);
        }
      }
    }
  }

  /** Reports whether a compressed record begins there, be it whole or not. */
  private boolean gzipBegins(long offset) throws IOException {
    try (var member = new Gunzip(path, offset)) {
      try {
        member.next();
      } catch (EOFException | ZipException e) {
        // its first bytes may show it nevertheless
      }
      return new String(member.head(), StandardCharsets.ISO_8859_1).startsWith(MAGIC);
    }
  }
}

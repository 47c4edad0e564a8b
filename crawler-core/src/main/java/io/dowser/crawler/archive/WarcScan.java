package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.common.io.ByteStreams;
import io.dowser.crawler.archive.WarcFile.Capture;
import io.dowser.crawler.archive.WarcFile.Repeated;
import io.dowser.crawler.internal.GzipMembers;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * Reads a WARC or ARC file once and finds its pages.
 *
 * <p>A process that was killed leaves a record that the end of the file truncates; that record is
 * left out. A record that is damaged otherwise is left out with a warning. In files that are not
 * compressed, one whose length is wrong ends where the next one begins.
 */
final class WarcScan {

  /** The first line of a WARC record and the name of a field, or the line of an ARC record. */
  private static final Pattern BEGIN =
      Pattern.compile(
          "WARC/[0-9]\\.[0-9]{1,3}\r?\n(?=[A-Za-z-]{1,40}[ \t]*:)"
              + "|^[a-z]{2,20}:[^ \n]{1,8192} [^ \n]{1,50} [0-9]{14} [^\n]{1,400} [0-9]{1,12}\r?\n",
          Pattern.UNIX_LINES | Pattern.MULTILINE);

  private static final Pattern HEADER_END = Pattern.compile("\r?\n\r?\n");

  private static final Pattern LENGTH =
      Pattern.compile("\n[ \t]*content-length[ \t]*:[ \t]*([0-9]{1,18})", Pattern.CASE_INSENSITIVE);

  private static final Pattern ARC_LENGTH = Pattern.compile(" ([0-9]{1,12})\r?\n\\z");

  private static final String VERSION = "WARC/";
  private static final String MEMBER = "\u001f\u008b\b";
  private static final int LONGEST_LINE = 1 << 14;

  /** Two line ends follow a record, and some writers' mistakes; a record is not as short. */
  private static final int LONGEST_END = 16;

  private static final int USUAL_HEADER = 1 << 12;

  /** A header is no longer, and chunks of a search overlap by so much. */
  private static final int LONGEST_HEADER = 1 << 16;

  private static final int CHUNK = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final long size;
  private final WarcFile.Entries entries;
  private int sound;
  private int damaged;
  private String firstDamage = "";

  private WarcScan(Path path, FileChannel channel, WarcFile.Entries entries) throws IOException {
    this.path = path;
    this.channel = channel;
    this.size = channel.size();
    this.entries = entries;
  }

  /**
   * Passes on each page in order.
   *
   * @return a description of the damage, empty if there is none
   * @throws IOException if no record of the file can be read
   */
  static String run(Path path, boolean zipped, WarcFile.Entries entries) throws IOException {
    try (var channel = FileChannel.open(path)) {
      var scan = new WarcScan(path, channel, entries);
      for (long start = 0; start < scan.size; ) {
        start = zipped ? scan.member(start) : scan.record(start);
      }
      return scan.damage();
    }
  }

  private String damage() throws IOException {
    if (damaged > 0 && sound == 0) {
      throw new IOException(path + " is no WARC or ARC file: " + firstDamage);
    }
    return damaged == 0
        ? ""
        : path
            + (damaged == 1
                ? ", one record is left out or truncated: "
                : ", " + damaged + " records are left out or truncated; the first: ")
            + firstDamage;
  }

  private void damaged(long start, String why) {
    damaged++;
    if (firstDamage.isEmpty()) {
      firstDamage = "the record at byte " + start + " is damaged: " + why;
    }
  }

  /**
   * Reads a record that is compressed separately; returns the position where the next one may
   * begin.
   */
  private long member(long start) throws IOException {
    boolean isOne;
    try (GzipMembers member = membersAt(start)) {
      if (!member.begin()) {
        throw size - start < MEMBER.length()
            ? new EOFException()
            : new ZipException("no gzip member begins there");
      }
      var reader = new WarcReader(Channels.newChannel(member));
      @Nullable Capture capture = null;
      String damage = "";
      try {
        capture = capture(reader);
      } catch (IOException | RuntimeException e) { // the latter of a header that is nonsense
        damage = String.valueOf(e.getMessage());
      }
      isOne = !hasMore(reader);
      long end = start + member.end();
      if (isOne) {
        take(capture, start, end, damage);
        return end;
      }
    } catch (EOFException e) {
      long next = nextMember(start);
      if (next < size) { // else a killed process has left it behind
        damaged(start, "it is truncated");
      }
      return next;
    } catch (ZipException e) {
      damaged(start, String.valueOf(e.getMessage()));
      return nextMember(start);
    }
    throw new IOException(
        path + ", the record at byte " + start + " is damaged: it is not one record and no more");
  }

  /** Returns whether another record follows; other data is ignored. */
  private static boolean hasMore(WarcReader reader) {
    try {
      return reader.next().isPresent();
    } catch (IOException | RuntimeException e) { // if the member is damaged, its end shows it
      return false;
    }
  }

  /** Reads a record that is not compressed; returns where the next one begins. */
  private long record(long start) throws IOException {
    long end = declaredEnd(start);
    long next = end < 0 || end > size ? -1 : nextAt(end);
    if (next < 0) {
      next = nextRecord(start);
      if (next == size && end > size) { // a killed process has left it behind
        return size;
      }
      damaged(start, end < 0 ? "its header is malformed" : "its length is wrong");
    }
    if (end >= 0) {
      channel.position(start);
      InputStream record = ByteStreams.limit(Channels.newInputStream(channel), next - start);
      @Nullable Capture capture = null;
      String damage = "";
      try {
        capture = capture(new WarcReader(Channels.newChannel(record)));
      } catch (ParsingException | EOFException | RuntimeException e) { // a nonsensical header
        damage = String.valueOf(e.getMessage());
      }
      take(capture, start, next, damage);
      next = damage.isEmpty() ? next : nextRecord(start); // its length may make no sense as well
    }
    return next;
  }

  private void take(@Nullable Capture capture, long start, long end, String damage)
      throws IOException {
    if (!damage.isEmpty()) {
      damaged(start, damage);
      return;
    }
    sound++;
    if (capture != null) {
      entries.page(capture, start, end - start);
    }
  }

  /**
   * Returns where the block of a record ends by its header; a negative number if that makes no
   * sense, and the greatest one if the file ends within it.
   */
  private long declaredEnd(long start) throws IOException {
    String head = text(start, USUAL_HEADER);
    Matcher begin = BEGIN.matcher(head);
    if (!begin.lookingAt()) {
      return start + head.length() == size && isVersion(head) ? Long.MAX_VALUE : -1;
    }
    Matcher arc = ARC_LENGTH.matcher(begin.group());
    if (!head.startsWith(VERSION) && arc.find()) {
      return start + begin.end() + Long.parseLong(arc.group(1));
    }
    Matcher headerEnd = HEADER_END.matcher(head);
    if (!headerEnd.find() && head.length() == USUAL_HEADER) {
      head = text(start, LONGEST_HEADER);
      headerEnd = HEADER_END.matcher(head);
    }
    if (!headerEnd.find(0)) {
      return start + head.length() == size ? Long.MAX_VALUE : -1;
    }
    Matcher length = LENGTH.matcher(head).region(0, headerEnd.start());
    return length.find() ? start + headerEnd.end() + Long.parseLong(length.group(1)) : -1;
  }

  private static boolean isVersion(String text) {
    return text.startsWith(VERSION) || VERSION.startsWith(text);
  }

  /** Returns where a record or the end of the file follows some line ends, or a negative number. */
  private long nextAt(long end) throws IOException {
    String text = text(end, USUAL_HEADER);
    int lineEnds = 0;
    while (lineEnds < Math.min(text.length(), LONGEST_END)
        && "\r\n".indexOf(text.charAt(lineEnds)) >= 0) {
      lineEnds++;
    }
    String begin = text.substring(lineEnds);
    return isVersion(begin) || BEGIN.matcher(begin).lookingAt() ? end + lineEnds : -1;
  }

  /** Searches for a record behind the place where one begins; the end of the file if none does. */
  private long nextRecord(long start) throws IOException {
    for (long at = start; at < size; at += CHUNK - LONGEST_HEADER) {
      Matcher begin = BEGIN.matcher(text(at, CHUNK));
      if (begin.find(1)) {
        return at + begin.start();
      }
    }
    return size;
  }

  private long nextMember(long start) throws IOException {
    for (long at = start + 1; at < size; at += CHUNK - MEMBER.length()) {
      String text = text(at, CHUNK);
      for (int i = text.indexOf(MEMBER); i >= 0; i = text.indexOf(MEMBER, i + 1)) {
        if (recordBegins(at + i)) {
          return at + i;
        }
      }
    }
    return size;
  }

  /** Returns whether a compressed record begins there, complete or not. */
  private boolean recordBegins(long offset) throws IOException {
    try (GzipMembers member = membersAt(offset)) {
      return member.begin()
          && BEGIN.matcher(new String(member.readNBytes(LONGEST_LINE), ISO_8859_1)).lookingAt();
    } catch (EOFException | ZipException e) { // the data is not compressed, or too short
      return false;
    }
  }

  /** Moves the position of the file. */
  private GzipMembers membersAt(long start) throws IOException {
    InputStream packed = Channels.newInputStream(channel.position(start));
    return new GzipMembers(new BufferedInputStream(packed));
  }

  private String text(long start, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, Math.max(0, size - start)));
    while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
      // the next bytes
    }
    return new String(bytes.array(), 0, bytes.position(), ISO_8859_1);
  }

  private static @Nullable Capture capture(WarcReader reader) throws IOException {
    WarcRecord record = reader.next().orElseThrow(() -> new EOFException("it is empty"));
    if (record.body().size() < 0) {
      throw new ParsingException("its length is " + record.body().size());
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
}

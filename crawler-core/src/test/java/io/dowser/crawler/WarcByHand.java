package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads compressed WARC files with nothing but the JDK, by the letter of ISO 28500:2017 (sections 4
 * and 5 and annex D) and RFC 1952, and checks each rule on the way.
 */
final class WarcByHand {

  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  /** A record: its header, names in lower case, and its block. */
  record WarcEntry(Map<String, String> header, Bytes block) {

    String get(String name) {
      assertThat(header).containsKey(name);
      return header.getOrDefault(name, "");
    }
  }

  /** A part of a file. */
  static final class Bytes {

    private final byte[] all;

    Bytes(byte[] all) {
      this.all = all;
    }

    String text() {
      return new String(all, StandardCharsets.ISO_8859_1);
    }

    int size() {
      return all.length;
    }

    /** What follows the first empty line: the payload of an HTTP response. */
    Bytes afterEmptyLine() {
      int start = text().indexOf("\r\n\r\n") + 4;
      assertThat(start).as("an empty line ends the HTTP header").isGreaterThan(3);
      return new Bytes(Arrays.copyOfRange(all, start, all.length));
    }

    /** SHA-1 in base 32 (RFC 4648): 32 characters of 5 bits each. */
    String sha1() {
      try {
        byte[] contentHash = MessageDigest.getInstance("SHA-1").digest(all);
        var number = new java.math.BigInteger(1, contentHash);
        var text = new StringBuilder();
        for (int shift = 155; shift >= 0; shift -= 5) {
          text.append(BASE32.charAt(number.shiftRight(shift).intValue() & 31));
        }
        return text.toString();
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }
  }

  private WarcByHand() {}

  /** Reads a file whose records are each a separate gzip member (annex D). */
  static List<WarcEntry> read(Path file) throws IOException {
    ByteBuffer packed = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<WarcEntry> records = new ArrayList<>();
    while (packed.hasRemaining()) {
      records.add(record(member(packed)));
    }
    return records;
  }

  private static byte[] member(ByteBuffer packed) {
    assertThat(packed.getShort()).as("gzip").isEqualTo((short) 0x8b1f);
    assertThat(packed.get()).as("deflate").isEqualTo((byte) 8);
    assertThat(packed.get()).as("no name, comment or extra field").isZero();
    packed.position(packed.position() + 6); // time, flags, system
    var unpacked = new ByteArrayOutputStream();
    var inflater = new Inflater(true);
    try {
      inflater.setInput(packed);
      byte[] buffer = new byte[1 << 12];
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        assertThat(count > 0 || inflater.finished()).as("the member is whole").isTrue();
        unpacked.write(buffer, 0, count);
      }
    } catch (DataFormatException e) {
      throw new AssertionError("at byte " + packed.position(), e);
    } finally {
      inflater.end();
    }
    var sum = new CRC32();
    sum.update(unpacked.toByteArray());
    assertThat(packed.getInt()).as("sum of a member").isEqualTo((int) sum.getValue());
    assertThat(packed.getInt()).as("length of a member").isEqualTo(unpacked.size());
    return unpacked.toByteArray();
  }

  /** version, named fields, an empty line, a block of the declared length, and two line ends. */
  private static WarcEntry record(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1); // a character for each byte
    int headerEnd = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, headerEnd).split("\r\n", -1);
    assertThat(lines[0]).isEqualTo("WARC/1.1");
    var header = new TreeMap<String, String>();
    for (String line : Arrays.asList(lines).subList(1, lines.length)) {
      int colon = line.indexOf(':');
      assertThat(colon).as(line).isPositive();
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      assertThat(header.put(name, line.substring(colon + 1).strip())).as(name).isNull();
    }
    var record = new WarcEntry(header, new Bytes(block(bytes, headerEnd + 4, header)));
    assertThat(record.get("warc-record-id")).matches("<urn:uuid:[0-9a-f-]{36}>");
    assertThat(record.get("warc-date"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");
    assertThat(record.get("warc-type")).isNotBlank();
    return record;
  }

  private static byte[] block(byte[] bytes, int start, Map<String, String> header) {
    assertThat(header).containsKey("content-length");
    int end = start + Integer.parseInt(header.getOrDefault("content-length", ""));
    assertThat(bytes).as("length of a block and the two line ends after it").hasSize(end + 4);
    assertThat(Arrays.copyOfRange(bytes, end, end + 4)).containsExactly('\r', '\n', '\r', '\n');
    return Arrays.copyOfRange(bytes, start, end);
  }
}

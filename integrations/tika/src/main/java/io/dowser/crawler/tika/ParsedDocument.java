package io.dowser.crawler.tika;

import io.dowser.crawler.api.AnalyzedPage.Unreadable;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The contents of a document as a process has read it, and their format in a pipe: texts with their
 * lengths in UTF-8, one after the other.
 *
 * @param title possibly empty
 * @param language a language tag, possibly empty
 * @param parts text and links in document order
 * @param unreadable the reason why the document cannot be read, if it cannot
 */
record ParsedDocument(
    String title, String language, List<Part> parts, Optional<Unreadable> unreadable) {

  /** Limits of the fields, in characters; longer ones are left out or shortened. */
  static final int LONGEST_FIELD = 1_000;

  static final int LONGEST_LINK = CrawlUrl.MAX_LENGTH;

  /** A character has three bytes at most, as two chars have four. */
  private static final int BYTES = 3;

  /**
   * Text between two borders of blocks or links; a link if it has a target.
   *
   * @param level of the heading that it is in, 1 to 6, or 0
   */
  record Part(String text, String href, boolean endsBlock, int level) {

    Part(String text, String href, boolean endsBlock) {
      this(text, href, endsBlock, 0);
    }
  }

  private static final int LOWEST_LEVEL = 6;

  static ParsedDocument unreadable(FailureReason reason, String detail) {
    return new ParsedDocument("", "", List.of(), Optional.of(new Unreadable(reason, detail)));
  }

  void write(DataOutputStream out) throws IOException {
    write(out, unreadable.map(why -> why.reason().name()).orElse(""));
    write(out, shortened(unreadable.map(Unreadable::detail).orElse("")));
    write(out, shortened(title));
    write(out, shortened(language));
    out.writeInt(parts.size());
    for (Part part : parts) {
      write(out, part.text);
      write(out, part.href);
      out.writeBoolean(part.endsBlock);
      out.writeByte(part.level);
    }
    out.flush();
  }

  /**
   * Reads the output of a process, and trusts none of its numbers: the document may have taken over
   * the process.
   *
   * @throws IOException if a field is longer, or there are more parts, than a process may write
   */
  static ParsedDocument read(DataInputStream in, int maxCharacters, int maxLinks)
      throws IOException {
    String reason = readText(in, LONGEST_FIELD);
    String detail = readText(in, LONGEST_FIELD);
    String title = readText(in, LONGEST_FIELD);
    String language = readText(in, LONGEST_FIELD);
    int number = readNumber(in, (long) maxCharacters + maxLinks);
    List<Part> parts = new ArrayList<>();
    int characters = maxCharacters;
    int links = maxLinks;
    for (int i = 0; i < number; i++) {
      String text = readText(in, characters);
      String href = readText(in, links > 0 ? LONGEST_LINK : 0);
      characters -= text.length();
      links -= href.isEmpty() ? 0 : 1;
      parts.add(new Part(text, href, in.readBoolean(), level(in.readByte())));
    }
    return reason.isEmpty()
        ? new ParsedDocument(title, language, parts, Optional.empty())
        : unreadable(reason(reason), detail);
  }

  private static int level(int number) throws IOException {
    if (number < 0 || number > LOWEST_LEVEL) {
      throw new IOException("a heading has the level " + number);
    }
    return number;
  }

  private static FailureReason reason(String name) throws IOException {
    try {
      return FailureReason.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IOException("unknown reason " + name, e);
    }
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST_FIELD) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(LONGEST_FIELD - 1));
    return text.substring(0, halves ? LONGEST_FIELD - 1 : LONGEST_FIELD);
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in, int maxCharacters) throws IOException {
    String text = new String(readBytes(in, (long) BYTES * maxCharacters), StandardCharsets.UTF_8);
    if (text.length() > maxCharacters) {
      throw new IOException("a text is longer than " + maxCharacters + " characters");
    }
    return text;
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static int readNumber(DataInputStream in, long most) throws IOException {
    int number = in.readInt();
    if (number < 0 || number > most) {
      throw new IOException("a number must be 0 to " + most + ", but was " + number);
    }
    return number;
  }

  static byte[] readBytes(DataInputStream in, long most) throws IOException {
    int length = readNumber(in, most);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("the pipe ended within " + length + " bytes");
    }
    return bytes;
  }
}

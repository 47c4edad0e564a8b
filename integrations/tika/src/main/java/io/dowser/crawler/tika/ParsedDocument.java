package io.dowser.crawler.tika;

import io.dowser.crawler.api.AnalyzedPage.Unreadable;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a process has found in a document, and how that passes through a pipe: texts with their
 * lengths in UTF-8, one after the other.
 *
 * @param title possibly empty
 * @param language a language tag, possibly empty
 * @param parts text and links in document order
 * @param unreadable why there is nothing, if there is
 */
record ParsedDocument(
    String title, String language, List<Part> parts, Optional<Unreadable> unreadable) {

  /** Text between two borders of blocks or links; a link if it has a target. */
  record Part(String text, String href, boolean endsBlock) {}

  static ParsedDocument unreadable(FailureReason reason, String detail) {
    return new ParsedDocument("", "", List.of(), Optional.of(new Unreadable(reason, detail)));
  }

  void write(DataOutputStream out) throws IOException {
    write(out, unreadable.map(why -> why.reason().name()).orElse(""));
    write(out, unreadable.map(Unreadable::detail).orElse(""));
    write(out, title);
    write(out, language);
    out.writeInt(parts.size());
    for (Part part : parts) {
      write(out, part.text);
      write(out, part.href);
      out.writeBoolean(part.endsBlock);
    }
    out.flush();
  }

  static ParsedDocument read(DataInputStream in) throws IOException {
    String reason = readText(in);
    String detail = readText(in);
    String title = readText(in);
    String language = readText(in);
    int number = in.readInt();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      parts.add(new Part(readText(in), readText(in), in.readBoolean()));
    }
    return reason.isEmpty()
        ? new ParsedDocument(title, language, parts, Optional.empty())
        : unreadable(FailureReason.valueOf(reason), detail);
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("the pipe ended within " + length + " bytes");
    }
    return bytes;
  }
}

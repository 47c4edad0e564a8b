package io.dowser.crawler.internal.types;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.EncodingLabels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Computes the media type of a response from its header and its first bytes.
 *
 * <p>Source: WHATWG, <i>MIME Sniffing</i>, Living Standard: section 5 (reading the header of a
 * resource, 1,445 bytes), 6.1 and 6.4 (tables of images and archives) and 7 (computed type). A
 * response that is labelled as HTML, XML or another known type keeps its label. Departures: feeds
 * are not distinguished from HTML, and audio, video and fonts have no tables, because no analyzer
 * is chosen by these.
 */
public final class MediaTypes {

  private static final int HEADER = 1_445;

  /** Two tokens (RFC 9110, section 5.6.2). */
  private static final Pattern TYPE =
      Pattern.compile("[\\w!#$%&'*+.^`|~-]++/[\\w!#$%&'*+.^`|~-]++");

  private static final Set<String> UNKNOWN =
      Set.of("unknown/unknown", "application/unknown", "*/*");

  /** Labels that Apache once sent for all that it did not know. */
  private static final Set<String> DOUBTFUL =
      Set.of(
          "text/plain",
          "text/plain; charset=ISO-8859-1",
          "text/plain; charset=iso-8859-1",
          "text/plain; charset=UTF-8");

  /** Each is followed by a blank or {@code >}. */
  private static final List<String> HTML =
      List.of(
          "<!DOCTYPE HTML",
          "<HTML",
          "<HEAD",
          "<SCRIPT",
          "<IFRAME",
          "<H1",
          "<DIV",
          "<FONT",
          "<TABLE",
          "<A",
          "<STYLE",
          "<TITLE",
          "<B",
          "<BODY",
          "<BR",
          "<P",
          "<!--");

  private static final List<Signature> IMAGES =
      List.of(
          new Signature("\0\0\1\0", "image/x-icon"),
          new Signature("\0\0\2\0", "image/x-icon"),
          new Signature("BM", "image/bmp"),
          new Signature("GIF87a", "image/gif"),
          new Signature("GIF89a", "image/gif"),
          new Signature("\u0089PNG\r\n\u001a\n", "image/png"),
          new Signature("\u00ff\u00d8\u00ff", "image/jpeg"));

  private static final List<Signature> MARKS =
      List.of(
          new Signature("\u00fe\u00ff", "text/plain"),
          new Signature("\u00ff\u00fe", "text/plain"),
          new Signature("\u00ef\u00bb\u00bf", "text/plain"));

  private static final List<Signature> ARCHIVES =
      List.of(
          new Signature("\u001f\u008b\b", "application/x-gzip"),
          new Signature("PK\3\4", "application/zip"),
          new Signature("Rar \u001a\7\0", "application/x-rar-compressed"));

  private MediaTypes() {}

  /** The first bytes of a type, each as the character of that number. */
  private record Signature(String bytes, String type) {}

  /**
   * Returns type and subtype of a {@code Content-Type} header in lower case, or the empty text if
   * it has none. Of several values in a list, the last one counts that is a type.
   *
   * <p>Source: WHATWG, <i>Fetch</i>, section 2.2.2 (extract a MIME type), and <i>MIME Sniffing</i>,
   * section 4.4 (parse a MIME type).
   */
  public static String essence(String contentType) {
    return effective(contentType).map(MediaTypes::parse).orElse("");
  }

  /** Returns the known charset that a {@code Content-Type} header names, or null. */
  public static @Nullable Charset charset(String contentType) {
    String label = charsetLabel(contentType);
    return label == null ? null : EncodingLabels.find(label);
  }

  /**
   * Returns the label of a charset in a {@code Content-Type} header, or null. Of several values in
   * a list, that of the effective type counts, or else that of an equal type before it. A header
   * without a type is searched for a charset all the same.
   */
  public static @Nullable String charsetLabel(String contentType) {
    String essence = essence(contentType);
    if (essence.isEmpty()) {
      return EncodingLabels.inContentType(contentType);
    }
    String label = null;
    for (String value : values(contentType)) {
      String found = parse(value).equals(essence) ? EncodingLabels.inContentType(value) : null;
      label = found == null ? label : found;
    }
    return label;
  }

  private static Optional<String> effective(String contentType) {
    return values(contentType).stream()
        .filter(value -> !parse(value).isEmpty() && !parse(value).equals("*/*"))
        .reduce((before, value) -> value);
  }

  /** Splits a header at the commas that are not within quotes. */
  private static List<String> values(String header) {
    if (header.indexOf(',') < 0) {
      return List.of(header);
    }
    var values = new ArrayList<String>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        values.add(header.substring(start, i));
        start = i + 1;
      }
    }
    values.add(header.substring(start));
    return values;
  }

  private static String parse(String value) {
    int semicolon = value.indexOf(';');
    String type = (semicolon < 0 ? value : value.substring(0, semicolon)).strip();
    return TYPE.matcher(type).matches() ? type.toLowerCase(Locale.ROOT) : "";
  }

  /** Returns whether a type, without parameters, says nothing. */
  public static boolean saysNothing(String type) {
    return type.isEmpty() || UNKNOWN.contains(type);
  }

  /** Returns the computed type of a response, in lower case without parameters. */
  static String of(FetchResult.Fetched fetched) {
    String label = fetched.contentType().strip();
    String type = essence(label);
    boolean mayBeScript =
        !fetched
            .headers()
            .firstValue("x-content-type-options")
            .orElse("")
            .strip()
            .equalsIgnoreCase("nosniff");
    if (saysNothing(type)) {
      return unlabelled(header(fetched), mayBeScript);
    }
    if (mayBeScript && DOUBTFUL.contains(label)) {
      return textOrBinary(header(fetched));
    }
    boolean isImage = mayBeScript && type.startsWith("image/") && !type.endsWith("+xml");
    return isImage ? image(header(fetched), type) : type;
  }

  /** Returns whether the first bytes of a body are those of text. */
  public static boolean isText(Body body) {
    return textOrBinary(header(body)).equals("text/plain");
  }

  private static String header(FetchResult.Fetched fetched) {
    return header(fetched.body());
  }

  private static String header(Body body) {
    var bytes = body.asByteBuffer();
    return StandardCharsets.ISO_8859_1
        .decode(bytes.limit(bytes.position() + Math.min(HEADER, bytes.remaining())))
        .toString();
  }

  private static String unlabelled(String header, boolean mayBeScript) {
    String scripted = mayBeScript ? scripted(header) : "";
    if (!scripted.isEmpty()) {
      return scripted;
    }
    if (header.startsWith("%!PS-Adobe-")) {
      return "application/postscript";
    }
    String found = matched(MARKS, header, image(header, ""));
    return found.isEmpty() ? matched(ARCHIVES, header, textOrBinary(header)) : found;
  }

  /** Finds the types that a browser runs scripts of, or returns the empty text. */
  private static String scripted(String header) {
    String content = header.substring(blanks(header));
    if (HTML.stream().anyMatch(tag -> startsWithTag(content, tag))) {
      return "text/html";
    }
    if (content.startsWith("<?xml")) {
      return "text/xml";
    }
    return header.startsWith("%PDF-") ? "application/pdf" : "";
  }

  private static int blanks(String header) {
    int end = 0;
    while (end < header.length() && "\t\n\f\r ".indexOf(header.charAt(end)) >= 0) {
      end++;
    }
    return end;
  }

  private static boolean startsWithTag(String content, String tag) {
    int end = tag.length();
    return content.length() > end
        && content.regionMatches(true, 0, tag, 0, end)
        && (content.charAt(end) == ' ' || content.charAt(end) == '>');
  }

  private static String image(String header, String otherwise) {
    boolean isWebP = header.startsWith("RIFF") && header.startsWith("WEBPVP", 8);
    return isWebP ? "image/webp" : matched(IMAGES, header, otherwise);
  }

  private static String matched(List<Signature> signatures, String header, String otherwise) {
    return signatures.stream()
        .filter(each -> header.startsWith(each.bytes))
        .map(Signature::type)
        .findFirst()
        .orElse(otherwise);
  }

  private static String textOrBinary(String header) {
    boolean isBinary = header.chars().anyMatch(MediaTypes::isBinary);
    return matched(MARKS, header, isBinary ? "application/octet-stream" : "text/plain");
  }

  private static boolean isBinary(int b) {
    return b <= 8 || b == 0xb || (b >= 0xe && b <= 0x1a) || (b >= 0x1c && b <= 0x1f);
  }
}

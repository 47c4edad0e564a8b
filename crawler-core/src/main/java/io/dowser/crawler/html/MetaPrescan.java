package io.dowser.crawler.html;

import io.dowser.crawler.internal.EncodingLabels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an encoding declaration among the first bytes of a page, without parsing it.
 *
 * <p>Source: WHATWG, <i>HTML Standard</i>, section 13.2.3.2 (prescan a byte stream to determine its
 * encoding).
 *
 * <p>Where this differs: it reads {@value #WINDOW} bytes where the standard allows 1024, because
 * pages declare late; the label is returned as it stands and mapped by {@link EncodingLabels}; an
 * unknown label is passed over. Not thread-safe.
 */
final class MetaPrescan {

  /** Bytes that are looked at. */
  static final int WINDOW = 16_384;

  /** A comment, whose opening hyphens may close it too; a meta element; a tag; other markup. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "<!(?=--)(?:.*?-->|.*)|<(meta)(?=[ \t\n\f\r/])|<(/?[a-z][^ \t\n\f\r>]*+)|<[!/?][^>]*+",
          Pattern.DOTALL);

  /** The next attribute of a tag, if there is one; an equals sign may begin its name. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "[ \t\n\f\r/]*+(?:([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+"
              + "(?:\"([^\"]*+)(?:\"|\\z)|'([^']*+)(?:'|\\z)|([^ \t\n\f\r>]*+)))?+)?+");

  /** The encoding of an XML declaration at the very start. */
  private static final Pattern XML_DECLARATION =
      Pattern.compile(
          "<\\?xml(?=[^>]*+>)[^>]*?encoding[\\x00- ]*+=[\\x00- ]*+"
              + "(?:\"([^\\x00- \">]++)\"|'([^\\x00- '>]++)')");

  private final String text;
  private final Matcher attribute;
  private int at;

  private MetaPrescan(String lowerCase) {
    text = lowerCase;
    attribute = ATTRIBUTE.matcher(lowerCase);
  }

  /** Finds the label of the first declaration that means something. */
  static @Nullable String label(byte[] start) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    String lowerCase = text.toLowerCase(Locale.ROOT);
    String label = new MetaPrescan(lowerCase).scan();
    return label == null ? inXmlDeclaration(lowerCase) : label;
  }

  /** Finds what an XML declaration says (HTML Standard, 13.2.3.2, get an XML encoding). */
  private static @Nullable String inXmlDeclaration(String text) {
    Matcher declaration = XML_DECLARATION.matcher(text);
    String label = declaration.lookingAt() ? firstGroup(declaration, 1) : null;
    return label == null ? null : meaningful(label);
  }

  private @Nullable String scan() {
    Matcher markup = MARKUP.matcher(text);
    String label = null;
    while (label == null && markup.find(at)) {
      at = markup.end();
      if (markup.group(1) != null) {
        label = meta();
      } else if (markup.group(2) != null) {
        while (nextAttribute()) {
          // only the end of the tag matters
        }
      }
    }
    return label;
  }

  private boolean nextAttribute() {
    boolean found = attribute.region(at, text.length()).lookingAt() && attribute.group(1) != null;
    at = attribute.end();
    return found;
  }

  private @Nullable String meta() {
    boolean pragma = false;
    String charset = null;
    String inContent = null;
    while (nextAttribute()) {
      String value = Objects.requireNonNullElse(firstGroup(attribute, 2), "");
      switch (attribute.group(1)) {
        case "http-equiv" -> pragma |= value.equals("content-type");
        case "charset" -> charset = charset == null ? value : charset;
        case "content" ->
            inContent = inContent == null ? EncodingLabels.inContentType(value) : inContent;
        default -> {} // not about the encoding
      }
    }
    String label = charset != null ? charset : pragma ? inContent : null;
    boolean truncated = at == text.length(); // what is not closed is not a tag yet
    return label == null || truncated ? null : meaningful(label);
  }

  private static @Nullable String meaningful(String label) {
    if (EncodingLabels.isReplaced(label)) {
      return label;
    }
    Charset charset = EncodingLabels.find(label);
    if (charset == null) {
      return null;
    }
    // who reads this declaration byte by byte knows that the page is not in UTF-16
    return charset.name().startsWith("UTF-16") ? "utf-8" : label;
  }

  /** Returns the one group from a number on that matched, or null. */
  private static @Nullable String firstGroup(Matcher matcher, int number) {
    return IntStream.rangeClosed(number, matcher.groupCount())
        .mapToObj(matcher::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}

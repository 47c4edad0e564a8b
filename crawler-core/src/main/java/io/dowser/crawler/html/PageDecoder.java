package io.dowser.crawler.html;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.internal.EncodingLabels;
import io.dowser.crawler.internal.types.MediaTypes;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a page into text.
 *
 * <p>A byte-order mark decides before everything else, as in WHATWG, <i>Encoding Standard</i>,
 * section 6: no one writes one by accident, while servers send one charset for whole directories.
 * Then come the charset of the HTTP header, the declaration in the page, and UTF-8.
 *
 * <p>A declaration is not believed where the bytes speak against it. Browsers believe it, but their
 * users complain, and no one complains about pages that only crawlers see:
 *
 * <ul>
 *   <li>bytes that are UTF-8 throughout are UTF-8: in another encoding that does not happen by
 *       chance, save in a few characters of East Asian ones, which then get what is declared;
 *   <li>a charset in which many bytes make no sense gives way to the next declaration, and then to
 *       what statistics find;
 *   <li>so does a Western charset of a text that looks East Asian.
 * </ul>
 *
 * <p>A false declaration under which the bytes make sense by chance is believed: Japanese in EUC-JP
 * that is declared as {@code gb2312} comes out as Chinese. Unknown text is windows-1252. Immutable
 * and thread-safe.
 */
final class PageDecoder {

  private static final Charset WESTERN = Charset.forName("windows-1252");

  /** More bytes than characters by so much prove UTF-8; in GBK, 8 characters in 10 million. */
  private static final int PROOF = 16;

  private PageDecoder() {}

  /** Decodes a page with the header of the server, which may be empty. */
  static DecodedPage decode(Body body, String contentType) {
    DecodedPage marked = byMark(body);
    if (marked != null) {
      return marked;
    }
    // one decoding is enough for nearly all pages, without a look at declarations
    String text = body.decode(StandardCharsets.UTF_8);
    if (!DecodedText.hasMalformed(text)) {
      int surplus = body.size() - text.length();
      if (surplus >= PROOF || (surplus == 0 && DecodedText.isPlainAscii(text))) {
        return new DecodedPage(text, StandardCharsets.UTF_8);
      }
      return surplus == 0 ? escaped(body, contentType, text) : weak(body, contentType, text);
    }
    return contested(body, contentType, text);
  }

  private static @Nullable DecodedPage byMark(Body body) {
    ByteBuffer bytes = body.asByteBuffer();
    int first = bytes.remaining() < 2 ? 0 : (bytes.get(0) & 0xff) << 8 | (bytes.get(1) & 0xff);
    return switch (first) {
      case 0xfeff -> unmarked(body, StandardCharsets.UTF_16BE);
      case 0xfffe -> unmarked(body, StandardCharsets.UTF_16LE);
      case 0xefbb ->
          bytes.remaining() > 2 && bytes.get(2) == (byte) 0xbf
              ? unmarked(body, StandardCharsets.UTF_8)
              : null;
      default -> null;
    };
  }

  private static DecodedPage unmarked(Body body, Charset charset) {
    return new DecodedPage(body.decode(charset).substring(1), charset);
  }

  /** Bytes of seven bits, with signs that they stand for something else. */
  private static DecodedPage escaped(Body body, String contentType, String text) {
    var declared = Declarations.of(body, contentType);
    if (declared.isReplaced()) {
      return new DecodedPage("", StandardCharsets.UTF_8);
    }
    for (Charset charset : declared.charsets()) {
      if (DecodedText.isEscapedIn(text, charset)) {
        return decoded(body, charset);
      }
    }
    Charset guess = CharsetStatistics.guess(body);
    return guess != null && DecodedText.isEscapedIn(text, guess)
        ? decoded(body, guess)
        : new DecodedPage(text, StandardCharsets.UTF_8);
  }

  /** Valid UTF-8 with so few characters that an East Asian encoding may look the same. */
  private static DecodedPage weak(Body body, String contentType, String text) {
    boolean declared = StandardCharsets.UTF_8.equals(MediaTypes.charset(contentType));
    DecodedPage other = declared ? null : asDeclared(body, contentType);
    return other == null ? new DecodedPage(text, StandardCharsets.UTF_8) : other;
  }

  /** Decodes what a declaration before that of UTF-8 makes sense of. */
  private static @Nullable DecodedPage asDeclared(Body body, String contentType) {
    for (Charset charset : Declarations.of(body, contentType).charsets()) {
      if (charset.equals(StandardCharsets.UTF_8)) {
        return null;
      }
      if (EncodingLabels.isMultiByte(charset)) {
        DecodedPage page = decoded(body, charset);
        if (!DecodedText.hasMalformed(page.text())) {
          return page;
        }
      }
    }
    return null;
  }

  /** Not valid UTF-8. */
  private static DecodedPage contested(Body body, String contentType, String utf8) {
    var declared = Declarations.of(body, contentType);
    DecodedPage doubtful = null;
    for (Charset charset : declared.charsets()) {
      DecodedPage page = decoded(body, charset);
      if (DecodedText.makesSense(page.text())) {
        if (!EncodingLabels.isLatin(charset) || !DecodedText.looksEastern(page.text())) {
          return page;
        }
        doubtful = doubtful == null ? page : doubtful;
      }
    }
    if (DecodedText.makesSense(utf8)) {
      return new DecodedPage(utf8, StandardCharsets.UTF_8);
    }
    DecodedPage guessed = guessed(body);
    if (guessed != null) {
      return guessed;
    }
    return doubtful != null
        ? doubtful
        : decoded(body, declared.charsets().isEmpty() ? WESTERN : declared.charsets().get(0));
  }

  private static @Nullable DecodedPage guessed(Body body) {
    Charset guess = CharsetStatistics.guess(body);
    DecodedPage page = guess == null ? null : decoded(body, guess);
    return page != null && DecodedText.makesSense(page.text()) ? page : null;
  }

  private static DecodedPage decoded(Body body, Charset charset) {
    return new DecodedPage(body.decode(charset), charset);
  }
}

package io.dowser.crawler.internal;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The encodings by the names that pages and servers use for them.
 *
 * <p>Source: WHATWG, <i>Encoding Standard</i>, section 4.2 (names and labels). A narrow label means
 * the widest encoding that contains it, as in browsers: {@code gb2312} is GBK, which is decoded as
 * GB18030, {@code iso-8859-1} is windows-1252.
 *
 * <p>Where this differs: {@code big5} is Java's Big5-HKSCS and {@code euc-kr} Java's x-windows-949,
 * the nearest charsets that the JDK has; a label of an encoding that this JDK lacks is unknown, as
 * is {@code x-user-defined}. Immutable and thread-safe.
 */
public final class EncodingLabels {

  private static final Charset GBK = new ChineseCharset();

  /** Labels that Java does not know, or knows as something else than the web does. */
  private static final Map<String, String> LABELS =
      table(
          """
          GBK: x-gbk gb_2312 gb_2312-80 csgb2312 chinese csiso58gb231280 iso-ir-58
          GBK: cp936 ms936 euc-cn
          Big5-HKSCS: x-x-big5 cn-big5 csbig5
          x-windows-949: korean csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 ksc5601
          windows-31j: x-sjis ms_kanji csshiftjis ms932 sjis
          UTF-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf8
          UTF-16LE: utf-16 ucs-2 unicode unicodefeff iso-10646-ucs-2 csunicode
          UTF-16BE: unicodefffe
          x-windows-874: dos-874
          windows-1250: x-cp1250
          windows-1251: x-cp1251
          windows-1252: ascii ansi_x3.4-1968 latin1 x-cp1252 cp819
          windows-1253: x-cp1253
          windows-1254: latin5 x-cp1254
          windows-1255: x-cp1255
          windows-1256: x-cp1256
          windows-1257: x-cp1257
          windows-1258: x-cp1258
          ISO-8859-6: iso-8859-6-e iso-8859-6-i csiso88596e csiso88596i
          ISO-8859-8: iso-8859-8-e iso-8859-8-i logical visual csiso88598e csiso88598i
          KOI8-R: koi koi8
          KOI8-U: koi8-ru
          x-MacRoman: macintosh mac csmacintosh
          x-MacCyrillic: x-mac-cyrillic x-mac-ukrainian
          """);

  /** Java's charsets that the web reads as wider ones. */
  private static final Map<String, String> WIDER =
      table(
          """
          windows-1252: us-ascii iso-8859-1
          windows-1254: iso-8859-9
          x-windows-874: tis-620 iso-8859-11 x-iso-8859-11
          GBK: gb2312 x-mswin-936
          Big5-HKSCS: big5 x-windows-950 x-ms950-hkscs x-big5-hkscs-2001 x-big5-solaris
          x-windows-949: euc-kr ms949 x-ibm949 x-ibm970
          windows-31j: shift_jis x-sjis_0213
          EUC-JP: x-eucjp-open x-euc-jp-linux
          UTF-16LE: utf-16 x-utf-16le-bom
          """);

  private static final Set<String> MULTI_BYTE =
      names(
          """
          UTF-8 UTF-16LE UTF-16BE GBK GB18030 Big5-HKSCS EUC-JP ISO-2022-JP windows-31j x-windows-949
          """);

  private static final Set<String> LATIN =
      names(
          """
          windows-1250 windows-1252 windows-1254 windows-1257 windows-1258 ISO-8859-2 ISO-8859-3
          ISO-8859-4 ISO-8859-13 ISO-8859-15 ISO-8859-16 x-MacRoman
          """);

  /** The rest of the web's encodings by Java's names; other charsets are unknown labels here. */
  private static final Set<String> OTHER_SINGLE_BYTE =
      names(
          """
          windows-1251 windows-1253 windows-1255 windows-1256 x-windows-874 ISO-8859-5 ISO-8859-6
          ISO-8859-7 ISO-8859-8 IBM866 KOI8-R KOI8-U x-MacCyrillic
          """);

  /** Encodings in which ASCII bytes may mean something else; browsers refuse to decode them. */
  private static final Set<String> REPLACED =
      names(
          """
          hz-gb-2312 iso-2022-kr csiso2022kr iso-2022-cn iso-2022-cn-ext replacement
          """);

  /** A label may be in quotes; one that is not closed is none. */
  private static final Pattern CHARSET =
      Pattern.compile(
          "charset[\\x00- ]*+=[\\x00- ]*+"
              + "(?:\"([^\"]*+)\"|'([^']*+)'|(?![\"']|\\z)([^\\x00- ;]*+)|[\"'])");

  private EncodingLabels() {}

  /** Finds the label in the value of a content attribute or of a Content-Type header, or null. */
  public static @Nullable String inContentType(String value) {
    Matcher found = CHARSET.matcher(value.toLowerCase(Locale.ROOT));
    return found.find()
        ? Stream.of(1, 2, 3).map(found::group).filter(Objects::nonNull).findFirst().orElse(null)
        : null;
  }

  /** Finds the charset of a label; null if no one on the web calls an encoding so. */
  public static @Nullable Charset find(String label) {
    String wanted = label.strip().toLowerCase(Locale.ROOT);
    Charset java = supported(LABELS.getOrDefault(wanted, wanted));
    if (java == null) {
      return null;
    }
    String wide = WIDER.getOrDefault(java.name().toLowerCase(Locale.ROOT), java.name());
    return wide.equals(GBK.name()) ? GBK : isOfTheWeb(wide) ? supported(wide) : null;
  }

  /** Returns whether pages of this encoding are not decoded at all. */
  public static boolean isReplaced(String label) {
    return REPLACED.contains(label.strip().toLowerCase(Locale.ROOT));
  }

  public static boolean isMultiByte(Charset charset) {
    return MULTI_BYTE.contains(charset.name());
  }

  /** Returns whether this charset has letters of the Latin script only. */
  public static boolean isLatin(Charset charset) {
    return LATIN.contains(charset.name());
  }

  private static boolean isOfTheWeb(String name) {
    return MULTI_BYTE.contains(name) || LATIN.contains(name) || OTHER_SINGLE_BYTE.contains(name);
  }

  private static @Nullable Charset supported(String name) {
    try {
      return Charset.isSupported(name) ? Charset.forName(name) : null;
    } catch (IllegalCharsetNameException e) {
      return null; // a label may hold any characters; such a one names no charset
    }
  }

  private static Map<String, String> table(String lines) {
    var table = new HashMap<String, String>();
    for (String line : lines.lines().toList()) {
      int colon = line.indexOf(':');
      names(line.substring(colon + 1)).forEach(label -> table.put(label, line.substring(0, colon)));
    }
    return Map.copyOf(table);
  }

  private static Set<String> names(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}

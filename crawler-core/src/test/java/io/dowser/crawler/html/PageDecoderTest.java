package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.internal.EncodingLabels;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the sources of a charset, and where the bytes overrule them. */
class PageDecoderTest {

  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Charset BIG5 = Charset.forName("Big5-HKSCS");

  /** Long enough for statistics. */
  private static final String SIMPLIFIED =
      "中央气象台今天继续发布台风蓝色预警，预计未来三天福建沿海将有大到暴雨，请市民注意防范，减少外出。" + "受冷空气影响，北方大部分地区气温明显下降，部分高速公路因大雾临时关闭。";

  private static final String TRADITIONAL =
      "中央氣象局今天繼續發布颱風警報，預計未來三天臺灣東部將有豪雨，請民眾注意防範，減少外出。" + "受冷氣團影響，北部地區氣溫明顯下降，部分學校停止上課。";

  @Test
  void headerComesBeforeTheDeclarationInThePage() {
    // both charsets read these bytes without complaint
    byte[] bytes = ("<meta charset=koi8-r>" + "Привет").getBytes(Charset.forName("windows-1251"));
    assertDecoded(bytes, "text/html; charset=windows-1251", "Привет", "windows-1251");
    assertDecoded(bytes, "text/html", "оПХБЕР", "KOI8-R");
  }

  @Test
  void byteOrderMarkComesBeforeTheHeader() {
    assertDecoded(
        ("\ufeff" + SIMPLIFIED).getBytes(UTF_8), "text/html; charset=gbk", SIMPLIFIED, "UTF-8");
    assertDecoded(
        ("\ufeff" + SIMPLIFIED).getBytes(UTF_16LE),
        "text/html; charset=gbk",
        SIMPLIFIED,
        "UTF-16LE");
    assertDecoded(("\ufeff" + SIMPLIFIED).getBytes(UTF_16BE), "", SIMPLIFIED, "UTF-16BE");
  }

  @Test
  void byteOrderMarkIsNoText() {
    assertThat(decode("\ufeffx".getBytes(UTF_8), "").text()).isEqualTo("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gb2312", "gbk", "x-gbk", "euc-cn"})
  void charactersOfGbkAloneAreReadUnderItsNarrowNames(String label) {
    String text = "镕喆堃" + SIMPLIFIED; // not in GB2312
    assertDecoded(text.getBytes(GB18030), "text/html; charset=" + label, text, "GBK");
  }

  @Test
  void byte80OfGbkIsTheEuroSign() {
    byte[] bytes = "台风，𠀀 # 5 元".getBytes(GB18030);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '#' ? (byte) 0x80 : bytes[i];
    }
    assertDecoded(bytes, "text/html; charset=gbk", "台风，𠀀 € 5 元", "GBK");
    byte[] damaged = {(byte) 0x80, (byte) 0xff, 'a', (byte) 0x80};
    assertThat(new String(damaged, EncodingLabels.find("gbk"))).isEqualTo("€\ufffda€");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gb2312", "iso-8859-1", "big5", "windows-1251", "shift_jis", "bogus"})
  void utf8IsUtf8WhateverIsDeclared(String label) {
    String page = "<meta charset=" + label + "><title>" + SIMPLIFIED;
    assertDecoded(page.getBytes(UTF_8), "", SIMPLIFIED, "UTF-8");
    assertDecoded(page.getBytes(UTF_8), "text/html;charset=" + label, SIMPLIFIED, "UTF-8");
  }

  @Test
  void fewBytesThatMayBeEitherAreWhatIsDeclared() {
    byte[] ambiguous = "台水".getBytes(GB18030); // CC A8 CB AE
    assertThat(new String(ambiguous, UTF_8)).doesNotContain("\ufffd");
    assertDecoded(ambiguous, "text/html; charset=gb2312", "台水", "GBK");
    assertThat(decode(ambiguous, "text/html").charset()).isEqualTo(UTF_8);
  }

  @Test
  void fewAccentsInUtf8AreNotReadAsTheWesternCharsetOfTheHeader() {
    assertDecoded(
        "caf\u00e9".getBytes(UTF_8), "text/html;charset=ISO-8859-1", "caf\u00e9", "UTF-8");
  }

  @Test
  void westernBytesAreReadAsDeclared() {
    byte[] bytes =
        "<p>caf\u00e9 \u00fcber \u201cquoted\u201d".getBytes(Charset.forName("windows-1252"));
    assertDecoded(bytes, "text/html; charset=iso-8859-1", "café über “quoted”", "windows-1252");
  }

  @Test
  void undeclaredWesternBytesAreWindows1252() {
    assertDecoded("na\u00efve caf\u00e9".getBytes(ISO_8859_1), "", "naïve café", "windows-1252");
  }

  @Test
  void undeclaredChineseIsFoundByStatistics() {
    assertDecoded(SIMPLIFIED.getBytes(GB18030), "text/html", SIMPLIFIED, "GB18030");
    assertDecoded(TRADITIONAL.getBytes(BIG5), "text/html", TRADITIONAL, "Big5-HKSCS");
  }

  @Test
  void longScriptsInFrontOfTheTextDoNotBlindTheStatistics() {
    String page = "<script>" + "var x = 1;\n".repeat(10_000) + "</script>" + SIMPLIFIED;
    assertDecoded(page.getBytes(GB18030), "text/html", SIMPLIFIED, "GB18030");
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-8", "iso-8859-1", "windows-1252", "latin2"})
  void declarationThatTheBytesContradictGivesWayToStatistics(String label) {
    byte[] bytes = ("<meta charset=" + label + ">" + SIMPLIFIED).getBytes(GB18030);
    DecodedPage page = decode(bytes, "text/html");
    assertThat(page.charset()).as(page.text()).isEqualTo(GB18030);
  }

  @Test
  void headerOfAWholeServerGivesWayToThePage() {
    byte[] bytes = ("<meta charset=big5>" + TRADITIONAL).getBytes(BIG5);
    assertDecoded(bytes, "text/html; charset=ISO-8859-1", TRADITIONAL, "Big5-HKSCS");
  }

  @Test
  void damagedUtf8StaysUtf8() {
    byte[] bytes = SIMPLIFIED.getBytes(UTF_8);
    bytes[30] = (byte) 0xff;
    assertThat(decode(bytes, "text/html").charset()).isEqualTo(UTF_8);
    assertThat(decode(bytes, "text/html").text()).contains("未来三天");
  }

  @ParameterizedTest
  @CsvSource({"UTF-8", "GB18030", "Big5-HKSCS"})
  void pageTruncatedWithinACharacterKeepsItsCharset(String name) {
    Charset charset = Charset.forName(name);
    byte[] whole = (name.startsWith("Big5") ? TRADITIONAL : SIMPLIFIED).getBytes(charset);
    for (int length = 120; length < whole.length; length++) {
      byte[] start = Arrays.copyOf(whole, length);
      DecodedPage page = decode(start, "text/html; charset=" + name);
      assertThat(page.charset()).as("%d bytes of %s", length, name).isEqualTo(charset);
    }
  }

  @Test
  void escapeSequencesOfJapaneseAreDecoded() {
    byte[] bytes = "気象庁は台風について発表".getBytes(Charset.forName("ISO-2022-JP"));
    assertDecoded(bytes, "text/html; charset=iso-2022-jp", "気象庁は台風", "ISO-2022-JP");
    assertDecoded(bytes, "text/html", "気象庁は台風", "ISO-2022-JP");
  }

  @Test
  void wideCharactersWithoutAMarkNeedADeclaration() {
    byte[] bytes = "<p>wide".getBytes(UTF_16LE);
    assertDecoded(bytes, "text/html; charset=utf-16le", "<p>wide", "UTF-16LE");
    assertDecoded("<p>narrow".getBytes(UTF_8), "text/html; charset=utf-16", "<p>narrow", "UTF-8");
  }

  @Test
  void encodingThatBrowsersRefuseGivesNoText() {
    byte[] bytes = "<meta charset=hz-gb-2312>~{VPND~}".getBytes(UTF_8);
    assertThat(decode(bytes, "text/html").text()).isEmpty();
    assertThat(decode(bytes, "text/html; charset=utf-8").text()).contains("~{VPND~}");
  }

  @Test
  void refusedEncodingThatIsNotThereIsIgnored() {
    assertDecoded("<meta charset=hz-gb-2312>x".getBytes(UTF_8), "", "x", "UTF-8");
    byte[] chinese = ("<meta charset=hz-gb-2312>" + SIMPLIFIED).getBytes(GB18030);
    assertDecoded(chinese, "", SIMPLIFIED, "GB18030");
  }

  @Test
  void declarationBehindManyBytesIsFound() {
    String page = "<!--" + "x".repeat(6_000) + "--><meta charset=gbk><p>台水";
    assertDecoded(page.getBytes(GB18030), "", "台水", "GBK");
  }

  @Test
  void emptyPageIsEmpty() {
    assertThat(decode(new byte[0], "text/html; charset=gbk").text()).isEmpty();
    assertThat(decode(new byte[] {(byte) 0xef}, "").text()).hasSize(1);
  }

  @Test
  void realReplacementCharactersAreNotTakenForDamage() {
    String mangled = "a\ufffdb " + SIMPLIFIED;
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(mangled.getBytes(UTF_8));
    assertDecoded(bytes.toByteArray(), "text/html; charset=utf-8", SIMPLIFIED, "UTF-8");
  }

  private static DecodedPage decode(byte[] bytes, String contentType) {
    return PageDecoder.decode(Body.of(bytes), contentType);
  }

  private static void assertDecoded(byte[] bytes, String type, String text, String charset) {
    DecodedPage page = decode(bytes, type);
    assertThat(page.text()).contains(text);
    assertThat(page.charset()).hasToString(charset);
  }
}

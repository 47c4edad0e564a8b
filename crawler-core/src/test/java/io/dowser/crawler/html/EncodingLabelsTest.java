package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.internal.EncodingLabels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingLabelsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gb2312",
        "GBK",
        "euc-cn",
        "x-gbk",
        "gb_2312-80",
        "csGB2312",
        "chinese",
        "iso-ir-58",
        "cp936",
        "ms936",
        " GB2312 "
      })
  void simplifiedChineseIsGbk(String label) {
    assertThat(EncodingLabels.find(label)).hasToString("GBK");
  }

  @ParameterizedTest
  @CsvSource({
    "gb18030, GB18030",
    "big5, Big5-HKSCS",
    "x-x-big5, Big5-HKSCS",
    "Big5-HKSCS, Big5-HKSCS",
    "cn-big5, Big5-HKSCS",
    "iso-8859-1, windows-1252",
    "us-ascii, windows-1252",
    "latin1, windows-1252",
    "iso-8859-9, windows-1254",
    "iso8859-2, ISO-8859-2",
    "shift_jis, windows-31j",
    "x-sjis, windows-31j",
    "euc-kr, x-windows-949",
    "ks_c_5601-1987, x-windows-949",
    "euc-jp, EUC-JP",
    "utf8, UTF-8",
    "unicode-1-1-utf-8, UTF-8",
    "utf-16, UTF-16LE",
    "koi8-r, KOI8-R",
    "cp1251, windows-1251",
    "tis-620, x-windows-874",
    "macintosh, x-MacRoman",
  })
  void labelMeansTheWidestEncodingOfItsKind(String label, String charset) {
    assertThat(EncodingLabels.find(label)).hasToString(charset);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "bogus", "utf-7", "x y", "\u0000", "IBM037", "utf-32", "hz-gb-2312", "\u53f0"})
  void otherLabelsAreUnknown(String label) {
    assertThat(EncodingLabels.find(label)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hz-gb-2312", " HZ-GB-2312", "iso-2022-kr", "ISO-2022-CN"})
  void encodingsThatBrowsersRefuseAreReplaced(String label) {
    assertThat(EncodingLabels.isReplaced(label)).isTrue();
    assertThat(EncodingLabels.isReplaced("gb2312")).isFalse();
  }
}

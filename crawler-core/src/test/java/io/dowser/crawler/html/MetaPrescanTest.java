package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.internal.EncodingLabels;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetaPrescanTest {

  /** Cases of the web platform that are answered otherwise, each with its reason. */
  private static final Map<String, String> DIVERGENCES = Map.of();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "<meta charset=gbk> | gbk",
        "<META CharSet = 'GBK' /> | gbk",
        "<meta http-equiv=content-type content='text/html; charset=\"big5\"'> | big5",
        "<meta content=text/html;charset=big5 http-equiv=CONTENT-TYPE> | big5",
        "<p title='<meta charset=big5>'><meta charset=gbk> | gbk",
        "<!-- <meta charset=big5> --><meta charset=gbk> | gbk",
        "<!--><meta charset=gbk> | gbk",
        "<?xml version='1.0'?><meta charset=gbk> | gbk",
        "</p a='>'><meta charset=gbk> | gbk",
        "<?xml version='1.0' encoding='GBK'?><p> | gbk",
        "<?xml version=\"1.0\" encoding = \"shift_jis\" ?><html> | shift_jis",
        "<?xml version='1.0' encoding='utf-16'?> | utf-8",
        "<?xml version='1.0' encoding='gbk'?><meta charset=big5> | big5",
        "<meta charset=bogus><meta charset=gbk> | gbk",
        "<meta charset=utf-16le> | utf-8",
        "<meta charset=hz-gb-2312> | hz-gb-2312",
      })
  void declarationIsFound(String html, String label) {
    assertThat(MetaPrescan.label(html.getBytes(ISO_8859_1))).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<",
        "<meta",
        "<meta charset",
        "<meta charset=gbk",
        "<metacharset=gbk>",
        "<?xml version='1.0' encoding='gbk",
        "<?xml version='1.0' encoding='gbk'",
        "<?xml version='1.0' encoding='g bk'?>",
        "<?xml version='1.0' encoding=gbk?>",
        "<?xml version='1.0'?>encoding='gbk'>",
        " <?xml version='1.0' encoding='gbk'?>",
        "<meta content='text/html; charset=gbk'>",
        "<meta http-equiv=content-type content='text/html; charset'>",
        "<meta http-equiv=content-type content='charset=\"gbk'>",
        "<meta name=x content=y>",
        "<!-- <meta charset=gbk>"
      })
  void whatIsNoDeclarationIsNotTakenForOne(String html) {
    assertThat(MetaPrescan.label(html.getBytes(ISO_8859_1))).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "text/html; charset=GBK | gbk",
        "text/html;charset=\"utf-8\"; x=y | utf-8",
        "text/html; charset = 'big5' | big5",
        "text/html; xcharset; charset=gbk;q | gbk",
      })
  void charsetOfAHeaderIsFound(String header, String label) {
    assertThat(EncodingLabels.inContentType(header)).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(strings = {"html5lib-encoding-tests1.dat", "html5lib-encoding-tests2.dat"})
  void casesOfTheWebPlatformAreAnsweredAsThereSaveTheListedOnes(String file) throws IOException {
    assertThat(divergent(file)).isEqualTo(listed(file));
  }

  @Test
  void caseOfARealPageIsAnsweredAsThere() throws IOException {
    assertThat(divergent("html5lib-encoding-test-yahoo-jp.dat")).isEmpty();
  }

  private static Set<String> listed(String file) {
    var listed = new TreeSet<String>();
    DIVERGENCES.keySet().stream().filter(key -> key.startsWith(file)).forEach(listed::add);
    return listed;
  }

  private static Set<String> divergent(String file) throws IOException {
    var divergent = new TreeSet<String>();
    int number = 0;
    for (String test : tests(file)) {
      int end = test.indexOf("\n#encoding\n");
      String expected = test.substring(end + 11).strip().toLowerCase(Locale.ROOT);
      String found = encoding(test.substring(0, end).getBytes(ISO_8859_1));
      if (!found.equals(canonical(expected))) {
        divergent.add(file + " " + number + ": " + found + ", not " + expected);
      }
      number++;
    }
    assertThat(number).isPositive();
    return divergent;
  }

  private static String encoding(byte[] bytes) {
    if (bytes.length > 2 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb) {
      return "utf-8"; // marks are the decoder's business
    }
    String label = MetaPrescan.label(bytes);
    return label == null ? "windows-1252" : canonical(label);
  }

  private static String canonical(String label) {
    Charset charset = EncodingLabels.find(label);
    return charset == null ? label : charset.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> tests(String file) throws IOException {
    String all = Files.readString(HtmlPages.corpus("conformance/" + file), ISO_8859_1);
    var tests = new ArrayList<String>();
    int start = all.indexOf("#data\n");
    while (start >= 0) {
      int next = all.indexOf("\n#data\n", start);
      tests.add(all.substring(start + 6, next < 0 ? all.length() : next));
      start = next < 0 ? -1 : next + 1;
    }
    return tests;
  }
}

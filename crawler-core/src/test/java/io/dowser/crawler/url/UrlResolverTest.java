package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlResolverTest {

  private static final CrawlUrl BASE = CrawlUrl.of("http://a.org:8080/b/c/d?q=1");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "g /b/c/g",
        "./g /b/c/g",
        "g/ /b/c/g/",
        "/g /g",
        "?y /b/c/d?y",
        "g?y /b/c/g?y",
        "#s /b/c/d?q=1",
        "g#s /b/c/g",
        "g?y#s /b/c/g?y",
        ";x /b/c/;x",
        "g;x /b/c/g;x",
        ". /b/c/",
        "./ /b/c/",
        ".. /b/",
        "../ /b/",
        "../g /b/g",
        "../.. /",
        "../../g /g",
        "../../../g /g",
        "/./g /g",
        "/../g /g",
        "g. /b/c/g.",
        ".g /b/c/.g",
        "..g /b/c/..g",
        "./../g /b/g",
        "./g/. /b/c/g/",
        "g/../h /b/c/h",
        "g?y/../x /b/c/g?y/../x",
        "http:g /b/c/g",
        "index.html /b/c/",
        "../index.htm#x /b/",
        "~g /b/c/%7Eg",
        "a:b /none",
        "./a:b /b/c/a:b",
        "x/a:b /b/c/x/a:b",
      })
  void relativeReferencesResolve(String href, String expected) {
    CrawlUrl found = UrlCanonicalizer.standard().resolver(BASE).resolve(href);
    if (expected.equals("/none")) {
      assertThat(found).isNull();
    } else {
      assertThat(found).hasToString("http://a.org:8080" + expected);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://b.org/x http://b.org/x",
        "//b.org/x http://b.org/x",
        "\\\\b.org\\x http://b.org/x",
        "https:/b.org https://b.org/",
        "HTTP://B.org http://b.org/",
        "http://a.org:8080/../x http://a.org:8080/x",
        "http://a.org:8080 http://a.org:8080/",
        "http://a.org:80801/x http://a.org:8080/none"
      })
  void absoluteReferencesResolve(String href, String expected) {
    CrawlUrl found = UrlCanonicalizer.standard().resolver(BASE).resolve(href);
    if (expected.endsWith("none")) {
      assertThat(found).isNull();
    } else {
      assertThat(found).hasToString(expected);
    }
  }

  @Test
  void emptyReferenceIsTheBase() {
    UrlCanonicalizer.Resolver resolver = UrlCanonicalizer.standard().resolver(BASE);
    assertThat(resolver.resolve("")).isEqualTo(BASE);
    assertThat(resolver.resolve(" ")).isEqualTo(BASE);
    assertThat(resolver.resolve("#")).isEqualTo(BASE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mailto:a@b.c", "javascript:x()", "tel:1", "DATA:,x", "http://", "//"})
  void whatIsNoWebAddressIsNull(String href) {
    assertThat(UrlCanonicalizer.standard().resolver(BASE).resolve(href)).isNull();
  }

  @Test
  void aBaseInAnotherFormResolvesAsBrowsersDo() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(CrawlUrl.of("http://a.org/~x/index.html"));
    assertThat(resolver.resolve("?y")).hasToString("http://a.org/%7Ex/index.html?y");
    assertThat(resolver.resolve("#y")).hasToString("http://a.org/%7Ex/");
    assertThat(resolver.resolve("z")).hasToString("http://a.org/%7Ex/z");
  }

  @Test
  void aBaseThatCannotBeParsedResolvesAbsoluteReferencesOnly() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(CrawlUrl.of("http://a[b/"));
    assertThat(resolver.resolve("x")).isNull();
    assertThat(resolver.resolve("")).isNull();
    assertThat(resolver.resolve("/x")).isNull();
    assertThat(resolver.resolve("http://a.org/x")).hasToString("http://a.org/x");
  }

  @Test
  void lengthOfTheResultIsBounded() {
    String deep = "x".repeat(CrawlUrl.MAX_LENGTH - BASE.origin().length() - 1);
    UrlCanonicalizer.Resolver resolver = UrlCanonicalizer.standard().resolver(BASE);
    assertThat(resolver.resolve("/" + deep)).hasToString(BASE.origin() + "/" + deep);
    assertThat(resolver.resolve("/x" + deep)).isNull();
    assertThat(resolver.resolve("/x" + deep + "/..")).hasToString("http://a.org:8080/");
    assertThat(resolver.resolve("#" + "x".repeat(UrlCanonicalizer.MAX_INPUT))).isNull();
  }

  @Test
  void queriesOfAChinesePageAreWrittenInItsCharset() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(BASE, Charset.forName("GB18030"));
    assertThat(resolver.resolve("/搜索?词=中文&x=1#中"))
        .hasToString("http://a.org:8080/%E6%90%9C%E7%B4%A2?%B4%CA=%D6%D0%CE%C4&x=1");
    assertThat(resolver.resolve("http://b.cn/s?镕")).hasToString("http://b.cn/s?%E9F");
    assertThat(resolver.resolve("?\uD83D\uDE00")).hasToString("http://a.org:8080/b/c/d?%949%FC6");
    assertThat(resolver.resolve("?a=b%D6%d0")).hasToString("http://a.org:8080/b/c/d?a=b%D6%D0");
  }

  @Test
  void whatTheCharsetLacksBecomesACharacterReference() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(BASE, Charset.forName("GBK"));
    assertThat(resolver.resolve("?中\uD83D\uDE00文"))
        .hasToString("http://a.org:8080/b/c/d?%D6%D0%26%23128512%3B%CE%C4");
    UrlCanonicalizer.Resolver latin =
        UrlCanonicalizer.standard().resolver(BASE, StandardCharsets.ISO_8859_1);
    assertThat(latin.resolve("?é中")).hasToString("http://a.org:8080/b/c/d?%E9%26%2320013%3B");
  }

  @Test
  void longQueriesOfAChinesePageAreWrittenToTheEnd() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(BASE, Charset.forName("GB18030"));
    CrawlUrl found = requireNonNull(resolver.resolve("?" + "中".repeat(500)));
    assertThat(found.query()).isEqualTo("%D6%D0".repeat(500));
  }

  @Test
  void stateOfAnEscapingCharsetIsClosed() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(BASE, Charset.forName("ISO-2022-JP"));
    assertThat(resolver.resolve("?日x")).hasToString("http://a.org:8080/b/c/d?%1B$BF|%1B(Bx");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-32", "US-ASCII"})
  void queriesOfOtherPagesAreWrittenInUtf8(String charset) {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(BASE, Charset.forName(charset));
    assertThat(resolver.resolve("?中")).hasToString("http://a.org:8080/b/c/d?%E4%B8%AD");
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.test/b/index.html, '', http://a.test/b/",
    "http://a.test/b/index.html, ?q, http://a.test/b/index.html?q",
    "http://a.test/b/index.html, c, http://a.test/b/c",
    "http://a.test/~b/c, d, http://a.test/%7Eb/d",
    "http://a.test/b%2e/c, d, http://a.test/b%2E/d",
  })
  void baseNeedNotBeWrittenCanonically(String base, String href, String expected) {
    UrlCanonicalizer.Resolver resolver = UrlCanonicalizer.standard().resolver(CrawlUrl.of(base));

    assertThat(resolver.resolve(href)).hasToString(expected);
  }

  @Test
  void referenceComesBackAsWrittenFromAPlainBase() {
    UrlCanonicalizer.Resolver resolver =
        UrlCanonicalizer.standard().resolver(CrawlUrl.of("http://a.test/b/c"));

    assertThat(resolver.resolveAsWritten("~d/index.html"))
        .hasToString("http://a.test/b/~d/index.html");
  }
}

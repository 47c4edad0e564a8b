package io.dowser.crawler.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlCanonicalizerTest {

  private static final UrlCanonicalizer STANDARD = UrlCanonicalizer.standard();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://user:secret@a.org/x http://a.org/x",
        "http://@a.org/x http://a.org/x",
        "http://a.org/中文?查=询 http://a.org/%E4%B8%AD%E6%96%87?%E6%9F%A5=%E8%AF%A2",
        "http://a.org/%e4%b8%ad?%e6 http://a.org/%E4%B8%AD?%E6",
        "http://a.org/%zz%4 http://a.org/%zz%4",
        "http://a.org/{x}|^`? http://a.org/%7Bx%7D%7C%5E%60?",
        "http://a.org/?{x}|^`\\ http://a.org/?{x}|^`\\",
        "http://a.org/?'<> http://a.org/?%27%3C%3E",
        "http://a.org/a[1] http://a.org/a[1]",
        "http://中国.cn/ http://xn--fiqs8s.cn/",
        "http://BÜCHER.example/ http://xn--bcher-kva.example/",
        "http://a.org./x http://a.org/x",
        "http://ａ.org/x http://a.org/x",
        "http://%61.org/x http://a.org/x",
        "http:\\\\a.org\\b\\c http://a.org/b/c",
        "http:a.org http://a.org/",
        "https:/a.org/x https://a.org/x",
        "http:///a.org/x http://a.org/x",
        "http://a_b.org/ http://a_b.org/",
        "http://[2001:DB8:0:0:0:0:0:1]:8080/ http://[2001:db8::1]:8080/",
        "http://[::ffff:127.0.0.1]/ http://127.0.0.1/",
        "http://127.1/ http://127.0.0.1/",
        "http://0x7f.0.0.1/ http://127.0.0.1/",
        "http://0177.0.0.1/ http://127.0.0.1/",
        "http://2130706433/ http://127.0.0.1/",
        "http://0x7F000001/ http://127.0.0.1/",
        "http://0/ http://0.0.0.0/",
        "http://1.2.3.4./ http://1.2.3.4/",
        "http://１.2.3.4/ http://1.2.3.4/",
        "http://a.org//b///c http://a.org//b///c",
        "http://a.org/%2e%2E/b/%2e/c http://a.org/b/c",
        "http://a.org/..;x/b http://a.org/..;x/b",
        "http://a.org:00080/ http://a.org/",
        "http://a.org:/ http://a.org/"
      })
  void whatTheParserLeavesIsFinished(String url, String canonical) {
    assertThat(STANDARD.canonicalize(url)).hasValue(CrawlUrl.of(canonical));
  }

  @Test
  void whiteSpaceAndControlCharactersAreHandledAsBrowsersDo() {
    assertThat(STANDARD.canonicalize(" \t\nhttp://a.org/x\u0000 ")).hasValue(url("http://a.org/x"));
    assertThat(STANDARD.canonicalize("ht\ntp://a\t.org/x\r\ny")).hasValue(url("http://a.org/xy"));
    assertThat(STANDARD.canonicalize("http://a.org/x y #z")).hasValue(url("http://a.org/x%20y%20"));
    assertThat(STANDARD.canonicalize("http://a.org/\u0001\f\u007F"))
        .hasValue(url("http://a.org/%01%0C%7F"));
  }

  @Test
  void halfASurrogatePairBecomesAReplacementCharacter() {
    assertThat(STANDARD.canonicalize("http://a.org/\uD800x"))
        .hasValue(url("http://a.org/%EF%BF%BDx"));
    assertThat(STANDARD.canonicalize("http://a.org/\uD83D\uDE00"))
        .hasValue(url("http://a.org/%F0%9F%98%80"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a.org",
        "/x",
        "//a.org/x",
        "ftp://a.org/",
        "mailto:a@b.org",
        "javascript:void(0)",
        "data:text/html,x",
        "http:",
        "http://",
        "http://./",
        "http://a..org/",
        "http://a b.org/",
        "http://a!b.org/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://1.2.3.08/",
        "http://4294967296/",
        "http://0x100000000/",
        "http://1..2/",
        "http://a.1/",
        "http://a.org:65536/",
        "http://a.org:0/",
        "http://a.org:x/",
        "http://[::1/",
        "http://[::g]/",
        "http://[1:0:1:0:1:0:1::0:1:0:1:0]/",
        "http://xn--/",
        "http://é_x.org/"
      })
  void whatIsNoWebAddressIsEmpty(String url) {
    assertThat(STANDARD.canonicalize(url)).isEmpty();
  }

  @Test
  void lengthIsBounded() {
    String longest = "http://a.org/" + "x".repeat(CrawlUrl.MAX_LENGTH - 13);
    assertThat(STANDARD.canonicalize(longest)).hasValue(url(longest));
    assertThat(STANDARD.canonicalize(longest + "#f")).hasValue(url(longest));
    assertThat(STANDARD.canonicalize(longest + "/../")).hasValue(url("http://a.org/"));
    assertThat(STANDARD.canonicalize(longest + "x")).isEmpty();
    assertThat(STANDARD.canonicalize("http://a.org/" + "中".repeat(1_000))).isEmpty();
    String fragment = "#" + "x".repeat(UrlCanonicalizer.MAX_INPUT);
    assertThat(STANDARD.canonicalize("http://a.org/" + fragment)).isEmpty();
  }

  /** The parser would take half a second of the processor for one of these. */
  @ParameterizedTest
  @ValueSource(strings = {"http://", "HTTPS:\\\\", "http:", "//", "http://user@"})
  void hostsThatAreFarTooLongAreRefusedBeforeTheyAreParsed(String start) {
    String endless = start + "xn--" + "pokxokxx".repeat(900) + "/";

    assertThat(STANDARD.canonicalize(endless)).isEmpty();
    assertThat(STANDARD.resolver(CrawlUrl.of("http://a.org/")).resolve(endless)).isNull();
  }

  @Test
  void longestHostsAndLongFirstSegmentsAreKept() {
    String label = "a".repeat(62) + ".";
    String host = label.repeat(4).substring(0, 250);
    String segment = "x".repeat(3_000);
    UrlCanonicalizer.Resolver resolver = STANDARD.resolver(CrawlUrl.of("http://a.org/"));

    assertThat(STANDARD.canonicalize("http://" + host + "/")).isPresent();
    assertThat(resolver.resolve("é" + segment)).hasToString("http://a.org/%C3%A9" + segment);
    assertThat(resolver.resolve("/é" + segment)).hasToString("http://a.org/%C3%A9" + segment);
    assertThat(resolver.resolve("?é" + segment)).hasToString("http://a.org/?%C3%A9" + segment);
  }

  @Test
  void parametersStayAsTheyAreByDefault() {
    String url = "http://a.org/;v=1?utm_source=x&b=1&a=2&PHPSESSID=3&gclid=";
    assertThat(STANDARD.canonicalize(url)).hasValue(url(url));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "?utm_source=x&b=1&gclid=2&a=3 ?b=1&a=3",
        "?UTM_Source=x&FBCLID=1 /",
        "?utm_source=x& /",
        "?utm=1&xutm_a=2 ?utm=1&xutm_a=2",
        "?a=1&&b ?a=1&&b",
        "? ?",
        "index.html?fbclid=1 /",
        "?a=utm_source ?a=utm_source",
      })
  void trackingParametersCanGo(String tail, String expected) {
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.builder().removeTrackingParameters().build();
    String wanted = expected.equals("/") ? "" : expected;
    assertThat(canonicalizer.canonicalize("http://a.org/" + tail))
        .hasValue(url("http://a.org/" + wanted));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/index.html", "/docs/index.htm", "/docs/", "/index.html?a=1"})
  void indexFilesCanStay(String path) {
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.builder().keepIndexFiles().build();
    CrawlUrl page = CrawlUrl.of("http://a.org" + path);

    assertThat(canonicalizer.canonicalize(page.toString())).hasValue(page);
    assertThat(canonicalizer.resolver(page).resolve(path)).isEqualTo(page);
    assertThat(canonicalizer.toBuilder().build()).isEqualTo(canonicalizer);
    assertThat(canonicalizer).isNotEqualTo(UrlCanonicalizer.standard());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "/x;jsessionid=ab?y=1 /x?y=1",
        "/x;JSESSIONID=ab;v=1/y;jsessionid /x;v=1/y",
        "/x?PHPSESSID=1&sid=2&z /x?z",
        "/x?PHPSESSID=1 /x",
        "/index.html;jsessionid=1 /",
        "/a/..;jsessionid=1/b /b",
        "/x;jsessionids=1 /x;jsessionids=1",
        "//x;sid=1 //x"
      })
  void sessionNumbersCanGo(String tail, String expected) {
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.builder().removeSessionIds().build();
    assertThat(canonicalizer.canonicalize("http://a.org" + tail))
        .hasValue(url("http://a.org" + expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/x;jsessionid=0A1B.node1?y=1 /x?y=1",
        "/x;JSessionID=ab;v=1/y /x;v=1/y",
        "/index.html;jsessionid=1 /",
        "/a/..;jsessionid=1/b /b",
        "/x;jsessionids=1 /x;jsessionids=1",
        "/x;sid=1 /x;sid=1",
        "/x?a;jsessionid=1 /x?a;jsessionid=1"
      })
  void sessionOfServletContainersGoesAlways(String tail, String expected) {
    assertThat(UrlCanonicalizer.standard().canonicalize("http://a.org" + tail))
        .hasValue(url("http://a.org" + expected));
    assertThat(UrlCanonicalizer.standard().resolver(url("http://a.org/z")).resolve(tail))
        .isEqualTo(url("http://a.org" + expected));
  }

  @Test
  void theCallerMayNameParameters() {
    UrlCanonicalizer canonicalizer =
        UrlCanonicalizer.builder()
            .removeParameters(List.of("Spm", "a~b"))
            .removeParametersStartingWith("Trk")
            .build();
    assertThat(canonicalizer.canonicalize("http://a.org/?spm=1&trkX=2&x=3&a=~&utm_a"))
        .hasValue(url("http://a.org/?x=3&a=%7E&utm_a"));
  }

  @Test
  void queriesCanBeSortedByNameWithoutDisturbingRepeats() {
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.builder().sortQuery().build();
    assertThat(canonicalizer.canonicalize("http://a.org/?b=2&~=0&a=9&b=1&A&&a=1"))
        .hasValue(url("http://a.org/?&%7E=0&A&a=9&a=1&b=2&b=1"));
  }

  @Test
  void emptyNamesAreRefused() {
    UrlCanonicalizer.Builder builder = UrlCanonicalizer.builder();
    assertThatThrownBy(() -> builder.removeParametersStartingWith(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameter prefix must not be empty");
    assertThatThrownBy(() -> builder.removeParameters(List.of("a", "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameter name must not be empty");
  }

  private static CrawlUrl url(String canonical) {
    return CrawlUrl.of(canonical);
  }
}

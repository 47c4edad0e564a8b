package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrawlUrlTest {

  @Test
  void partsAreFound() {
    CrawlUrl url = CrawlUrl.of("https://a.example.org:8443/b/c?d=e?f");
    assertThat(url.isSecure()).isTrue();
    assertThat(url.scheme()).isEqualTo("https");
    assertThat(url.host()).isEqualTo("a.example.org");
    assertThat(url.port()).isEqualTo(8443);
    assertThat(url.origin()).isEqualTo("https://a.example.org:8443");
    assertThat(url.path()).isEqualTo("/b/c");
    assertThat(url.query()).isEqualTo("d=e?f");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "http://a/, a, 80, /",
    "https://a/, a, 443, /",
    "http://127.0.0.1:8080/, 127.0.0.1, 8080, /",
    "http://[2001:db8::1]/x, [2001:db8::1], 80, /x",
    "http://[::1]:81/x, [::1], 81, /x",
    "http://a_b.org/, a_b.org, 80, /"
  })
  void hostsAndPortsAreFound(String form, String host, int port, String path) {
    CrawlUrl url = CrawlUrl.of(form);
    assertThat(url.host()).isEqualTo(host);
    assertThat(url.port()).isEqualTo(port);
    assertThat(url.path()).isEqualTo(path);
    assertThat(url.query()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a/-._~:/[]@!$&'()*+,;=%7E|^`{}",
        "http://a/?-._~:/?[]@!$&'()*+,;=%7E|^`{}\\",
        "http://a//b//",
        "http://a/?"
      })
  void charactersThatParsersLeaveAloneAreAllowed(String form) {
    assertThat(CrawlUrl.of(form)).hasToString(form);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ' ',
      value = {
        "ftp://a/ http",
        "HTTP://a/ http",
        "http://A/ 'A'",
        "http://a path",
        "http:///x host",
        "http://u@a/ '@'",
        "http://a:80/ port",
        "https://a:443/ port",
        "http://a:0/ port",
        "http://a:080/ port",
        "http://a:65536/ port",
        "http://a:b/ port",
        "http://a/#f '#'",
        "http://a/中 '中'",
        "http://a/x\\y '\\'",
        "http://a/\" '\"'",
        "http://a/?< '<'"
      })
  void whatCannotBeCanonicalIsRefusedWithTheReason(String form, String named) {
    assertThatThrownBy(() -> CrawlUrl.of(form))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a canonical URL: '" + form + "': ")
        .hasMessageContaining(named.replace("''", "'"));
  }

  @Test
  void formThatIsTooLongIsRefusedWithoutQuotingAllOfIt() {
    String form = "http://a/" + "x".repeat(CrawlUrl.MAX_LENGTH);
    assertThatThrownBy(() -> CrawlUrl.of(form))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8201 characters, allowed are 8192")
        .hasMessageNotContaining("x".repeat(100));
  }

  @Test
  void equalityAndOrderAreThoseOfTheForm() {
    CrawlUrl url = CrawlUrl.of("http://a/b");
    assertThat(url)
        .isEqualTo(CrawlUrl.of("http://a/b"))
        .hasSameHashCodeAs(CrawlUrl.of("http://a/b"));
    assertThat(url).isNotEqualTo(CrawlUrl.of("http://a/c")).isLessThan(CrawlUrl.of("http://a/c"));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "http://a/b?c\\=d",
        "http://a/",
        "https://a/b",
        "http://a:8080/b",
        "http://ab/b",
        "https://a:80/b"
      })
  void originsAreComparedAsTheirTexts(String form) {
    for (String other :
        new String[] {"http://a/x", "https://a/x", "http://a:8080/", "http://ab/"}) {
      CrawlUrl neighbour = CrawlUrl.of(other);
      CrawlUrl url = CrawlUrl.of(form);

      assertThat(url.hasOriginOf(neighbour)).isEqualTo(url.origin().equals(neighbour.origin()));
      assertThat(neighbour.hasOriginOf(url)).isEqualTo(url.hasOriginOf(neighbour));
    }
  }
}

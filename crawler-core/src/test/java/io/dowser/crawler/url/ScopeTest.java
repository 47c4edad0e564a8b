package io.dowser.crawler.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.CrawlUrl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {

  private static final UrlCanonicalizer CANONICALIZER = UrlCanonicalizer.standard();

  @ParameterizedTest
  @CsvSource({
    "HOST,http://a.example.org/x,https://a.example.org:8443/y,true",
    "HOST,http://www.example.org/,http://example.org/,true",
    "HOST,http://example.org/,http://www.example.org/,true",
    "HOST,http://example.org/,http://docs.example.org/,false",
    "HOST,http://example.org/,http://wwwexample.org/,false",
    "HOST,http://127.0.0.1:8080/,http://127.0.0.1:9090/,true",
    "HOST,http://127.0.0.1/,http://127.0.0.2/,false",
    "HOST,http://münchen.example/,http://xn--mnchen-3ya.example/,true",
    "DOMAIN,http://a.example.co.uk/,https://b.c.example.co.uk/x,true",
    "DOMAIN,http://a.example.co.uk/,http://other.co.uk/,false",
    "DOMAIN,http://a.münchen.de/,http://b.xn--mnchen-3ya.de/,true",
    "DOMAIN,http://me.github.io/,http://you.github.io/,false",
    "DOMAIN,http://127.0.0.1/,http://127.0.0.2/,false",
    "PREFIX,http://a.example/docs/intro,http://a.example/docs/x/y?z,true",
    "PREFIX,http://a.example/docs/intro,https://www.a.example:444/docs/,true",
    "PREFIX,http://a.example/docs/intro,http://a.example/docs,false",
    "PREFIX,http://a.example/docs/intro,http://a.example/docs2/x,false",
    "PREFIX,http://a.example/docs/?q=/b/,http://a.example/docs/c,true",
    "PREFIX,http://a.example/docs/,http://a.example/x?path=/docs/,false",
    "PREFIX,http://a.example/docs/,http://b.example/docs/,false",
    "PREFIX,http://a.example/docs,http://a.example/any,true",
    "PREFIX,http://a.example/größe/,http://a.example/gr%C3%B6%C3%9Fe/x,true",
    "ANYWHERE,http://a.example/,http://b.example/,true"
  })
  void borderIsAroundTheSeed(String scope, String seed, String url, boolean inside) {
    assertThat(contains(Scope.parse(scope), seed, url)).isEqualTo(inside);
  }

  @ParameterizedTest
  @CsvSource({
    "example.org,https://example.org:81/any?q,true",
    "example.org,http://www.example.org/,false",
    "example.org,http://badexample.org/,false",
    "*.example.org,http://example.org/,true",
    "*.example.org,http://a.b.example.org/,true",
    "*.example.org,http://badexample.org/,false",
    "*.example.org,http://other.example/?x=a.example.org/,false",
    "EXAMPLE.org:8080,http://example.org:8080/,true",
    "example.org:8080,http://example.org/,false",
    "example.org:443,https://example.org/,true",
    "https://example.org/,http://example.org/,false",
    "https://example.org/docs/,https://example.org/docs/a,true",
    "https://example.org/docs/,https://example.org/docs,false",
    "münchen.example,http://xn--mnchen-3ya.example/,true",
    "[::1]:8080/x,http://[::1]:8080/x,true",
    "/größe,http://any.example/gr%C3%B6%C3%9Fe,true",
    "/print/,http://any.example/print/1,true",
    "/print/,http://any.example/a/print/1,false",
    "/*/print/,http://any.example/a/print/1,true",
    "/*.pdf$,http://any.example/a.b.pdf,true",
    "/*.pdf$,http://any.example/a.pdf?download,false",
    "/*.pdf,http://any.example/a.pdf?download,true",
    "/*?*page=,http://any.example/a?x=1&page=2,true",
    "/a*a$,http://any.example/a,false",
    "/$,http://any.example/,true",
    "/$,http://any.example/a,false",
    "/a*b*c$,http://any.example/abcbc,true",
    "/a*b*c$,http://any.example/acb,false"
  })
  void patternMatchesSchemeHostPortAndPath(String pattern, String url, boolean matches) {
    assertThat(contains(Scope.of(pattern), "http://seed.example/", url)).isEqualTo(matches);
    assertThat(contains(Scope.ANYWHERE.excluding(pattern), "http://seed.example/", url))
        .isEqualTo(!matches);
  }

  @Test
  void patternsWidenTheBorderAndExcludingOnesPrevail() {
    Scope scope = Scope.HOST.including("b.example/docs/").excluding("/docs/print/", "/*.pdf$");
    String seed = "http://a.example/";

    assertThat(contains(scope, seed, "http://a.example/x")).isTrue();
    assertThat(contains(scope, seed, "http://b.example/docs/x")).isTrue();
    assertThat(contains(scope, seed, "http://b.example/x")).isFalse();
    assertThat(contains(scope, seed, "http://b.example/docs/print/x")).isFalse();
    assertThat(contains(scope, seed, "http://a.example/x.pdf")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ftp://example.org/",
        "*",
        "*.",
        "exa*mple.org",
        "*.pdf$",
        "example.org:port/",
        "example.org:99999/",
        "https:///x",
        "http//foo",
        "https/foo",
        "HTTP",
        "htp//foo",
        "/a b",
        "/a#b",
        "user@example.org"
      })
  void invalidPatternIsNamed(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.HOST.excluding("/fine", pattern))
        .withMessageContaining("but was '" + pattern + "'");
  }

  @Test
  void invalidWordsAndNumbersAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.parse("host"))
        .withMessageContaining("PREFIX")
        .withMessageContaining("'host'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.parse("HOST beyond=1"))
        .withMessageContaining("'beyond=1'");
    assertThatIllegalArgumentException().isThrownBy(Scope::of);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ANYWHERE",
        "DOMAIN beyond",
        "PREFIX +*.example.net:8080/a*b$ -/print/ -/*.pdf$ beyond",
        "PATTERNS +https://example.org/docs/"
      })
  void textIsReadAsItWasWritten(String text) {
    Scope scope = Scope.parse(text);

    assertThat(scope).hasToString(text).isEqualTo(Scope.parse(text)).isNotEqualTo(Scope.HOST);
    assertThat(scope).hasSameHashCodeAs(Scope.parse(text));
  }

  @Test
  void oneOfManySeedsIsEnough() {
    var seeds = List.of(url("http://a.example/docs/"), url("http://b.example/"));

    assertThat(Scope.PREFIX.around(seeds))
        .accepts(url("http://a.example/docs/x"), url("http://b.example/x"))
        .rejects(url("http://a.example/x"), url("http://c.example/docs/"));
  }

  private static boolean contains(Scope scope, String seed, String url) {
    return scope.around(List.of(url(seed))).test(url(url));
  }

  private static CrawlUrl url(String text) {
    return CANONICALIZER.canonicalize(text).orElseThrow();
  }
}

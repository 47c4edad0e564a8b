package io.dowser.crawler.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for any input: no exception, and one canonical form. */
class UrlPropertiesTest {

  /** How much larger the samples are in the profile for long proofs. */
  private static final int SIZE = Boolean.getBoolean("dowser.exhaustive") ? 20 : 1;

  private static final List<UrlCanonicalizer> CANONICALIZERS =
      List.of(
          UrlCanonicalizer.standard(),
          UrlCanonicalizer.builder()
              .removeTrackingParameters()
              .removeSessionIds()
              .removeParameters(List.of("a~b", "%7ex"))
              .sortQuery()
              .build());

  private static final List<CrawlUrl> BASES =
      List.of(
          CrawlUrl.of("http://www.example.org/"),
          CrawlUrl.of("https://a.b-c.example:8443/x//y/z.html?q=1&p"),
          CrawlUrl.of("http://a.org/~x/../b;sid=1/index.html"),
          CrawlUrl.of("http://[::1]/a/b/c/"),
          CrawlUrl.of("http://a[b/c"));

  private static final Map<UrlCanonicalizer.Resolver, UrlCanonicalizer> RESOLVERS =
      new LinkedHashMap<>();

  static {
    for (UrlCanonicalizer canonicalizer : CANONICALIZERS) {
      BASES.forEach(base -> RESOLVERS.put(canonicalizer.resolver(base), canonicalizer));
    }
  }

  private static final List<String> SNIPPETS =
      List.of(
          "/",
          "//",
          ".",
          "..",
          "/../",
          "/./",
          "?",
          "#",
          "%",
          "%2e",
          "%2E",
          "%7e",
          "%7E",
          "%zz",
          ":",
          "@",
          "~",
          "\\",
          "[",
          "]",
          "{",
          "|",
          "^",
          "`",
          " ",
          "\t",
          "\n",
          "\f",
          "\u0000",
          "中",
          "é",
          "\uD800",
          "\uDC00",
          ";",
          "=",
          "&",
          "+",
          "'",
          "\"",
          "<",
          "index.html",
          "index.htm",
          "http:",
          "https://",
          "HTTP://",
          "--",
          "xn--",
          "0x",
          "127.",
          ":80",
          ":443",
          ":0",
          "sid=1",
          ";jsessionid=2",
          "utm_x",
          "\u3002",
          "\u00AD",
          "\uFF0E",
          "-",
          "A",
          "7",
          "a~b");

  @Test
  void allPropertiesHoldForTheWebPlatformTests() {
    for (JsonObject test : UrlCorpora.webPlatformTests()) {
      check(test.get("input").getAsString());
      check(test.get("href") == null ? "" : test.get("href").getAsString());
    }
  }

  @Test
  void allPropertiesHoldForRealReferences() {
    UrlCorpora.realReferences(1_000 * SIZE).forEach(UrlPropertiesTest::check);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void allPropertiesHoldForMutatedReferences(long seed) {
    var random = new SplittableRandom(seed);
    List<String> starts =
        List.of(
            "http://www.example.org/a/b.html?c=d&e=f#g",
            "../a/b/index.html",
            "/x;y=1/z?q",
            "a",
            "https://a.b.example:8443/",
            "//h.org/p/q/",
            "http://1.2.3.4:81/%E4%B8%AD?%AB");
    for (int i = 0; i < 1_500 * SIZE; i++) {
      String href = starts.get(random.nextInt(starts.size()));
      for (int changes = random.nextInt(5); changes >= 0; changes--) {
        href = mutated(href, random);
      }
      check(href);
    }
  }

  private static String mutated(String href, SplittableRandom random) {
    int from = random.nextInt(href.length() + 1);
    int to = Math.min(href.length(), from + random.nextInt(3));
    String middle =
        random.nextInt(4) == 0
            ? String.valueOf((char) random.nextInt(0x250))
            : SNIPPETS.get(random.nextInt(SNIPPETS.size()));
    return href.substring(0, from) + middle + href.substring(to);
  }

  private static void check(String href) {
    for (UrlCanonicalizer canonicalizer : CANONICALIZERS) {
      checkStable(canonicalizer, href, canonicalizer.canonicalize(href).orElse(null));
    }
    RESOLVERS.forEach(
        (resolver, canonicalizer) -> checkStable(canonicalizer, href, resolver.resolve(href)));
  }

  private static void checkStable(
      UrlCanonicalizer canonicalizer, String href, @Nullable CrawlUrl found) {
    if (found != null && !canonicalizer.canonicalize(found.toString()).equals(Optional.of(found))) {
      assertThat(canonicalizer.canonicalize(found.toString()))
          .as("canonical form of the canonical form of '%s'", href)
          .hasValue(found);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {5, 6})
  void charsetsOfPagesNeverThrowAndStayCanonical(long seed) {
    var random = new SplittableRandom(seed);
    List<UrlCanonicalizer.Resolver> resolvers = new ArrayList<>();
    for (String name : List.of("GB18030", "GBK", "Big5", "Shift_JIS", "EUC-KR", "ISO-2022-JP")) {
      resolvers.add(UrlCanonicalizer.standard().resolver(BASES.get(0), Charset.forName(name)));
    }
    for (int i = 0; i < 1_000 * SIZE; i++) {
      var href = new StringBuilder("s?");
      for (int length = random.nextInt(12); length >= 0; length--) {
        href.append((char) random.nextInt(1, 0x10000));
      }
      for (UrlCanonicalizer.Resolver resolver : resolvers) {
        CrawlUrl found = resolver.resolve(href.toString());
        assertThat(UrlCanonicalizer.standard().canonicalize(String.valueOf(found)))
            .as(href.toString())
            .hasValue(found);
      }
    }
  }
}

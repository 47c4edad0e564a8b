package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.util.SplittableRandom;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainUrlTest {

  private static final String ORIGIN = "http://www.example.org:8080";
  private static final HttpUrl BASE = HttpUrl.get(ORIGIN + "/a/b?c");
  private static final String CHARACTERS = "aZ09-_..///index.html~%7e?#;: \\\u00e9";
  private static final String HOST_CHARACTERS = "aazz09--..xn--A_:@[%\u00e9";

  /** Half of the paths are short, so that many of them are plain. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void plainUrlIsWhatTheParserMakesOfIt(long seed) {
    var random = new SplittableRandom(seed);
    int plain = 0;
    for (int i = 0; i < 100_000; i++) {
      String href = href(random);
      CrawlUrl found = PlainUrl.resolve(ORIGIN, href);
      if (found != null) {
        plain++;
        String parsed = requireNonNull(ParsedUrl.resolve(BASE, href), href);
        assertThat(found)
            .as("seed %d, %s", seed, href)
            .isEqualTo(CanonicalSerialization.of(parsed, CanonicalRules.NONE));
      }
    }
    assertThat(plain).isGreaterThan(1_000);
  }

  private static String href(SplittableRandom random) {
    int kind = random.nextInt(4);
    String scheme = kind == 0 ? "http://" : kind == 1 ? "https://" : "";
    String host = scheme.isEmpty() ? "" : text(random, HOST_CHARACTERS, 9);
    String path = text(random, CHARACTERS, random.nextBoolean() ? 5 : 20);
    return scheme + host + "/" + path + (random.nextInt(9) == 0 ? "/index.htm" : "");
  }

  private static String text(SplittableRandom random, String characters, int most) {
    var text = new StringBuilder();
    for (int length = random.nextInt(most); length > 0; length--) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a/b.html", "/2024/01/x_y-z/", "https://a-1.example/b"})
  void urlsOfPlainCharactersNeedNoParser(String href) {
    String absolute = href.startsWith("/") ? ORIGIN + href : href;

    assertThat(PlainUrl.resolve(ORIGIN, href)).hasToString(absolute);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "//a",
        "/a//b",
        "/.",
        "/a/../b",
        "/a?b",
        "/a#b",
        "/%61",
        "/~a",
        "/a b",
        " /a",
        "/\u00e9",
        "/index.html",
        "/a/index.htm",
        "/a\\b",
        "http://www.example.org:80801/a"
      })
  void allElseGoesToTheParser(String href) {
    assertThat(PlainUrl.resolve(ORIGIN, href)).isNull();
  }

  @Test
  void longPathGoesToTheParser() {
    assertThat(PlainUrl.resolve(ORIGIN, "/" + "a".repeat(600))).isNull();
  }
}

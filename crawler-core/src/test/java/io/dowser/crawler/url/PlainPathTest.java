package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import java.util.SplittableRandom;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainPathTest {

  private static final String ORIGIN = "http://www.example.org:8080";
  private static final HttpUrl BASE = HttpUrl.get(ORIGIN + "/a/b?c");
  private static final String CHARACTERS = "aZ09-_..///index.html~%7e?#;: \\\u00e9";

  /** Half of the paths are short, so that many of them are plain. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void plainPathIsWhatTheParserMakesOfIt(long seed) {
    var random = new SplittableRandom(seed);
    int plain = 0;
    for (int i = 0; i < 100_000; i++) {
      String href = href(random);
      CrawlUrl found = PlainPath.resolve(ORIGIN, href);
      if (found != null) {
        plain++;
        String parsed = requireNonNull(ParsedUrl.resolve(BASE, href), href);
        assertThat(found)
            .as("seed %d, %s", seed, href)
            .isEqualTo(CanonicalSerialization.of(parsed, ParameterRules.NONE));
      }
    }
    assertThat(plain).isGreaterThan(1_000);
  }

  private static String href(SplittableRandom random) {
    var href = new StringBuilder(random.nextInt(4) == 0 ? ORIGIN : "").append('/');
    for (int length = random.nextInt(random.nextBoolean() ? 5 : 20); length > 0; length--) {
      href.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return href.append(random.nextInt(9) == 0 ? "/index.htm" : "").toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a/b.html", "/2024/01/x_y-z/", ORIGIN + "/a"})
  void pathsOfPlainCharactersNeedNoParser(String href) {
    assertThat(PlainPath.resolve(ORIGIN, href)).isNotNull();
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
    assertThat(PlainPath.resolve(ORIGIN, href)).isNull();
  }

  @Test
  void longPathGoesToTheParser() {
    assertThat(PlainPath.resolve(ORIGIN, "/" + "a".repeat(600))).isNull();
  }
}

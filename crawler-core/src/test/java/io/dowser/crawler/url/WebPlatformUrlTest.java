package io.dowser.crawler.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.dowser.crawler.api.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The URL tests of the web platform against our canonical form.
 *
 * <p>Expected is the platform's own form without user information and fragment, or nothing if the
 * platform refuses the input or the result is not {@code http} or {@code https}. A base that is not
 * of the web counts as none, which makes no difference to a result that is. Every difference must
 * be in {@code wpt-divergences.tsv} with its reason, and nothing else may be there.
 */
class WebPlatformUrlTest {

  private static final Gson GSON = new Gson();

  @Test
  void everyDifferenceIsListedWithItsReasonAndNothingElseIsListed() throws IOException {
    var found = new TreeMap<String, String>();
    for (JsonObject test : UrlCorpora.webPlatformTests()) {
      String base = text(test, "base");
      Optional<CrawlUrl> canonicalBase =
          base == null ? Optional.empty() : UrlCanonicalizer.standard().canonicalize(base);
      String actual = actual(requireNonNull(text(test, "input")), canonicalBase);
      String expected = expected(test);
      if (!actual.equals(expected)) {
        found.put(key(test), actual + " instead of " + expected);
      }
    }
    assertThat(found.keySet())
        .as("differences: %s", found)
        .containsExactlyInAnyOrderElementsOf(listed().keySet());
  }

  @Test
  void everyListedDifferenceHasAReason() throws IOException {
    assertThat(listed()).isNotEmpty().allSatisfy((key, reason) -> assertThat(reason).isNotBlank());
  }

  private static String actual(String input, Optional<CrawlUrl> base) {
    Optional<CrawlUrl> url =
        base.isEmpty()
            ? UrlCanonicalizer.standard().canonicalize(input)
            : Optional.ofNullable(UrlCanonicalizer.standard().resolver(base.get()).resolve(input));
    return url.map(CrawlUrl::toString).orElse("nothing");
  }

  private static String expected(JsonObject test) {
    String protocol = text(test, "protocol");
    if (protocol == null || !(protocol.equals("http:") || protocol.equals("https:"))) {
      return "nothing";
    }
    String href = requireNonNull(text(test, "href"));
    int fragment = href.indexOf('#');
    String withoutFragment = fragment < 0 ? href : href.substring(0, fragment);
    int path = withoutFragment.indexOf('/', protocol.length() + 2);
    return protocol + "//" + text(test, "host") + withoutFragment.substring(path);
  }

  /** Names a test by what it feeds in, on one line. */
  private static String key(JsonObject test) {
    return GSON.toJson(test.get("input")) + "\t" + GSON.toJson(test.get("base"));
  }

  private static @Nullable String text(JsonObject test, String field) {
    JsonElement element = test.get(field);
    return element == null || element.isJsonNull() ? null : element.getAsString();
  }

  /** Lines of three columns: input and base as JSON, and why the result differs. */
  private static Map<String, String> listed() throws IOException {
    var listed = new TreeMap<String, String>();
    var in = WebPlatformUrlTest.class.getResourceAsStream("wpt-divergences.tsv");
    try (var reader =
        new BufferedReader(
            new InputStreamReader(requireNonNull(in, "wpt-divergences.tsv"), UTF_8))) {
      reader
          .lines()
          .filter(line -> !line.startsWith("//"))
          .forEach(
              line -> {
                int reason = line.lastIndexOf('\t');
                listed.put(line.substring(0, reason), line.substring(reason + 1));
              });
    }
    return listed;
  }
}

package io.dowser.crawler.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The computed types of WHATWG, MIME Sniffing, section 7. */
class MediaTypesTest {

  private static String type(String label, String options, String content) {
    Map<String, List<String>> headers = new HashMap<>();
    if (!label.isEmpty()) {
      headers.put("content-type", List.of(label));
    }
    if (!options.isEmpty()) {
      headers.put("x-content-type-options", List.of(options));
    }
    return MediaTypes.of(
        new Fetched(
            CrawlUrl.of("http://a.test/"),
            200,
            HttpHeaders.of(headers, (name, value) -> true),
            Body.of(content.translateEscapes().getBytes(StandardCharsets.ISO_8859_1)),
            FetchResult.Truncation.NONE,
            Duration.ZERO));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"\", %PDF-1.7, application/pdf",
        "\"\", \" %PDF-1.7\", text/plain",
        "\"\", \" \\n<!doctype html>\", text/html",
        "\"\", <HTML lang=en>, text/html",
        "\"\", <htmlx>, text/plain",
        "\"\", <!-- a -->, text/html",
        "\"\", <!--a-->, text/plain",
        "\"\", <b>bold, text/html",
        "\"\", <?xml version, text/xml",
        "\"\", %!PS-Adobe-3.0, application/postscript",
        "\"\", PK\\3\\4..., application/zip",
        "\"\", \\37\\213\\b..., application/x-gzip",
        "\"\", \\211PNG\\r\\n\\32\\n..., image/png",
        "\"\", RIFF....WEBPVP8, image/webp",
        "\"\", \\377\\376a\\0, text/plain",
        "\"\", a\\0b, application/octet-stream",
        "\"\", \"\", text/plain",
        "*/*, %PDF-1.7, application/pdf",
        "unknown/unknown, %PDF-1.7, application/pdf",
        "nonsense, %PDF-1.7, application/pdf",
        "text/html; charset=gbk, %PDF-1.7, text/html",
        "APPLICATION/PDF, <html>, application/pdf",
        "text/plain, some text, text/plain",
        "text/plain, some\\0bytes, application/octet-stream",
        "text/plain; charset=gbk, some\\0bytes, text/plain",
        "text/plain, \\377\\376a\\0, text/plain",
        "image/gif, \\211PNG\\r\\n\\32\\n, image/png",
        "image/gif, text, image/gif",
        "image/svg+xml, BM, image/svg+xml",
        "application/octet-stream, %PDF-1.7, application/octet-stream"
      })
  void typeIsThatOfTheLabelUnlessItSaysNothing(String label, String content, String type) {
    assertThat(type(label, "", content)).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html, text/html | text/html |",
        "text/html;charset=gbk, text/html | text/html | gbk",
        "text/html;charset=gbk, text/html;charset=big5 | text/html | big5",
        "text/html;charset=gbk, text/plain | text/plain |",
        "text/plain;charset=gbk, text/html;charset=big5 | text/html | big5",
        "text/html;x=\",text/plain\";charset=gbk | text/html | gbk",
        "text/html;x=\"a\\\",b\", */* | text/html |",
        "text/html, | text/html |",
        ", text/html | text/html |",
        "text/html, nonsense | text/html |",
        "*/* | '' |",
        "text/html charset=utf-8 | '' | utf-8",
        "text/html utf-8 | '' |",
        "text/ | '' |",
        "/html | '' |",
        "text/html/x | '' |",
        "text html | '' |",
        "html | '' |",
        "text/html; | text/html |",
        "Text/HTML ; Charset=UTF-8 | text/html | utf-8",
        "'' | '' |"
      })
  void typeAndCharsetAreExtractedAsInFetch(String header, String essence, String label) {
    assertThat(MediaTypes.essence(header)).isEqualTo(essence);
    assertThat(MediaTypes.charsetLabel(header)).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "text/html charset=utf-8", "text/html/x", "html"})
  void labelThatIsNoTypeLeavesTheBytesToDecide(String header) {
    assertThat(type(header, "", "<html>")).isEqualTo("text/html");
    assertThat(type(header, "", "%PDF-1.7")).isEqualTo("application/pdf");
  }

  @ParameterizedTest
  @CsvSource({
    "'', <html>, text/plain",
    "'', %PDF-1.7, text/plain",
    "'', PK\\3\\4, application/zip",
    "text/plain, a\\0b, text/plain",
    "image/gif, BM, image/gif"
  })
  void withNosniffNoScriptableTypeIsFoundAndLabelsAreBelieved(
      String label, String content, String type) {
    assertThat(type(label, " NoSniff", content)).isEqualTo(type);
  }

  @Test
  void onlyTheFirst1445BytesCount() {
    assertThat(type("", "", "a".repeat(1_444) + "\0")).isEqualTo("application/octet-stream");
    assertThat(type("", "", "a".repeat(1_445) + "\0")).isEqualTo("text/plain");
    assertThat(type("", "", " ".repeat(1_440) + "<html>")).isEqualTo("text/plain");
  }

  @Test
  void anyBytesHaveAType() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      String content = new String(bytes, StandardCharsets.ISO_8859_1).replace('\\', '/');

      assertThat(type("", "", content)).as("seed %d", seed).contains("/");
    }
  }
}

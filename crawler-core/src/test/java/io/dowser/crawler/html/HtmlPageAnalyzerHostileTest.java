package io.dowser.crawler.html;

import static io.dowser.crawler.html.HtmlPages.analyze;
import static io.dowser.crawler.html.HtmlPages.anchors;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that are broken, huge or not pages at all. */
@Tag("slow")
class HtmlPageAnalyzerHostileTest {

  @Test
  void emptyPageIsEmpty() {
    AnalyzedPage page = analyze("");
    assertThat(page.text()).isEmpty();
    assertThat(page.title()).isEmpty();
    assertThat(page.links()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void randomBytesGiveAnEmptyPage(long seed) {
    var bytes = new byte[20_000];
    new SplittableRandom(seed).nextBytes(bytes);
    bytes[0] = 1; // by no chance a byte-order mark
    assertThat(analyze(bytes, "text/html").text()).as("seed " + seed).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%PDF-1.4 some text", "%!PS-Adobe", "PK\u0003\u0004\u0014\u0000\u0006x"})
  void documentsOfOtherKindsGiveAnEmptyPage(String start) {
    assertThat(analyze(start.getBytes(UTF_8), "text/html").text()).isEmpty();
  }

  @Test
  void singleNulBytesDoNoHarm() {
    String filler = "words ".repeat(50);
    AnalyzedPage page = analyze("<p>a\u0000b " + filler + "<a href='x\u0000y'>li\u0000nk</a>");
    assertThat(page.text()).startsWith("a").contains("words");
    assertThat(page.text()).doesNotContain("\u0000");
  }

  @Test
  void deepNestingIsRead() {
    AnalyzedPage page = analyze("<div>".repeat(100_000) + "deep <a href=x>link</a>");
    assertThat(page.text()).isEqualTo("deep link");
    assertThat(anchors(page)).containsExactly("link");
  }

  @Test
  void nestedInlineElementsAndAnchorsAreRead() {
    AnalyzedPage page = analyze("<b><a href=x>y".repeat(5_000));
    assertThat(page.links()).isNotEmpty().hasSizeLessThanOrEqualTo(10_000);
  }

  @Test
  void linksBeyondTheLimitArePlainText() {
    String many = "<a href=x>y</a> ".repeat(100_000);
    AnalyzedPage page = analyze(many);
    assertThat(page.links()).hasSize(10_000);
    assertThat(page.text()).hasSize(2 * 100_000 - 1);

    HtmlPageAnalyzer few = HtmlPageAnalyzer.of(Settings.of(Map.of("maxLinks", "3")));
    assertThat(analyze(few, many).links()).hasSize(3);
    assertThat(analyze(HtmlPageAnalyzer.of(Settings.of(Map.of("maxLinks", "0"))), many).links())
        .isEmpty();
  }

  @Test
  void hugeAttributesAreNoLinksAndNoText() {
    String huge = "x".repeat(10_000_000);
    AnalyzedPage page = analyze("<a href='" + huge + "'>a</a><a href=y title='" + huge + "'></a>b");
    assertThat(page.links()).hasSize(1);
    assertThat(page.links().get(0).anchorText()).hasSize(1_000);
    assertThat(page.text()).hasSize(1 + 1 + 1_000 + 1 + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "text/plain"})
  void characterBeyondTheBasicPlaneIsNotCutInHalf(String type) {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("maxCharacters", "4")));

    byte[] body = "abc\ud83d\ude00de".getBytes(UTF_8);

    AnalyzedPage page = analyze(analyzer, body, Map.of("content-type", type + "; charset=utf-8"));

    assertThat(page.text()).isEqualTo("abc");
  }

  @Test
  void textBeyondTheLimitIsNotRead() {
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.of(Settings.of(Map.of("maxCharacters", "10")));
    AnalyzedPage page = analyze(analyzer, "<p>12345<p>67890abc<a href=x>y</a>");
    assertThat(page.text()).isEqualTo("12345 6789");
    assertThat(page.links()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"webkb/cornell-texas.jsonl.gz,body", "zh-docs/pages.jsonl.gz,html"})
  void everyPrefixOfARealPageIsRead(String corpus, String field) {
    List<byte[]> pages =
        HtmlPages.real(corpus, field, 40).stream()
            .filter(page -> page.length > 1_000 && page.length < 6_000)
            .limit(3)
            .toList();
    assertThat(pages).hasSize(3);
    pages.forEach(HtmlPageAnalyzerHostileTest::assertPrefixesAreSane);
  }

  @Test
  void everyPrefixOfATrickyPageIsRead() {
    assertPrefixesAreSane(
        ("<!DOCTYPE html><html lang=zh><meta charset=utf-8><title>台风 &amp; 雨</title>"
                + "<base href='/b'><script>if(a<b)'</scr'</script><!-- <a href=no> --><p>一<b>二</b>"
                + "<a href='x?a=1&amp;b' title=\"t\">三<img alt='四'></a><map><area href=y></map>"
                + "<textarea><a></textarea><svg><title>s</title></svg>\uD840\uDC00<![CDATA[x]]>")
            .getBytes(UTF_8));
  }

  private static void assertPrefixesAreSane(byte[] whole) {
    for (int length = 0; length <= whole.length; length++) {
      AnalyzedPage page = analyze(Arrays.copyOf(whole, length), "text/html; charset=utf-8");
      String what = "prefix of " + length + " bytes";
      // alternative texts may stand in twice, entities only shrink
      assertThat(page.text().length()).as(what).isLessThanOrEqualTo(2 * length);
      assertThat(page.text()).as(what).doesNotContain("  ").doesNotContain("\n");
      for (Link link : page.links()) {
        assertThat(page.text()).as(what).contains(link.anchorText());
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13})
  void randomMarkupIsRead(long seed) {
    var random = new SplittableRandom(seed);
    String[] chunks = {
      "<a href=x>",
      "</a>",
      "<table>",
      "<tr><td>",
      "</table>",
      "<b>",
      "</b>",
      "<p>",
      "text ",
      "<area href=y alt=z>",
      "<iframe src=f></iframe>",
      "<svg>",
      "</svg>",
      "<select>",
      "<option>",
      "<frameset>",
      "<math>",
      "<template>",
      "</template>",
      "<title>",
      "</title>",
      "&",
      "<",
      "\"",
      "<base href=/b>",
      "<img alt=i>",
      "<form>",
      "<button>",
      "</p>",
      "<object>",
      "</object>",
      "台"
    };
    for (int round = 0; round < 300; round++) {
      var html = new StringBuilder();
      for (int i = random.nextInt(60); i >= 0; i--) {
        html.append(chunks[random.nextInt(chunks.length)]);
      }
      AnalyzedPage page = analyze(html.toString());
      int from = 0;
      for (Link link : page.links()) {
        from = page.text().indexOf(link.anchorText(), from);
        assertThat(from).as("seed %d, round %d: %s", seed, round, html).isNotNegative();
      }
    }
  }

  @Test
  void limitsOutOfRangeAreRefused() {
    assertRefused("maxLinks", "-1");
    assertRefused("maxCharacters", "0");
  }

  private static void assertRefused(String name, String value) {
    assertThatThrownBy(() -> HtmlPageAnalyzer.of(Settings.of(Map.of(name, value))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(value);
  }
}

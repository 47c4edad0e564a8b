package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Titles, dates and authors of pages with one damaged field: the other fields are read. */
class FieldFuzzTest {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.test/");

  private static final List<String> FIELDS =
      List.of(
          "<script type='application/ld+json'>{\"@type\":\"Article\",\"author\":{\"name\":\"C. Moon\"},"
              + "\"datePublished\":\"2023-12-24T08:30:00+08:00\",\"comment\":[{\"text\":\"x\"}]}</script>",
          "<meta property=\"article:published_time\" content=\"2024-01-05 10:00:00 +0800\">",
          "<meta name=description content='of tides'><meta name=author content='A. Sea'>",
          "<time datetime='Fri, 5 Jan 2024 10:00:00 GMT'>Friday</time>",
          "<span itemprop=datePublished>2024年1月5日 10:00</span><a rel=author href=/b>B. Coast</a>",
          "<h2>Ebb &amp; flood</h2><table><tr><th>a<th>b<tr><td>1<td>2</table>");

  private final HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.create();

  @Test
  void fieldsBesideADamagedOneAreRead() {
    FuzzCases.run(500, this::checkFields);
  }

  private void checkFields(SplittableRandom random) {
    String field = FIELDS.get(random.nextInt(FIELDS.size()));
    byte[] damaged = damage(field, random);
    String before =
        "<title>Tides</title><meta name=dc.creator content='D. Star'><meta name=date content=2020-01-02>"
            + "<body><p>The tide rises and falls.";
    byte[] start = before.getBytes(UTF_8);
    byte[] page = Arrays.copyOf(start, start.length + damaged.length);
    System.arraycopy(damaged, 0, page, start.length, damaged.length);

    AnalyzedPage read = analyze(page);
    PageAttributes attributes = read.attributes();

    assertThat(read.title()).as("of %s", new String(page, ISO_8859_1)).isEqualTo("Tides");
    assertThat(attributes.authors()).contains("D. Star");
    assertThat(attributes.published()).isPresent();
    assertThat(read.text()).contains("The tide rises and falls.");
  }

  @Test
  void blockOfJsonBesideADamagedOneIsRead() {
    String json =
        "{\"@graph\":[{\"@type\":\"WebPage\",\"name\":\"x\"},{\"@type\":[\"NewsArticle\"],"
            + "\"author\":[{\"name\":\"C. Moon\"},\"B\"],\"headline\":\"a\\u00e9\\n\"}]}";
    FuzzCases.run(
        500,
        random -> {
          String block = new String(damage(json, random), UTF_8).replace('<', ' ');
          AnalyzedPage page =
              analyze(
                  ("<script type='application/ld+json'>"
                          + block
                          + "</script><script type='application/ld+json'>{\"author\":\"D. Star\","
                          + "\"datePublished\":\"2024-01-05\"}</script>")
                      .getBytes(UTF_8));

          assertThat(page.attributes().published()).as("of %s", block).isPresent();
          assertThat(page.attributes().authors()).contains("D. Star");
        });
  }

  /** Leaves out control characters, many of which make a page a binary file. */
  private static byte[] damage(String text, SplittableRandom random) {
    byte[] damaged = new Mutations(random).damage(text.getBytes(UTF_8));
    for (int i = 0; i < damaged.length; i++) {
      damaged[i] = damaged[i] >= 0 && damaged[i] < ' ' ? (byte) ' ' : damaged[i];
    }
    return damaged;
  }

  private AnalyzedPage analyze(byte[] page) {
    var fetched =
        new FetchResult.Fetched(
            PAGE,
            200,
            HttpHeaders.of(
                Map.of("content-type", List.of("text/html; charset=utf-8")), (name, value) -> true),
            Body.of(page),
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    return analyzer.analyze(fetched, Candidate.seed(PAGE, 0));
  }
}

package io.dowser.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SitemapTest {

  private static final String XML =
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
          + "<url><loc>http://a.test/1</loc></url><url><loc>http://a.test/2</loc></url></urlset>";

  @Test
  void pagesOfXmlAndOfTextAndSitemapsOfAnIndexAreListed() throws IOException {
    String index =
        "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
            + "<sitemap><loc>http://a.test/b.xml</loc></sitemap></sitemapindex>";

    assertThat(read(XML.getBytes(UTF_8)).pages())
        .containsExactly("http://a.test/1", "http://a.test/2");
    assertThat(read(gzip(XML.getBytes(UTF_8))).pages()).hasSize(2);
    assertThat(read("http://a.test/1\nhttp://a.test/2".getBytes(UTF_8)).pages())
        .containsExactly("http://a.test/1", "http://a.test/2");
    assertThat(read(index.getBytes(UTF_8)).sitemaps()).containsExactly("http://a.test/b.xml");
  }

  @Test
  void pagesOfOtherHostsAreLeftOut() {
    assertThat(read("http://b.test/1\nhttp://a.test/2\n".getBytes(UTF_8)).pages())
        .containsExactly("http://a.test/2");
  }

  /** 54 MB of the lines, of which 20 MiB are inflated: the entry that only comes later is lost. */
  @Test
  void compressedSitemapIsInflatedAsFarAsTheLimit() throws IOException {
    byte[] filler = "# no page in this line\n".repeat(1_000).getBytes(UTF_8);
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write("http://a.test/before\n".getBytes(UTF_8));
      for (int i = 0; i < 2_500; i++) {
        gzip.write(filler);
      }
      gzip.write("http://a.test/after\n".getBytes(UTF_8));
    }

    Sitemap sitemap = read(out.toByteArray());

    assertThat(sitemap.pages()).containsExactly("http://a.test/before");
  }

  @Test
  void ofASitemapThatBreaksOffTheWholeEntriesCount() throws IOException {
    byte[] xml = XML.getBytes(UTF_8);
    byte[] text = "http://a.test/1\nhttp://a.test/22".getBytes(UTF_8);
    byte[] zipped = gzip(text);

    Sitemap ofXml = cut(Arrays.copyOf(xml, xml.length - 20));
    Sitemap ofText = cut(Arrays.copyOf(text, text.length - 1));
    Sitemap ofZipped = read(Arrays.copyOf(zipped, zipped.length - 4));

    assertThat(ofXml.pages()).containsExactly("http://a.test/1");
    assertThat(ofText.pages()).containsExactly("http://a.test/1");
    assertThat(ofZipped.pages()).containsExactly("http://a.test/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<urlset",
        "\u0000",
        "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><urlset>&y;</urlset>"
      })
  void brokenSitemapListsNothing(String text) {
    Sitemap sitemap = read(text.getBytes(UTF_8));

    assertThat(sitemap).isEqualTo(Sitemap.EMPTY);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static Sitemap read(byte[] bytes) {
    return read(bytes, Truncation.NONE);
  }

  private static Sitemap cut(byte[] bytes) {
    return read(bytes, Truncation.BYTE_LIMIT);
  }

  private static Sitemap read(byte[] bytes, Truncation truncation) {
    return Sitemap.read(
        new FetchResult.Fetched(
            CrawlUrl.of("http://a.test/sitemap"),
            200,
            FetchResult.NO_HEADERS,
            Body.of(bytes),
            truncation,
            Duration.ZERO));
  }
}

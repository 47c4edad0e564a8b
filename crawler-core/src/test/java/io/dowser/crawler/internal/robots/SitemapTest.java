package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpHeaders;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
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
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1", "http://a.test/2");
    assertThat(read(gzip(XML.getBytes(UTF_8))).pages()).hasSize(2);
    assertThat(read("http://a.test/1\nhttp://a.test/2".getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1", "http://a.test/2");
    assertThat(read(index.getBytes(UTF_8)).sitemaps()).containsExactly("http://a.test/b.xml");
  }

  @Test
  void feedsAreReadWhateverTheirNamespaces() {
    String rss =
        "<rss><channel><link>http://a.test/</link><item><title>x</title>"
            + "<link> http://a.test/1?a&amp;b </link></item></channel></rss>";
    String atom =
        "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://a.test/'/>"
            + "<entry><link rel='edit' href='http://a.test/edit'/>"
            + "<link href='http://a.test/1'/></entry></feed>";
    String prefixed =
        "\n <?xml version='1.0' encoding='ISO-8859-1'?><!-- http://a.test/0 -->"
            + "<s:urlset><s:url><s:loc><![CDATA[http://a.test/1]]></s:loc>"
            + "<image:image><image:loc>http://a.test/i.png</image:loc></image:image></s:url>";

    assertThat(read(rss.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1?a&b");
    assertThat(read(atom.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1");
    assertThat(read(prefixed.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1");
    assertThat(read(("<?xml version='1.0'?>" + XML).getBytes(UTF_16)).pages()).hasSize(2);
    assertThat(read(XML.getBytes(UTF_16LE)).pages()).hasSize(2);
    assertThat(read(("\uFEFF\n" + XML).getBytes(UTF_8)).pages()).hasSize(2);
    assertThat(read("\uFEFFhttp://a.test/1\r\n".getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1");
  }

  @Test
  void newsAndImageExtensionsGiveWordsAndDates() {
    String xml =
        "<urlset xmlns:news='http://www.google.com/schemas/sitemap-news/0.9'"
            + " xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'>"
            + "<url><loc>http://a.test/1</loc><lastmod>2024-05</lastmod>"
            + "<news:news><news:publication><news:name>Paper</news:name></news:publication>"
            + "<news:publication_date>2024-06-01T10:00+02:00</news:publication_date>"
            + "<news:title>Lasers &amp; &lt;b&gt;light&lt;/b&gt;</news:title></news:news>"
            + "<i:image><i:loc>http://a.test/i.png</i:loc><i:caption>A ray</i:caption></i:image>"
            + "</url><url><loc>http://a.test/2</loc><lastmod>yesterday</lastmod></url>"
            + "<url><loc>http://a.test/3</loc><lastmod>2024-05-01T00:00:00.25Z</lastmod></url>";

    assertThat(read(xml.getBytes(UTF_8)).pages())
        .containsExactly(
            new Sitemap.Entry(
                "http://a.test/1", "Lasers &  light A ray", Instant.parse("2024-06-01T08:00:00Z")),
            new Sitemap.Entry("http://a.test/2", "", Instant.MIN),
            new Sitemap.Entry("http://a.test/3", "", Instant.parse("2024-05-01T00:00:00.25Z")));
  }

  @Test
  void entriesOfFeedsMayBeRelativeAndOnOtherHosts() {
    String rss =
        "<?xml version='1.0' encoding='GBK'?><rss version='2.0'><channel><title>no</title>"
            + "<item><title>\u6fc0\u5149</title><link>/1</link><enclosure url='/no.mp3'/>"
            + "<pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate></item>"
            + "<item><link>http://b.test/2</link><pubDate>3 Jun 2008 11:05:30 +0100</pubDate>"
            + "</item><item><title>no link</title></item></channel></rss>";
    String atom =
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>ray</title>"
            + "<link rel='self' href='/no'/><link rel='enclosure' href='/no.mp3'/>"
            + "<link rel='alternate' href='1' type='text/html'/><link href='/no'/>"
            + "<published>2005-07-31T12:29:29Z</published>"
            + "<updated>2005-08-01T00:00:00Z</updated></entry></feed>";

    assertThat(read(rss.getBytes(Charset.forName("GBK"))).pages())
        .containsExactly(
            new Sitemap.Entry("/1", "\u6fc0\u5149", Instant.parse("2003-06-10T04:00:00Z")),
            new Sitemap.Entry("http://b.test/2", "", Instant.parse("2008-06-03T10:05:30Z")));
    assertThat(read(atom.getBytes(UTF_8)).pages())
        .containsExactly(new Sitemap.Entry("1", "ray", Instant.parse("2005-08-01T00:00:00Z")));
  }

  @Test
  void entriesBeyondTheLimitAreLeftOut() {
    String entry = "<url><loc>http://a.test/</loc></url>";

    assertThat(read(("<urlset>" + entry.repeat(50_001)).getBytes(UTF_8)).pages()).hasSize(50_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</wrong>",
        "<url><loc>http://a.test/damaged</lo></url>",
        "<url><loc>http://a.test/damaged</loc>",
        "<url><loc>http://a.test/dam",
        "<url><loc http://a.test/damaged</loc></url>",
        "<url><loc a=\">http://a.test/damaged</loc></url>",
        "<ur",
        "</url></urlset>"
      })
  void entriesBehindADamagedOneAreRead(String damage) {
    String first = "<url><loc>http://a.test/first</loc></url>";
    String last = "<url><loc>http://a.test/last</loc></url>";

    assertThat(read(("<urlset>" + first + damage + last + "</urlset>").getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .startsWith("http://a.test/first")
        .endsWith("http://a.test/last");
  }

  @ParameterizedTest
  @ValueSource(strings = {"encoding='ISO-8859-1'", "encoding='no-such'", ""})
  void addressesAreDecodedAndMalformedOnesBreakNothing(String encoding) {
    String xml =
        "<?xml version='1.0' " + encoding + "?>" + XML.replace("a.test/1", "a.test/\u00E4");

    List<Sitemap.Entry> pages = read(xml.getBytes(ISO_8859_1)).pages();

    String first = encoding.contains("8859") ? "\u00E4" : "\uFFFD";
    assertThat(pages)
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/" + first, "http://a.test/2");
  }

  /** GB2312 is read as GB18030, which contains the second character of the title. */
  @ParameterizedTest
  @CsvSource({
    "'', text/xml; charset=gb2312",
    "'<?xml version=\"1.0\"?>', application/rss+xml;charset=\"GBK\"",
    "'<?xml version=\"1.0\" encoding=\"gb2312\"?>', text/xml",
    "'<?xml version=\"1.0\" encoding=\"GBK\"?>', text/xml; charset=utf-8"
  })
  void charsetOfTheHeaderCountsWhereTheTextDeclaresNone(String declaration, String contentType) {
    String rss = "<rss><item><title>\u6FC0\u9555</title><link>http://a.test/1</link></item></rss>";

    assertThat(read(contentType, (declaration + rss).getBytes(Charset.forName("GBK"))).pages())
        .extracting(Sitemap.Entry::words)
        .containsExactly("\u6FC0\u9555");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/xml; charset=no-such", "no type", "", "text/xml"})
  void withoutAKnownCharsetATextIsUtf8(String contentType) {
    String rss = "<rss><item><title>\u6FC0</title><link>http://a.test/1</link></item></rss>";

    assertThat(read(contentType, rss.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::words)
        .containsExactly("\u6FC0");
  }

  private static Sitemap read(String contentType, byte[] bytes) {
    return Sitemap.read(
        new FetchResult.Fetched(
            CrawlUrl.of("http://a.test/feed"),
            200,
            HttpHeaders.of(Map.of("content-type", List.of(contentType)), (name, value) -> true),
            Body.of(bytes),
            Truncation.NONE,
            Duration.ZERO));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Wed, 02 Oct 2002 13:00:00 UTC | 2002-10-02T13:00:00Z",
        "Wed, 02 Oct 2002 13:00:00 UT | 2002-10-02T13:00:00Z",
        "Wed, 02 Oct 2002 13:00:00 Z | 2002-10-02T13:00:00Z",
        "Wed, 02 Oct 2002 13:00:00 EST | 2002-10-02T18:00:00Z",
        "Wednesday, 2 October 2002 13:00 PDT | 2002-10-02T20:00:00Z",
        "2 Oct 02 13:00:00 +0800 | 2002-10-02T05:00:00Z",
        "Tue, 31 Jan 17 10:00:00 GMT | 2017-01-31T10:00:00Z",
        "Fri, 31 Dec 99 23:00:00 -01:00 | 2000-01-01T00:00:00Z",
        "2004-07-08 23:56:58 | 2004-07-08T23:56:58Z",
        "2004-07-08 23:56:58 +0800 | 2004-07-08T15:56:58Z",
        "2004-07-08T23:56:58+0800 | 2004-07-08T15:56:58Z",
        "2004-07-08T23:56:58.5z | 2004-07-08T23:56:58.5Z",
        "2004-07-08 | 2004-07-08T00:00:00Z",
        "soon | -1000000000-01-01T00:00:00Z"
      })
  void datesAreReadInTheFormsThatFeedsHave(String written, Instant date) {
    String rss = "<rss><item><link>/1</link><pubDate> " + written + "\n</pubDate></item></rss>";

    assertThat(read(rss.getBytes(UTF_8)).pages())
        .containsExactly(new Sitemap.Entry("/1", "", date));
  }

  @Test
  void imageOfAnItemIsNoEntry() {
    String rss =
        "<rss><channel><image><url>http://a.test/i.png</url><title>no</title></image>"
            + "<item><title>yes</title><link>http://a.test/1</link>"
            + "<image><url>http://a.test/i.png</url><link>http://a.test/no</link></image>"
            + "</item></channel></rss>";

    assertThat(read(rss.getBytes(UTF_8)).pages())
        .containsExactly(new Sitemap.Entry("http://a.test/1", "yes", Instant.MIN));
  }

  @Test
  void relativeAddressesOfAFeedReferToItsBase() {
    String atom =
        "<feed xml:base='http://b.test/blog/'><entry xml:base='2024/'><link href='1'/></entry>"
            + "<entry><link href='2' xml:base='/x/'/></entry><entry><link href='3'/></entry>"
            + "<entry><link href='http://c.test/4'/></entry></feed>";

    assertThat(read(atom.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly(
            "http://b.test/blog/2024/1",
            "http://b.test/x/2",
            "http://b.test/blog/3",
            "http://c.test/4");
  }

  /** Each slip would end an XML parser. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a.test/1?a=1&x=2 | http://a.test/1?a=1&x=2",
        "http://a.test/1?a=1&amp;x=2&lt=3 | http://a.test/1?a=1&x=2&lt=3",
        "http://a.test/&raquo;&nosuch;&AMP; | http://a.test/\u00BB&nosuch;&",
        "http://a.test/&#233;&#x4E2D;&#0;&#xFFFF; | http://a.test/\u00E9\u4E2D\uFFFD\uFFFF",
        "http://a.test/\u0001\u000B1 | http://a.test/  1",
        "http://a.test/1 < 2 | http://a.test/1 < 2",
        "<![CDATA[http://a.test/?a&b<c&nbsp;]]> | http://a.test/?a&b<c&nbsp;"
      })
  void slipsInTheXmlLoseNoEntry(String written, String address) {
    String entry = "<url><loc>" + written + "</loc></url>";
    String last = "<url><loc>http://a.test/last</loc></url>";

    for (int shift = 0; shift < 60; shift++) { // across the ends of buffers
      String filler = "<!--" + "x".repeat(8_150 - 60 + shift) + "-->";
      assertThat(read(("<urlset>" + filler + entry + last + "</urlset>").getBytes(UTF_8)).pages())
          .as("shift %d", shift)
          .extracting(Sitemap.Entry::address)
          .containsExactly(address, "http://a.test/last");
    }
  }

  @Test
  void guidIsTheAddressOfAnItemWithoutALinkUnlessItSaysOtherwise() {
    String rss =
        "<rss><channel><guid>http://a.test/channel</guid>"
            + "<item><guid>http://a.test/1</guid></item>"
            + "<item><guid isPermaLink='true'> http://a.test/2 </guid></item>"
            + "<item><guid isPermaLink='false'>http://a.test/no</guid></item>"
            + "<item><guid>tag:a.test,2026:no</guid></item>"
            + "<item><title>no</title></item>"
            + "<item><guid>http://a.test/no</guid><link>http://a.test/3</link></item>"
            + "<item><link>http://a.test/4</link><guid>http://a.test/no</guid></item>"
            + "</channel></rss>";

    assertThat(read(rss.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly(
            "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4");
  }

  /** 51 KB that inflate to 20 MiB and more. The bound is what the thread allocates. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<url><loc>http://a.test/</loc></url>",
        "<sitemap><loc>http://a.test/</loc></sitemap>",
        "<url>",
        "<url a='' b=''></url>",
        "<!--x-->",
        "x",
        "<loc>",
        "http://a.test/\n",
        "http://a.test/a"
      })
  void compressedSitemapTakesLittleMemoryWhateverItHolds(String unit) throws IOException {
    String start = unit.startsWith("h") ? "" : "<urlset><loc>";
    byte[] bomb = gzip((start + unit.repeat(30_000_000 / unit.length())).getBytes(UTF_8));
    read(XML.getBytes(UTF_8));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    Sitemap sitemap = read(bomb);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000_000);
    assertThat(sitemap.pages().size() + sitemap.sitemaps().size()).isLessThanOrEqualTo(50_000);
  }

  @Test
  void longAddressesAreReadAsFarAsTheLimitOfAllTogether() {
    String line = "http://a.test/" + "x".repeat(5_000) + "\n";

    assertThat(read(line.repeat(3_000).getBytes(UTF_8)).pages()).hasSize(1_046);
  }

  @Test
  void linesThatAreNoAbsoluteAddressesAreLeftOut() {
    String text = "/1\nhttp://b.test/2\n# HTTPS://a.test/3\nHTTPS://a.test/4";

    assertThat(read(text.getBytes(UTF_8)).pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://b.test/2", "HTTPS://a.test/4");
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

    assertThat(sitemap.pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/before");
  }

  @Test
  void ofASitemapThatIsAbortedTheWholeEntriesCount() throws IOException {
    byte[] xml = XML.getBytes(UTF_8);
    byte[] text = "http://a.test/1\nhttp://a.test/22".getBytes(UTF_8);
    byte[] zipped = gzip(text);

    Sitemap ofXml = cut(Arrays.copyOf(xml, xml.length - 20));
    Sitemap ofText = cut(Arrays.copyOf(text, text.length - 1));
    Sitemap ofZipped = read(Arrays.copyOf(zipped, zipped.length - 4));

    assertThat(ofXml.pages()).extracting(Sitemap.Entry::address).containsExactly("http://a.test/1");
    assertThat(ofText.pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1");
    assertThat(ofZipped.pages())
        .extracting(Sitemap.Entry::address)
        .containsExactly("http://a.test/1");
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
    return Sitemap.read(fetched(CrawlUrl.of("http://a.test/sitemap"), bytes, truncation));
  }

  private static FetchResult.Fetched fetched(CrawlUrl url, byte[] bytes, Truncation truncation) {
    return new FetchResult.Fetched(
        url, 200, FetchResult.NO_HEADERS, Body.of(bytes), truncation, Duration.ZERO);
  }
}

package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.robots.Sitemap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sitemaps and feeds with one damaged entry: those that do not touch it are read. */
class ListFuzzTest {

  private static final int ENTRIES = 8;
  private static final CrawlUrl LIST = CrawlUrl.of("http://a.test/list");

  /** Lists by their beginning, an entry and their end. */
  enum Form {
    SITEMAP(
        "<?xml version='1.0' encoding='UTF-8'?>\n<urlset xmlns='http://www.sitemaps.org/x'>\n",
        "<url><loc>http://a.test/N</loc><lastmod>2026-01-01</lastmod>"
            + "<image:image><image:loc>http://a.test/i</image:loc></image:image></url>\n",
        "</urlset>"),
    INDEX(
        "<sitemapindex>",
        "<sitemap><loc>http://a.test/N</loc><lastmod>2026-01-01</lastmod></sitemap>\n",
        "</sitemapindex>"),
    RSS(
        "<rss version='2.0'><channel><title>x</title><link>http://a.test/</link>\n",
        "<item><title>T &amp; u</title><link>http://a.test/N</link><guid isPermaLink=\"false\">7</guid>"
            + "<pubDate>Fri, 5 Jan 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;</description>"
            + "</item>\n",
        "</channel></rss>"),
    ATOM(
        "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='/list'/>\n",
        "<entry><title type=\"html\">T</title><link rel=\"alternate\" href=\"http://a.test/N\"/>"
            + "<updated>2024-01-05T10:00:00Z</updated><author><name>x</name></author></entry>\n",
        "</feed>"),
    LINES("", "http://a.test/N\n", "");

    private final String begin;
    private final String entry;
    private final String end;

    Form(String begin, String entry, String end) {
      this.begin = begin;
      this.entry = entry;
      this.end = end;
    }

    byte[] entry(int number) {
      return entry.replace("N", String.valueOf(number)).getBytes(UTF_8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void entriesBesideADamagedOneAreRead(Form form) {
    FuzzCases.run(400, random -> check(form, random));
  }

  private static void check(Form form, SplittableRandom random) throws IOException {
    int damaged = 1 + random.nextInt(ENTRIES - 2);
    var list = new ByteArrayOutputStream();
    list.writeBytes(form.begin.getBytes(UTF_8));
    for (int i = 0; i < ENTRIES; i++) {
      byte[] entry = form.entry(i);
      list.write(i == damaged ? new Mutations(random).damage(entry) : entry);
    }
    list.writeBytes(form.end.getBytes(UTF_8));

    Sitemap sitemap = Sitemap.read(fetched(list.toByteArray()));

    List<String> read =
        form == Form.INDEX
            ? sitemap.sitemaps()
            : sitemap.pages().stream().map(Sitemap.Entry::address).toList();
    assertThat(read)
        .as("of %s", list.toString(UTF_8))
        .containsAll(
            IntStream.range(0, ENTRIES)
                .filter(i -> i != damaged && i != damaged + 1)
                .mapToObj(i -> "http://a.test/" + i)
                .toList());
  }

  private static FetchResult.Fetched fetched(byte[] body) {
    return new FetchResult.Fetched(
        LIST,
        200,
        HttpHeaders.of(Map.of(), (name, value) -> true),
        Body.of(body),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }
}

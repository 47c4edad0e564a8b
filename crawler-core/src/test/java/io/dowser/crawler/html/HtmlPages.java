package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Pages for tests: written in the test, or from the directory of real corpora. */
final class HtmlPages {

  static final CrawlUrl URL = CrawlUrl.of("http://a.example/dir/page.html");

  private static final HtmlPageAnalyzer ANALYZER =
      HtmlPageAnalyzer.create().withTextAnalyzer(TextAnalyzer.PLAIN);

  private HtmlPages() {}

  static AnalyzedPage analyze(String html) {
    return analyze(ANALYZER, html);
  }

  static AnalyzedPage analyze(HtmlPageAnalyzer analyzer, String html) {
    return analyze(analyzer, html.getBytes(UTF_8), Map.of("content-type", "text/html"));
  }

  static AnalyzedPage analyze(byte[] body, String contentType) {
    return analyze(ANALYZER, body, Map.of("content-type", contentType));
  }

  static AnalyzedPage analyze(HtmlPageAnalyzer analyzer, byte[] body, Map<String, String> headers) {
    return analyzer.analyze(fetched(URL, body, headers), Candidate.seed(URL, 0));
  }

  static FetchResult.Fetched fetched(CrawlUrl url, byte[] body, Map<String, String> headers) {
    var lists = new LinkedHashMap<String, List<String>>();
    headers.forEach((name, value) -> lists.put(name, List.of(value.split("\n", -1))));
    return new FetchResult.Fetched(
        url,
        200,
        HttpHeaders.of(lists, (name, value) -> true),
        Body.of(body),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  /** The targets of the links as text. */
  static List<String> targets(AnalyzedPage page) {
    return page.links().stream().map(link -> link.target().toString()).toList();
  }

  static List<String> anchors(AnalyzedPage page) {
    return page.links().stream().map(Link::anchorText).toList();
  }

  /** All files of an archive of the corpora, by their names. */
  static Map<String, byte[]> zip(String name) {
    var files = new LinkedHashMap<String, byte[]>();
    try (var zip = new ZipInputStream(Files.newInputStream(corpus(name)))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory()) {
          files.put(entry.getName(), zip.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** The first real pages of one corpus, as bytes. */
  static List<byte[]> real(String name, String field, int count) {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(corpus(name))), UTF_8))) {
      boolean bytesAsLatin = field.equals("body");
      return reader
          .lines()
          .limit(count)
          .map(line -> text(line, field).getBytes(bytesAsLatin ? ISO_8859_1 : UTF_8))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path corpus(String name) {
    Path file = Path.of(System.getProperty("dowser.data", "absent"), name);
    assumeTrue(Files.isRegularFile(file), () -> "real data absent: " + file);
    return file;
  }

  private static String text(String line, String field) {
    JsonObject object = JsonParser.parseString(line).getAsJsonObject();
    return object.get(field).getAsString();
  }
}

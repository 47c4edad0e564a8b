package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.corpora.CorpusFiles.Fields;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.zip.ZipFile;

/** Pages of the corpora as a judge sees them, title and main text, with what they are about. */
final class LabelledPages {

  private static final CrawlUrl ADDRESS = CrawlUrl.of("http://page.example/");
  private static final HtmlPageAnalyzer ANALYZER = HtmlPageAnalyzer.create();
  private static final Path MANUALS =
      Path.of("../crawler-lab/src/main/resources/web/manuals.zip").toAbsolutePath();

  private LabelledPages() {}

  /**
   * A page.
   *
   * @param page title and main text
   * @param subjects labels, categories, or the name of the page's file
   */
  record Labelled(AnalyzedPage page, List<String> subjects) {}

  static List<Labelled> of(String corpus) {
    return switch (corpus) {
      case "webkb" -> webKb();
      case "wikispeedia" -> wikispeedia();
      case "zh-docs" -> chineseManuals();
      case "zh-news" -> chineseNews();
      case "zh-headlines" -> headlines();
      case "four manuals" -> fourManuals();
      case "postgresql" -> postgresql();
      default -> throw new IllegalArgumentException(corpus);
    };
  }

  private static List<Labelled> webKb() {
    return CorpusFiles.objects("webkb/cornell-texas.jsonl.gz").stream()
        .map(page -> new Labelled(html(page.get("body")), List.of(page.get("label"))))
        .toList();
  }

  private static List<Labelled> wikispeedia() {
    Wikispeedia wiki = Wikispeedia.read();
    return wiki.links().keySet().stream()
        .map(
            name ->
                new Labelled(
                    text(Wikispeedia.title(name), wiki.glosses().getOrDefault(name, "")),
                    wiki.categories().getOrDefault(name, List.of())))
        .toList();
  }

  private static List<Labelled> chineseManuals() {
    return CorpusFiles.objects("zh-docs/pages.jsonl.gz").stream()
        .map(page -> new Labelled(html(page.get("html")), List.of(file(page.get("url")))))
        .toList();
  }

  private static String file(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  private static List<Labelled> chineseNews() {
    return CorpusFiles.objects("zh-news/articles.jsonl.gz").stream()
        .map(page -> new Labelled(text(page.get("title"), page.get("body")), channels(page)))
        .toList();
  }

  private static List<String> channels(Fields page) {
    return page.get("storm").equals("0")
        ? List.of(page.get("channel"))
        : List.of(page.get("channel"), "storm");
  }

  private static List<Labelled> headlines() {
    return CorpusFiles.rows("zh-headlines/headlines.tsv.gz").stream()
        .filter(row -> row[0].equals("toutiao"))
        .map(row -> new Labelled(text(row[2], ""), List.of(row[1])))
        .toList();
  }

  private static List<Labelled> fourManuals() {
    try (var zip = new ZipFile(MANUALS.toFile())) {
      var pages = new ArrayList<Labelled>();
      for (var entry : zip.stream().toList()) {
        String html = new String(zip.getInputStream(entry).readAllBytes(), UTF_8);
        pages.add(new Labelled(html(html), List.of(entry.getName())));
      }
      return pages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pages of a manual without navigation, as the wikis made of it have them. */
  private static List<Labelled> postgresql() {
    Path file = Path.of(System.getProperty("dowser.manual", "no-manual"));
    assumeTrue(Files.isRegularFile(file), "the manual " + file + " is absent (dowser.manual)");
    var pages = new ArrayList<Labelled>();
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      var fields = new HashMap<String, String>();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String field = parser.currentName();
          if (parser.nextToken() == JsonToken.VALUE_STRING) {
            fields.put(field, parser.getText());
          } else {
            parser.skipChildren();
          }
        }
        pages.add(
            new Labelled(
                text(fields.getOrDefault("title", ""), fields.getOrDefault("text", "")),
                List.of(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  private static AnalyzedPage html(String html) {
    AnalyzedPage page =
        ANALYZER.analyze(CrawlFixtures.fetched(ADDRESS, html), Candidate.seed(ADDRESS, 0));
    String main = page.attributes().mainText();
    return main.isEmpty() ? page : text(page.title(), main);
  }

  private static AnalyzedPage text(String title, String text) {
    return AnalyzedPage.builder(Candidate.seed(ADDRESS, 0))
        .title(title)
        .text(title + "\n")
        .text(text)
        .build();
  }
}

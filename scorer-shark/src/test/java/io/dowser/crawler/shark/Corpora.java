package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/** The corpora under {@code dowser.data} as webs; see the README there. */
final class Corpora {

  private static final String WIKI = "http://wikispeedia.example/";

  private final Path data;

  Corpora(Path data) {
    this.data = data;
  }

  /** Two departments; the label is that of the set. */
  ReplayWeb webkb(TextAnalyzer tokens) throws IOException {
    var web = ReplayWeb.builder();
    for (Map<String, String> page : jsonLines("webkb/cornell-texas.jsonl.gz")) {
      web.page(field(page, "url"), field(page, "label"), field(page, "body"));
    }
    return web.build(List.of("http://www.cs.cornell.edu/", "http://www.cs.utexas.edu/"), tokens);
  }

  /** Pages of one label from other universities, to fit thresholds with. */
  List<String> webkbSamples(String label, int most) throws IOException {
    return jsonLines("webkb/misc.jsonl.gz").stream()
        .filter(page -> field(page, "label").equals(label))
        .map(page -> field(page, "body"))
        .limit(most)
        .toList();
  }

  /** Three manuals; the label is the beginning of the file name. */
  ReplayWeb zhDocs(TextAnalyzer tokens) throws IOException {
    var web = ReplayWeb.builder();
    for (Map<String, String> page : jsonLines("zh-docs/pages.jsonl.gz")) {
      String url = field(page, "url");
      String[] name = url.substring(url.lastIndexOf('/') + 1).split("[-.]", 3);
      String label = name.length > 1 ? name[0] + "-" + name[1] : name[0];
      web.page(url, label, field(page, "html"));
    }
    return web.build(
        List.of(
            "https://docs.gimp.org/2.10/zh_CN/index.html",
            "https://lilypond.org/doc/v2.24/Documentation/web/index.zh.html",
            "https://www.debian.org/doc/manuals/debian-reference/index.zh-cn.html"),
        tokens);
  }

  /** Articles with title, gloss and titled links in random order; the label is all categories. */
  ReplayWeb wikispeedia(TextAnalyzer tokens, long seed, String start) throws IOException {
    var random = new Random(seed);
    Map<String, List<String>> links = new LinkedHashMap<>();
    rows("articles").forEach(row -> links.put(row[0], new ArrayList<>()));
    rows("links").forEach(row -> requireNonNull(links.get(row[0]), row[0]).add(row[1]));
    Map<String, String> categories = new HashMap<>();
    rows("categories").forEach(row -> categories.merge(row[0], row[1], (a, b) -> a + " " + b));
    Map<String, String> glosses = new HashMap<>();
    rows("wordnet_glosses").forEach(row -> glosses.put(row[0], row[1]));
    var web = ReplayWeb.builder();
    links.forEach(
        (name, targets) -> {
          Collections.shuffle(targets, random);
          web.page(
              WIKI + name,
              categories.getOrDefault(name, ""),
              article(name, glosses.getOrDefault(name, ""), targets));
        });
    return web.build(List.of(WIKI + start), tokens);
  }

  private static String article(String name, String gloss, List<String> targets) {
    List<WebLink> links =
        targets.stream().map(target -> WebLink.to(WIKI + target, title(target))).toList();
    var url = CrawlUrl.of("http://article.example/"); // not written
    return new WebPage(url, title(name), gloss, links).toHtml();
  }

  private static String title(String name) {
    return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8).replace('_', ' ');
  }

  private static String field(Map<String, String> page, String name) {
    return requireNonNull(page.get(name), name);
  }

  private List<String[]> rows(String file) throws IOException {
    try (BufferedReader lines = open("wikispeedia/" + file + ".tsv.gz")) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    }
  }

  private List<Map<String, String>> jsonLines(String file) throws IOException {
    List<Map<String, String>> objects = new ArrayList<>();
    try (BufferedReader lines = open(file);
        JsonParser parser = new JsonFactory().createParser(lines)) {
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> fields = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getText());
        }
        objects.add(fields);
      }
    }
    return objects;
  }

  private BufferedReader open(String file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(data.resolve(file))), StandardCharsets.UTF_8));
  }
}

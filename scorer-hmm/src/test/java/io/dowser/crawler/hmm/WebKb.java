package io.dowser.crawler.hmm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** The pages of one of the two linked computer science departments of the WebKB corpus. */
final class WebKb {

  final ReplayWeb web = new ReplayWeb(MixedScriptAnalyzer.create());
  final CrawlUrl seed;
  private final Map<CrawlUrl, String> labels = new HashMap<>();
  private Set<CrawlUrl> reachable = Set.of();

  private WebKb(String university) {
    this.seed =
        CrawlUrl.of(
            "http://www.cs." + (university.equals("texas") ? "utexas" : university) + ".edu/");
    Path file = Path.of(System.getProperty("dowser.data", "none"), "webkb/cornell-texas.jsonl.gz");
    assumeTrue(Files.isReadable(file), "the WebKB pages are absent: " + file);
    try (var in = new GZIPInputStream(Files.newInputStream(file));
        JsonParser parser = new JsonFactory().createParser(in)) {
      while (parser.nextToken() != null) {
        read(parser, university);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.reachable = web.reachable(seed);
  }

  static WebKb of(String university) {
    return new WebKb(university);
  }

  private void read(JsonParser parser, String university) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, parser.getText());
    }
    String body = fields.getOrDefault("body", "");
    String label = fields.getOrDefault("label", "");
    if (university.equals(fields.get("university"))) {
      UrlCanonicalizer.standard()
          .canonicalize(fields.getOrDefault("url", ""))
          .filter(url -> web.find(url).isEmpty())
          .ifPresent(
              url -> {
                web.add(url, body);
                labels.put(url, label);
              });
    }
  }

  /** The pages that can be reached from the front page. */
  Set<CrawlUrl> reachable() {
    return reachable;
  }

  /** Those of them that have a label. */
  Set<CrawlUrl> labelled(String label) {
    Set<CrawlUrl> found = new LinkedHashSet<>(reachable);
    found.removeIf(url -> !isLabelled(url, label));
    return found;
  }

  boolean isLabelled(CrawlUrl url, String label) {
    return label.equals(labels.get(url));
  }

  /** All pages, as training material for one label. Links lead to the form of the page. */
  TrainingSet trainingSet(String label) {
    TrainingSet.Builder builder = TrainingSet.builder();
    for (CrawlUrl url : reachable) {
      AnalyzedPage page = web.page(url);
      TrainingSet.Page made = TrainingSet.Page.of(page, isLabelled(url, label));
      builder.page(
          new TrainingSet.Page(
              url,
              made.terms(),
              made.links().stream()
                  .flatMap(
                      link ->
                          web.find(link.target()).stream()
                              .map(found -> new TrainingSet.Page.OutLink(found, link.anchor())))
                  .toList(),
              made.target()));
    }
    return builder.build();
  }
}

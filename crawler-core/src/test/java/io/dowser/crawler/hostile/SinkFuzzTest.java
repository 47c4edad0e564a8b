package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.archive.LuceneSink;
import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Titles and texts with unpaired surrogates and control characters, which readers of documents and
 * plugins hand over, in all that a crawl writes: each page is there and can be read.
 */
class SinkFuzzTest {

  private static final String HOST = "http://a.test/";

  @TempDir Path directory;

  @Test
  void eachPageIsInAllThatACrawlWrites() throws Exception {
    long[] seeds = FuzzCases.seeds(300).toArray();
    Path markdown = directory.resolve("markdown");
    Path json = directory.resolve("pages.jsonl");
    Path crawl = directory.resolve("crawl");
    MarkdownSink texts = MarkdownSink.in(markdown);
    CrawlReport report;
    try (Crawler crawler =
        Crawler.builder()
            .seed(HOST + seeds[0])
            .topic(Topic.of("tides"))
            .fetcher(web(seeds).fetcher())
            .strategy(
                Strategy.builder()
                    .pageAnalyzer(new OddPages(seeds[0], seeds[seeds.length - 1]))
                    .traps(TrapRules.NONE)
                    .build())
            .directory(crawl)
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .persistence(
                Persistence.builder()
                    .pageSink(
                        PageSink.all(
                            JsonLinesSink.to(json),
                            texts,
                            WarcSink.in(directory.resolve("warc")).withContent(),
                            LuceneSink.in(directory.resolve("index"))))
                    .build())
            .build()) {
      report = crawler.run().orThrow();
    }
    report.writeHtml(directory.resolve("report.html"));

    Map<String, JsonObject> lines = new HashMap<>();
    for (String line : Files.readAllLines(json)) {
      JsonObject page = JsonParser.parseString(line).getAsJsonObject();
      lines.put(page.get("url").getAsString(), page);
    }
    assertThat(lines).hasSize(seeds.length);
    for (long seed : seeds) {
      FuzzCases.run(seed, random -> checkJson(lines.get(HOST + seed), random));
      FuzzCases.run(seed, random -> checkMarkdown(texts.fileOf(CrawlUrl.of(HOST + seed))));
    }
    try (var replay = ReplayFetcher.builder(directory.resolve("warc")).open()) {
      assertThat(replay.pages()).isEqualTo(seeds.length);
      assertThat(replay.fetch(FetchRequest.of(CrawlUrl.of(HOST + seeds[0]))))
          .isInstanceOf(FetchResult.Fetched.class);
    }
    try (var index = DirectoryReader.open(FSDirectory.open(directory.resolve("index")))) {
      assertThat(index.numDocs()).isEqualTo(seeds.length);
    }
    try (CrawlHistory history = CrawlHistory.open(crawl)) {
      assertThat(history.visits(1, Long.MAX_VALUE)).hasSize(seeds.length);
      history.writeHtml(directory.resolve("history.html"));
    }
    assertThat(Files.readString(directory.resolve("history.html"))).endsWith("</html>\n");
    assertThat(Files.readString(directory.resolve("report.html"))).endsWith("</html>\n");
  }

  private static InMemoryWeb web(long[] seeds) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (long seed : seeds) {
      web.page(HOST + seed, "", "tides");
    }
    return web.build();
  }

  private static void checkJson(JsonObject page, SplittableRandom random) {
    var texts = new Mutations(random);
    String title =
        AnalyzedPage.builder(Candidate.seed(CrawlUrl.of(HOST), 0))
            .title(texts.oddText("Tides"))
            .build()
            .title();
    assertThat(page.get("title").getAsString()).isEqualTo(whole(title));
    assertThat(page.get("authors").getAsJsonArray().get(0).getAsString())
        .isEqualTo(whole(texts.oddText("A. Sea")));
  }

  private static void checkMarkdown(Path file) throws IOException {
    List<String> lines = List.of(Files.readString(file).split("\n", -1));
    assertThat(lines.get(0)).isEqualTo("---");
    int end = lines.subList(1, lines.size()).indexOf("---");
    for (String line : lines.subList(1, 1 + end)) {
      assertThat(line).matches("[a-z]+: .+");
      String value = line.substring(line.indexOf(' '));
      assertThatNoException().as(line).isThrownBy(() -> JsonParser.parseString(value));
    }
  }

  /** Returns a text as UTF-8 has it. */
  private static String whole(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }

  /** Reads pages as a plugin does that checks nothing; each links to ten others. */
  private record OddPages(long first, long last) implements PageAnalyzer {

    @Override
    public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate candidate) {
      long seed = Long.parseLong(fetched.url().path().substring(1));
      var texts = new Mutations(new SplittableRandom(seed));
      AnalyzedPage.Builder page = AnalyzedPage.builder(candidate).title(texts.oddText("Tides"));
      String author = texts.oddText("A. Sea");
      String text = texts.oddText("Tides rise, tides fall");
      page.text(text);
      long next = first + 10 * (seed - first) + 1;
      for (long linked = next; linked < next + 10 && linked <= last; linked++) {
        page.link(CrawlUrl.of(HOST + linked), texts.oddText("next tides"));
      }
      return page.attributes(
              () ->
                  new PageAttributes(
                      "",
                      author,
                      texts.oddText("of tides"),
                      Map.of(),
                      List.of(),
                      Optional.of(OffsetDateTime.MIN),
                      Optional.empty(),
                      List.of(author),
                      Optional.empty(),
                      author,
                      List.of(author),
                      Map.of("title", author),
                      List.of(),
                      List.of(),
                      text,
                      text,
                      Map.of("odd", List.of(text)),
                      Map.of("odd:number", List.of(text))))
          .build();
    }
  }
}

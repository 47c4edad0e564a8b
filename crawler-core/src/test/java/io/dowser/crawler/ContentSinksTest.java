package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.archive.LuceneSink;
import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.KilledProcess;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.QueryBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sinks that write what pages hold: JSON lines, Markdown, a Lucene index. */
@Tag("slow")
class ContentSinksTest {

  private static final int PAGES = 300;

  @TempDir Path directory;

  @Test
  void killedCrawlLeavesEachPageOnceInEachSink() throws Exception {
    Path output = directory.resolve("output");
    Path store = directory.resolve("crawl");
    for (int kill = 1; kill <= 2; kill++) {
      int pages = kill * PAGES / 3;
      assertThat(start(output, store).killOnce(() -> files().size() >= pages)).isTrue();
    }
    // as if the process had died within a line
    Files.writeString(jsonLines(), "{\"url\":\"http://half", StandardOpenOption.APPEND);
    start(output, store).awaitEnd();

    List<String> visited = StoredCrawls.visited(store);
    assertThat(visited).hasSize(PAGES);
    Set<String> urls = new TreeSet<>(visited);
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(jsonLines())) {
      lines.add(JsonParser.parseString(line).getAsJsonObject().get("url").getAsString());
    }
    assertThat(lines).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(urls);
    assertThat(files()).hasSize(PAGES);
    assertThat(indexed()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(urls);
  }

  private static KilledProcess start(Path output, Path store) {
    return KilledProcess.start(ContentSinksTest.class, output, store.toString());
  }

  /** Runs the crawl of a random web, or resumes it. */
  public static void main(String[] arguments) {
    Path store = Path.of(arguments[0]);
    RandomWeb web = RandomWeb.builder(5).pages(PAGES).hosts(20).linksPerPage(10).build();
    try (var all = new AllSinks(store.resolveSibling("sinks"))) {
      Crawls.run(
          Crawls.of(web)
              .persistence(Persistence.builder().commitVisits(50).pageSink(all).build())
              .directory(store));
    }
  }

  /** Writes to the three sinks, the one that the test watches last. */
  private record AllSinks(List<PageSink> sinks) implements PageSink {

    AllSinks(Path directory) {
      this(
          List.of(
              JsonLinesSink.to(created(directory).resolve("pages.jsonl")),
              LuceneSink.in(directory.resolve("index")),
              MarkdownSink.in(directory.resolve("markdown"))));
    }

    private static Path created(Path directory) {
      assertThat(directory.toFile().isDirectory() || directory.toFile().mkdirs()).isTrue();
      return directory;
    }

    @Override
    public void page(Visit visit) throws IOException {
      for (PageSink sink : sinks) {
        sink.page(visit);
      }
    }

    @Override
    public void flush() throws IOException {
      for (PageSink sink : sinks) {
        sink.flush();
      }
    }

    @Override
    public void close() {
      sinks.forEach(
          sink -> {
            try {
              sink.close();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private Path jsonLines() {
    return directory.resolve("sinks/pages.jsonl");
  }

  private List<Path> files() throws IOException {
    Path markdown = directory.resolve("sinks/markdown");
    if (!Files.isDirectory(markdown)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(markdown)) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  private List<String> indexed() throws IOException {
    try (var index = DirectoryReader.open(FSDirectory.open(directory.resolve("sinks/index")))) {
      return live(index);
    }
  }

  private static List<String> live(DirectoryReader index) throws IOException {
    List<String> urls = new ArrayList<>();
    var all = new MatchAllDocsQuery();
    for (ScoreDoc each : new IndexSearcher(index).search(all, index.maxDoc()).scoreDocs) {
      urls.add(index.storedFields().document(each.doc).get("url"));
    }
    return urls;
  }

  @Test
  void lineHasWhatThePageHolds() throws Exception {
    try (PageSink sink = JsonLinesSink.to(directory.resolve("pages.jsonl"))) {
      sink.page(
          visit(
              "潮汐 \"tide\"", "<meta name=author content='A. Sea'><p>The laser rises &amp; falls."));
    }
    List<String> lines = Files.readAllLines(directory.resolve("pages.jsonl"));
    assertThat(lines).hasSize(1);
    JsonObject line = JsonParser.parseString(lines.get(0)).getAsJsonObject();
    assertThat(line.get("url").getAsString()).isEqualTo("http://a.test/");
    assertThat(line.get("title").getAsString()).isEqualTo("潮汐 \"tide\"");
    assertThat(line.get("authors").getAsJsonArray()).hasSize(1);
    assertThat(line.get("text").getAsString()).isEqualTo("The laser rises & falls.");
    assertThat(line.get("version").getAsInt()).isEqualTo(1);
    assertThat(line.has("published")).isFalse();
  }

  @Test
  void fileOfOtherLinesIsRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("other.jsonl"), "{\"a\":1}\n");

    assertThatThrownBy(() -> JsonLinesSink.to(file))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("other.jsonl")
        .hasMessageContaining("line 1");
    assertThat(file).hasContent("{\"a\":1}\n");
  }

  @Test
  void markdownBeginsWithFrontMatter() throws Exception {
    MarkdownSink sink = MarkdownSink.in(directory);
    sink.page(visit("A: \"b\" #c", "<h1>One</h1><p>The laser rises and falls <b>twice</b>."));

    assertThat(Files.readString(sink.fileOf(CrawlUrl.of("http://a.test/"))))
        .startsWith("---\nurl: \"http://a.test/\"\ntitle: \"A: \\\"b\\\" #c\"\n")
        .endsWith("\n---\n\n# One\n\nThe laser rises and falls **twice**.\n");
  }

  @Test
  void namesOfFilesAreAllowedOnAllSystemsAndDiffer() {
    MarkdownSink sink = MarkdownSink.in(directory);
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String path :
        List.of("", "a", "A", "a/", "a?b=1", "a?b=2", "con", "%E6%BD%AE", "x".repeat(3_000))) {
      String name = sink.fileOf(CrawlUrl.of("http://a.test/" + path)).getFileName().toString();
      assertThat(name).matches("[a-z0-9][a-z0-9-]{1,115}\\.md");
      assertThat(names.add(name)).as(name).isTrue();
    }
  }

  @Test
  void indexFindsChineseWordsAndEnglishStems() throws Exception {
    try (LuceneSink sink = LuceneSink.in(directory)) {
      sink.page(visit("Tides", "<p>The laser rises and falls on the coasts. 潮汐是海水的涨落现象。"));
      sink.page(visit("Tides", "<p>The laser rises and falls on the coasts. 潮汐是海水的涨落现象。"));
    }
    try (var index = DirectoryReader.open(FSDirectory.open(directory))) {
      assertThat(index.numDocs()).isEqualTo(1);
      assertThat(hits(index, "coast")).containsExactly("http://a.test/");
      assertThat(hits(index, "海水")).containsExactly("http://a.test/");
      assertThat(hits(index, "mountain")).isEmpty();
    }
  }

  /** Lucene takes no term of more than 32,766 bytes, and a sink that fails ends the crawl. */
  @Test
  void pageThatDeclaresALanguageOfImmenseLengthIsIndexed() throws Exception {
    String language = "x".repeat(40_000);
    try (LuceneSink sink = LuceneSink.in(directory)) {
      sink.page(
          visit("Tides", "<meta http-equiv=content-language content=" + language + "><p>Laser."));
    }
    try (var index = DirectoryReader.open(FSDirectory.open(directory))) {
      assertThat(live(index)).containsExactly("http://a.test/");
    }
  }

  private static List<String> hits(DirectoryReader index, String words) throws IOException {
    Query query = new QueryBuilder(new SmartChineseAnalyzer()).createBooleanQuery("text", words);
    List<String> urls = new ArrayList<>();
    for (ScoreDoc hit : new IndexSearcher(index).search(query, 10).scoreDocs) {
      urls.add(index.storedFields().document(hit.doc).get("url"));
    }
    return urls;
  }

  @Test
  void irrelevantPagesCanBeLeftOut() {
    Path file = directory.resolve("pages.jsonl");
    Crawls.run(
        Crawls.of(Crawls.chain(5), "http://chain.test/0")
            .persistence(
                Persistence.builder().pageSink(JsonLinesSink.to(file).onlyRelevant()).build()));

    assertThat(file).content().contains("/0\"", "/2\"", "/4\"").doesNotContain("/1\"", "/3\"");
  }

  private static Visit visit(String title, String html) {
    String page = "<title>" + title + "</title>" + html;
    InMemoryWeb web =
        InMemoryWeb.builder().document("http://a.test/", "text/html;charset=utf-8", page).build();
    try (Crawler crawler = Crawls.of(web, "http://a.test/").build()) {
      return crawler.pages().findFirst().orElseThrow();
    }
  }
}

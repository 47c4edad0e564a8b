package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.archive.ExportFormat;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StorePosition;
import io.dowser.crawler.store.StoredPage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.QueryBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/** The relevant pages of a crawl's directory, in each format. */
class ExportTest extends RecrawlFixture {

  private static final String MANY = "tides ".repeat(40);

  private static final String ARTICLE =
      "<html><head><title>=HYPERLINK(1), \"tides\"\n&#x2028;---</title></head><body><article>"
          + "<h1>Storm tides</h1><p>The tides of a storm surge rise above all tides of spring,"
          + " and <a href='/ebb'>ebb</a> late.</p><h2>Charts</h2><p>Charts of tides list the"
          + " hours of high water for each port of the coast.</p></article></body></html>";

  @BeforeEach
  void crawlTides() {
    site.on("/", MANY, "/../..%2f..%2fescape", "/storm", "/other", "/copy");
    site.on("/..%2f..%2fescape", "tides run out of the folder");
    site.on("/../../escape", "tides run out of the folder, and never come back to port again");
    site.on("/storm", request -> new ChangingSite.Answer(200, ARTICLE, List.of()));
    site.on("/copy", request -> new ChangingSite.Answer(200, ARTICLE, List.of()));
    site.on("/other", "nothing of the kind");
    crawl();
  }

  private List<StoredPage> pages(PageSelection selection) {
    try (CrawlHistory history = CrawlHistory.open(directory);
        Stream<StoredPage> pages = history.pages(selection)) {
      return pages.toList();
    }
  }

  private Path export(ExportFormat format, String name) throws IOException {
    Path out = directory.resolve("out").resolve(name);
    try (CrawlHistory history = CrawlHistory.open(directory);
        Stream<StoredPage> pages = history.pages(PageSelection.ALL)) {
      assertThat(format.write(pages, out)).isEqualTo(3);
    }
    return out;
  }

  @Test
  void selectionHasTheBestRelevantPages() {
    List<StoredPage> all = pages(PageSelection.ALL);
    assertThat(all)
        .hasSize(3)
        .isSortedAccordingTo((a, b) -> Double.compare(b.relevance(), a.relevance()));
    assertThat(pages(PageSelection.ALL.best(2))).isEqualTo(all.subList(0, 2));
    double second = all.get(1).relevance();
    assertThat(pages(PageSelection.ALL.atLeast(second)))
        .isEqualTo(all.stream().filter(page -> page.relevance() >= second).toList());
    StoredPage storm = pages(PageSelection.ALL.containing("STORM SURGE")).get(0);
    assertThat(storm.url().path()).isIn("/storm", "/copy");
    assertThat(storm.duplicates()).isEqualTo(1);
    assertThat(storm.markdown()).contains("## Charts", "[ebb](" + site.url("/ebb") + ")");
    assertThat(storm.text()).doesNotContain("##", "](");
    assertThat(storm.chunks(200))
        .extracting(chunk -> chunk.headings().get(chunk.headings().size() - 1))
        .containsExactly("Storm tides", "Charts");
    assertThatThrownBy(() -> PageSelection.ALL.best(0)).hasMessageContaining("most");
    assertThatThrownBy(() -> PageSelection.ALL.atLeast(1.5)).hasMessageContaining("minRelevance");
  }

  @Test
  void positionSelectsWhatIsNewAndChanged() {
    StorePosition position;
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      position = history.position();
    }
    assertThat(pages(PageSelection.ALL.after(position))).isEmpty();
    site.on("/", MANY + "and a new page", "/storm", "/late");
    site.on("/late", "late tides of the year are the highest tides");
    site.on("/storm", request -> ChangingSite.status(404));
    recrawl();

    assertThat(pages(PageSelection.ALL.after(position)))
        .extracting(page -> page.url().path())
        .contains("/", "/late")
        .doesNotContain("/storm");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.changesAfter(position))
          .extracting(change -> change.page().path())
          .contains("/")
          .doesNotContain("/late");
      assertThat(history.changesAfter(history.position())).isEmpty();
    }
  }

  @Test
  void csvHasNoFormulas() throws IOException {
    List<String> lines = Files.readAllLines(export(ExportFormat.CSV, "pages.csv"));

    assertThat(lines).hasSize(4);
    assertThat(lines.get(0))
        .isEqualTo(
            "\uFEFFurl,title,relevance,published,fetched,links_from_seed,bytes,duplicates,passage");
    assertThat(lines).noneMatch(line -> line.contains(",=") || line.contains(",\"="));
  }

  @Test
  void jsonLinesHaveTexts() throws IOException {
    List<String> urls = new ArrayList<>();
    for (String line : Files.readAllLines(export(ExportFormat.JSON_LINES, "pages.jsonl"))) {
      JsonObject page = JsonParser.parseString(line).getAsJsonObject();
      urls.add(page.get("url").getAsString());
      assertThat(page.get("text").getAsString()).contains("ides");
      assertThat(page.get("relevance").getAsDouble()).isPositive();
    }
    assertThat(urls).containsExactlyElementsOf(urls(pages(PageSelection.ALL)));
  }

  @Test
  void markdownStaysInItsFolder() throws IOException {
    Path folder = export(ExportFormat.MARKDOWN, "texts");

    try (Stream<Path> files = Files.walk(directory.resolve("out"))) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertThat(written).hasSize(3).allMatch(file -> folder.equals(file.getParent()));
      for (Path file : written) {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("---");
        assertThat(lines.subList(1, lines.size()).indexOf("---")).isEqualTo(9);
        assertThat(lines).anyMatch(line -> line.startsWith("crawl: \""));
      }
    }
    assertThatThrownBy(() -> export(ExportFormat.MARKDOWN, "texts"))
        .hasMessageContaining("must be missing or empty");
  }

  @Test
  void indexIsSearched() throws IOException {
    try (var directory = FSDirectory.open(export(ExportFormat.LUCENE, "index"));
        var index = DirectoryReader.open(directory);
        var analyzer = new SmartChineseAnalyzer()) {
      var query = new QueryBuilder(analyzer).createBooleanQuery("text", "storm surge");
      ScoreDoc[] hits = new IndexSearcher(index).search(query, 10).scoreDocs;
      assertThat(hits).isNotEmpty();
      assertThat(index.storedFields().document(hits[0].doc).get("url")).contains("/storm");
    }
  }

  @Test
  void warcHasTheTexts() throws IOException {
    var urls = new TreeSet<String>();
    try (var reader = new WarcReader(export(ExportFormat.WARC, "pages.warc.gz"))) {
      for (WarcRecord record : reader) {
        var text = (WarcConversion) record;
        urls.add(text.target());
        assertThat(new String(text.body().stream().readAllBytes(), UTF_8)).contains("ides");
      }
    }
    assertThat(urls).containsExactlyInAnyOrderElementsOf(urls(pages(PageSelection.ALL)));
  }

  @Test
  void streamTakesOneFile() throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(ExportFormat.CSV.write(pages(PageSelection.ALL).stream(), out)).isEqualTo(3);
    assertThat(out.toString(UTF_8))
        .isEqualTo(Files.readString(export(ExportFormat.CSV, "pages.csv")));
  }

  @Test
  void streamTakesAFolderAsZip() throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(ExportFormat.MARKDOWN.write(pages(PageSelection.ALL).stream(), out)).isEqualTo(3);

    Path folder = export(ExportFormat.MARKDOWN, "texts");
    var zip = new ZipInputStream(new ByteArrayInputStream(out.toByteArray()));
    int files = 0;
    for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
      assertThat(new String(zip.readAllBytes(), UTF_8))
          .isEqualTo(Files.readString(folder.resolve(each.getName())));
      files++;
    }
    assertThat(files).isEqualTo(3);
  }

  private static List<String> urls(List<StoredPage> pages) {
    return pages.stream().map(page -> page.url().toString()).toList();
  }
}

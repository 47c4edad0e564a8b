package io.dowser.crawler.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.langchain4j.CrawlDocumentLoader.Update;
import io.dowser.crawler.meaning.MeaningTable;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of a real site, its pages in a store of embeddings, and questions to them. */
@Timeout(120)
class CrawlDocumentLoaderTest {

  private static final TableModel MODEL = new TableModel(MeaningTable.english());

  @TempDir Path directory;
  private final InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private HttpServer server;

  @BeforeEach
  void crawlSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::respond);
    server.start();
    page(
        "/",
        "Sailing",
        "Sailing at the coast: <a href=/moon>moon</a>, <a href=/charts>charts</a>,"
            + " <a href=/knots>knots</a> and <a href=/trains>trains</a>.");
    page(
        "/moon",
        "Why tides rise",
        "Sailing depends on the moon. The gravity of the moon and of"
            + " the sun pulls the water of the sea, so the tide rises and falls twice a day.");
    page(
        "/charts",
        "Charts",
        "For sailing you need a map. Charts show depths, lights and"
            + " buoys; a compass and dividers help to find a position on paper.");
    page(
        "/knots",
        "Knots",
        "Knots for sailing hold a rope. The bowline is a loop that does not"
            + " slip, and the clove hitch ties the rope to a post.");
    page("/trains", "Trains", "Locomotives pull carriages on rails of steel.");
    try (Crawler crawler =
        Crawler.builder()
            .directory(directory)
            .seed(url("/"))
            .topic(Topic.of("sailing"))
            .politeness(politeness())
            .build()) {
      crawler.run().orThrow();
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static Politeness politeness() {
    return Politeness.builder().delay(Duration.ZERO).addressRules(AddressRules.ANY).build();
  }

  private String url(String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  private void page(String path, String title, String text) {
    String html =
        "<html><head><title>TITLE</title></head><body><article><h1>TITLE</h1><p>TEXT</p>"
            + "</article></body></html>";
    pages.put(path, html.replace("TITLE", title).replace("TEXT", text));
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] page = pages.getOrDefault(exchange.getRequestURI().getPath(), "").getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(
          page.length == 0 ? 404 : 200, page.length == 0 ? -1 : page.length);
      exchange.getResponseBody().write(page);
    }
  }

  private Update update(PageSelection selection) {
    Update update = CrawlDocumentLoader.loadSegments(directory, selection, 500);
    if (!update.outdated().isEmpty()) {
      store.removeAll(metadataKey("url").isIn(update.outdated()));
    }
    if (!update.segments().isEmpty()) {
      store.addAll(MODEL.embedAll(update.segments()).content(), update.segments());
    }
    return update;
  }

  private List<String> answers(String question) {
    return store
        .search(
            EmbeddingSearchRequest.builder()
                .queryEmbedding(MODEL.embed(question).content())
                .maxResults(3)
                .build())
        .matches()
        .stream()
        .map(EmbeddingMatch::embedded)
        .map(segment -> String.valueOf(segment.metadata().getString("url")))
        .toList();
  }

  @Test
  void documentsHaveMarkdownAndMetadata() {
    List<Document> documents = CrawlDocumentLoader.loadDocuments(directory, PageSelection.ALL);

    assertThat(documents)
        .extracting(document -> document.metadata().getString("url"))
        .containsExactlyInAnyOrder(url("/"), url("/moon"), url("/charts"), url("/knots"));
    assertThat(documents)
        .filteredOn(document -> url("/moon").equals(document.metadata().getString("url")))
        .allSatisfy(
            document -> {
              assertThat(document.text()).startsWith("# Why tides rise\n\nSailing depends");
              assertThat(document.metadata().getString("title")).isEqualTo("Why tides rise");
              assertThat(document.metadata().getDouble("relevance")).isPositive();
              assertThat(document.metadata().getInteger("version")).isEqualTo(1);
            })
        .hasSize(1);
    assertThat(CrawlDocumentLoader.loadDocuments(directory, PageSelection.ALL.best(1))).hasSize(1);
  }

  @Test
  void questionFindsItsPageFirst() {
    update(PageSelection.ALL);

    assertThat(answers("Why does the sea go up and down twice a day?")).startsWith(url("/moon"));
    assertThat(answers("How do I tie a rope so that the loop does not slip?"))
        .startsWith(url("/knots"));
    assertThat(answers("Which instruments find my position on a map?")).startsWith(url("/charts"));
  }

  @Test
  void recrawlUpdatesTheStore() {
    Update first = update(PageSelection.ALL);
    assertThat(first.segments())
        .extracting(each -> each.metadata().getString("heading"))
        .contains("Knots");
    assertThat(update(PageSelection.ALL.after(first.position())).segments()).isEmpty();
    pages.remove("/knots");
    page(
        "/charts",
        "Engines",
        "Sailing without wind needs an engine. Diesel engines burn fuel and"
            + " turn a propeller; change their oil and filters. <a href=/anchors>Sailing anchors</a>");
    page(
        "/anchors",
        "Anchors",
        "Sailing ends at anchor. An anchor digs into sand or mud and holds"
            + " the boat by its chain.");
    try (Crawler crawler =
        Crawler.recrawl(directory, Recrawl.builder().build()).politeness(politeness()).build()) {
      crawler.run().orThrow();
    }

    Update second = update(PageSelection.ALL.after(first.position()));

    assertThat(second.outdated())
        .containsExactlyInAnyOrder(url("/knots"), url("/charts"), url("/anchors"));
    assertThat(second.segments())
        .extracting(segment -> segment.metadata().getString("url"))
        .containsExactlyInAnyOrder(url("/charts"), url("/anchors"));
    assertThat(answers("How do I tie a rope so that the loop does not slip?"))
        .doesNotContain(url("/knots"));
    assertThat(answers("Which oil and fuel does a diesel engine need?")).startsWith(url("/charts"));
  }

  @Test
  void badArgumentsAreNamed() {
    assertThatThrownBy(
            () -> CrawlDocumentLoader.loadDocuments(directory.resolve("none"), PageSelection.ALL))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("none");
    assertThatThrownBy(() -> CrawlDocumentLoader.loadSegments(directory, PageSelection.ALL, 10))
        .hasMessageContaining("maxCharacters");
  }
}

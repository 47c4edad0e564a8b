package io.dowser.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SiteServerTest {

  private final Site site = new Site(SiteSpec.FULL.shrunk(200, 10));
  private SiteServer server;
  private OkHttpClient client;

  @BeforeEach
  void start() throws IOException {
    server = SiteServer.start(site, Duration.ofMillis(2));
    client = SiteClient.create(server.port());
  }

  @AfterEach
  void stop() {
    client.connectionPool().evictAll();
    server.close();
  }

  @Test
  void servesThePagesOfEachHost() throws IOException {
    for (int page : new int[] {0, 1, 42, 199}) {
      try (Response response = get(site.url(page))) {
        assertThat(response.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(response.body().bytes()).isEqualTo(site.page(page));
      }
    }
  }

  @Test
  void aCompressedSiteHasTheSamePagesInFewerBytes() throws IOException {
    var compressed = new Site(site.spec().compressed());
    try (var other = SiteServer.start(compressed, Duration.ZERO)) {
      OkHttpClient same = SiteClient.create(other.port());
      Request request = new Request.Builder().url(site.url(42)).build();
      try (Response decoded = same.newCall(request).execute()) {
        assertThat(decoded.body().bytes()).isEqualTo(site.page(42));
      }
      Request asItCame = request.newBuilder().header("Accept-Encoding", "gzip").build();
      try (Response sent = same.newCall(asItCame).execute()) {
        assertThat(sent.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(sent.body().bytes().length).isBetween(100, site.page(42).length / 2);
      }
      same.connectionPool().evictAll();
    }
  }

  @Test
  void answersWith404WhereThereIsNoPage() throws IOException {
    try (Response response = get("http://host-000.test/robots.txt")) {
      assertThat(response.code()).isEqualTo(404);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"plain loop", "dowser", "crawler4j", "crawler4j, no language"})
  void eachCrawlerVisitsEachPageOnce(String label) {
    Set<String> visited = ConcurrentHashMap.newKeySet();
    var job = new CrawlJob(server.port(), client, site.seed(), 1_000, 8);

    try (FinishedCrawl finished = CrawlerUnderTest.named(label).crawl(job, visited::add)) {
      assertThat(finished.pages()).isEqualTo(200);
    }

    assertThat(new TreeSet<>(visited))
        .isEqualTo(new TreeSet<>(IntStream.range(0, 200).mapToObj(site::url).toList()));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"plain loop", "dowser", "crawler4j", "crawler4j, no language"})
  void eachCrawlerStopsWhenTheBudgetIsSpent(String label) {
    var job = new CrawlJob(server.port(), client, site.seed(), 50, 8);

    try (FinishedCrawl finished = CrawlerUnderTest.named(label).crawl(job, url -> {})) {
      assertThat(finished.pages()).isEqualTo(50);
    }
  }

  private Response get(String url) throws IOException {
    return client.newCall(new Request.Builder().url(url).build()).execute();
  }
}

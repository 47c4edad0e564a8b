package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PageSinkTest {

  @TempDir Path directory;

  private final CountDownLatch testOver = new CountDownLatch(1);

  @AfterEach
  void letHangingSinksEnd() {
    testOver.countDown();
  }

  @Test
  void aCrawlOfTheWarcFilesOfACrawlVisitsTheSamePagesInTheSameOrder() {
    RandomWeb web = RandomWeb.builder(4).pages(120).hosts(5).linksPerPage(6).build();
    List<String> live =
        visited(
            Crawls.of(web)
                .persistence(
                    Persistence.builder()
                        .pageSink(WarcSink.in(directory, "small", 20_000))
                        .build()));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(visited(Crawls.of(web).fetcher(replay))).isEqualTo(live);
      assertThat(replay.pages()).isEqualTo(120);
    }
  }

  @Test
  void redirectsAreReplayedAsRedirects() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "Start", "laser", "/old", "/b")
            .redirect("http://a.test/old", "/new?x=1")
            .page("http://a.test/new?x=1", "New", "laser")
            .page("http://a.test/b", "B", "none")
            .build();
    List<String> live =
        visited(
            Crawls.of(web, "http://a.test/")
                .persistence(Persistence.builder().pageSink(WarcSink.in(directory)).build()));

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(visited(Crawls.of(web, "http://a.test/").fetcher(replay))).isEqualTo(live);
    }
    assertThat(live).hasSize(3);
  }

  @Test
  void warcFilesAreNumberedAndWhatAReaderOfTheStandardAloneExpects() throws IOException {
    RandomWeb web = RandomWeb.builder(4).pages(60).hosts(5).linksPerPage(6).build();
    visited(
        Crawls.of(web)
            .persistence(
                Persistence.builder().pageSink(WarcSink.in(directory, "a", 10_000)).build()));
    visited(
        Crawls.of(web)
            .persistence(
                Persistence.builder().pageSink(WarcSink.in(directory, "a", 10_000)).build()));

    List<Path> files;
    try (var listed = Files.list(directory)) {
      files = listed.sorted().toList();
    }
    var types = new TreeMap<String, Integer>();
    for (Path file : files) {
      assertThat(Files.size(file)).isBetween(1L, 30_000L);
      List<WarcByHand.WarcEntry> records = WarcByHand.read(file);
      assertThat(records.get(0).get("warc-type")).isEqualTo("warcinfo");
      assertThat(records.get(0).get("warc-filename")).isEqualTo(file.getFileName().toString());
      for (WarcByHand.WarcEntry record : records) {
        types.merge(record.get("warc-type"), 1, Integer::sum);
        check(record);
      }
    }
    assertThat(files.get(0).getFileName()).hasToString("a-00001.warc.gz");
    assertThat(files.get(1).getFileName()).hasToString("a-00002.warc.gz");
    assertThat(files).hasSizeGreaterThan(4);
    assertThat(types)
        .hasSize(4)
        .containsEntry("response", 120)
        .containsEntry("request", 120)
        .containsEntry("metadata", 120)
        .containsEntry("warcinfo", files.size());
  }

  @Test
  void aCrawlOfAServerThatCompressesIsArchivedAsItCameAndReplayedAsItWas() throws Exception {
    List<String> live;
    String seed;
    try (var server = new MockWebServer()) {
      server.setDispatcher(new Compressing());
      server.start(InetAddress.getLoopbackAddress(), 0);
      seed = server.url("/1").toString();
      live =
          visited(
              crawl(seed)
                  .politeness(
                      Politeness.builder()
                          .addressRules(AddressRules.publicAnd("127.0.0.1"))
                          .build())
                  .persistence(Persistence.builder().pageSink(WarcSink.in(directory)).build()));
    }

    try (var replay = ReplayFetcher.builder(directory).open()) {
      assertThat(visited(crawl(seed).fetcher(replay))).isEqualTo(live).hasSize(40);
    }
    assertThat(WarcByHand.read(directory.resolve("dowser-00001.warc.gz")))
        .filteredOn(record -> record.get("warc-type").equals("response"))
        .hasSize(40)
        .allSatisfy(
            record -> assertThat(record.block().text()).contains("\r\nContent-Encoding: gzip\r\n"));
  }

  private static Crawler.Builder crawl(String seed) {
    return Crawler.builder()
        .seed(seed)
        .topic(Crawls.TOPIC)
        .politeness(Crawls.HASTY.toBuilder().robots(RobotsPolicy.IGNORE).build())
        .means(Means.builder().workers(1).build());
  }

  /** Page n of 40 links to pages 2n and 2n + 1. */
  private static final class Compressing extends Dispatcher {

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      int page = Integer.parseInt(request.getUrl().pathSegments().get(0));
      var html = new StringBuilder("<p>" + (page % 3 == 0 ? "laser " : "other ").repeat(page));
      for (int next = 2 * page; next <= Math.min(40, 2 * page + 1); next++) {
        html.append("<a href='/").append(next).append("'>").append(next).append("</a> ");
      }
      var packed = new Buffer();
      try (var sink = Okio.buffer(new GzipSink(packed))) {
        sink.writeUtf8(html.toString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new MockResponse.Builder()
          .setHeader("Content-Type", "text/html")
          .setHeader("Content-Encoding", "gzip")
          .body(packed)
          .build();
    }
  }

  private static void check(WarcByHand.WarcEntry record) {
    String text = record.block().text();
    switch (record.get("warc-type")) {
      case "response" -> {
        assertThat(record.get("content-type")).isEqualTo("application/http;msgtype=response");
        assertThat(text).startsWith("HTTP/1.1 200 \r\n");
        WarcByHand.Bytes payload = record.block().afterEmptyLine();
        assertThat(text).contains("Content-Length: " + payload.size() + "\r\n");
        assertThat(record.get("warc-payload-digest")).isEqualTo("sha1:" + payload.sha1());
        assertThat(payload.text()).contains("<html", "</html>");
      }
      case "request" -> {
        assertThat(record.get("content-type")).isEqualTo("application/http;msgtype=request");
        CrawlUrl url = CrawlUrl.of(record.get("warc-target-uri"));
        assertThat(text)
            .isEqualTo("GET " + url.path() + " HTTP/1.1\r\nHost: " + url.host() + "\r\n\r\n");
        assertThat(record.get("warc-concurrent-to")).startsWith("<urn:uuid:");
      }
      case "metadata" -> {
        assertThat(record.get("content-type")).isEqualTo("application/warc-fields");
        assertThat(text).contains("depth: ", "relevance: ");
      }
      default -> assertThat(text).contains("software: Dowser\r\n");
    }
  }

  /** Where there is a gzip command, it finds nothing wrong either. */
  @Test
  void gzipFindsNothingWrongWithWarcFiles() throws Exception {
    Path gzip = Path.of("/usr/bin/gzip");
    assumeTrue(Files.isExecutable(gzip), "there is no /usr/bin/gzip");
    RandomWeb web = RandomWeb.builder(4).pages(10).hosts(2).linksPerPage(3).build();
    visited(
        Crawls.of(web)
            .persistence(
                Persistence.builder().pageSink(WarcSink.in(directory, "a", 1_000_000)).build()));

    Process process =
        new ProcessBuilder(gzip.toString(), "-t", directory.resolve("a-00001.warc.gz").toString())
            .redirectErrorStream(true)
            .start();
    String reported = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(reported).isZero();
  }

  @Test
  void aSinkThatFailsEndsTheCrawlWithItsError() {
    Crawler.Builder builder = Crawls.of(Crawls.chain(500), "http://chain.test/0");

    assertThatThrownBy(
            () ->
                visited(builder.persistence(Persistence.builder().pageSink(new Broken()).build())))
        .isInstanceOf(CrawlException.class)
        .rootCause()
        .hasMessage("no room for http://chain.test/0");
  }

  @Test
  void aSinkThatFailsEndsACrawlWithADirectoryWithTheSameError() {
    Crawler.Builder builder =
        Crawls.of(Crawls.chain(500), "http://chain.test/0").directory(directory.resolve("crawl"));
    try (Crawler crawler =
        builder.persistence(Persistence.builder().pageSink(new Broken()).build()).build()) {
      CrawlReport report = crawler.run();

      assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
      assertThat(report.cause())
          .hasValueSatisfying(
              cause ->
                  assertThat(cause)
                      .isInstanceOf(CrawlException.class)
                      .hasMessageStartingWith("the page sink failed: ")
                      .hasNoSuppressedExceptions()
                      .hasRootCauseMessage("no room for http://chain.test/0"));
    }
  }

  /** A clock that runs forty times as fast from the hang on shortens the 20 seconds. */
  @Test
  @Timeout(60)
  void aSinkThatHangsEndsACrawlTwentySecondsAfterItsTimeLimit() {
    for (Path store : new Path[] {null, directory.resolve("store")}) {
      var hanging = new Hanging(testOver);
      Crawler.Builder builder =
          Crawls.of(Crawls.chain(500), "http://chain.test/0")
              .limits(Limits.builder().maxDuration(Duration.ofSeconds(8)).build())
              .persistence(Persistence.builder().pageSink(hanging).build());
      LongSupplier fast = () -> hanging.clock(40);
      long begun = fast.getAsLong();
      try (Crawler crawler = (store == null ? builder : builder.directory(store)).build()) {
        CrawlReport report = crawler.run(fast);

        assertThat(Duration.ofNanos(fast.getAsLong() - begun))
            .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(20 * 40));
        assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(report.cause())
            .hasValueSatisfying(
                cause ->
                    assertThat(cause)
                        .hasMessageStartingWith("the page sink failed: ")
                        .hasMessageEndingWith("it has done nothing for 20s"));
      }
    }
  }

  /** Does nothing while the test runs, and cannot be interrupted. */
  private static final class Hanging implements PageSink {

    private final CountDownLatch testOver;
    private final AtomicLong hungAt = new AtomicLong(Long.MAX_VALUE);

    Hanging(CountDownLatch testOver) {
      this.testOver = testOver;
    }

    /** Returns the time, which runs faster from the first hang on. */
    long clock(int times) {
      long now = System.nanoTime();
      return now + (times - 1) * (now - Math.min(now, hungAt.get()));
    }

    @Override
    public void page(Visit visit) {
      hungAt.compareAndSet(Long.MAX_VALUE, System.nanoTime());
      Uninterruptibles.awaitUninterruptibly(testOver);
    }

    @Override
    public void close() {}
  }

  @Test
  void aCrawlThatIsNeverStartedClosesItsSink() {
    var sink = new Broken();
    Crawler crawler =
        Crawls.of(Crawls.chain(5), "http://chain.test/0")
            .persistence(Persistence.builder().pageSink(sink).build())
            .build();

    crawler.close();
    crawler.close();

    assertThat(sink.closed).isEqualTo(1);
  }

  private static final class Broken implements PageSink {

    private int closed;

    @Override
    public void page(Visit visit) throws IOException {
      throw new IOException("no room for " + visit.url());
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private static List<String> visited(Crawler.Builder builder) {
    List<String> visited = new ArrayList<>();
    builder.listener(
        event -> {
          if (event instanceof io.dowser.crawler.api.CrawlEvent.Visited page) {
            visited.add(page.visit().url().toString());
          }
        });
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    return visited;
  }
}

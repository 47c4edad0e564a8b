package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageAnalyzerProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.internal.types.AnalyzersByType;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages are read by the analyzer of their media type, and each has the settings of the crawl. */
class AddedAnalyzersTest {

  private static final int HTML_BYTES = 1 << 20;
  private static final AddressRules LOCAL = AddressRules.publicAnd("127.0.0.0/8");

  private final MockWebServer server = new MockWebServer();
  private final Map<String, MockResponse> answers = new HashMap<>();
  private final Map<String, String> accepts = new ConcurrentHashMap<>();
  private final List<Visit> visits = new ArrayList<>();
  private final List<CrawlEvent.FetchFailed> failures = new ArrayList<>();

  /** Reads documents of our own: the signature of PDF, and then a link in each line. */
  private static final class Lines implements PageAnalyzer, AutoCloseable {

    private final CrawlContext context;
    private final List<Type> types;
    private final AtomicInteger closed;

    Lines(CrawlContext context, AtomicInteger closed, Type... types) {
      this.context = context;
      this.types = List.of(types);
      this.closed = closed;
    }

    @Override
    public List<Type> types() {
      return types;
    }

    @Override
    public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
      AnalyzedPage.Builder page =
          AnalyzedPage.builder(arrival)
              .url(fetched.url())
              .title("by " + context.robotName())
              .textAnalyzer(context.textAnalyzer());
      String text = fetched.body().decode(StandardCharsets.UTF_8);
      if (text.contains("/Encrypt")) {
        return page.unreadable(FailureReason.ENCRYPTED, "needs a password").build();
      }
      for (String line : text.lines().toList()) {
        context
            .canonicalizer()
            .resolve(fetched.url(), line)
            .filter(target -> line.startsWith("/"))
            .ifPresent(target -> page.link(target, "laser").breakText());
      }
      return page.text("lasers and " + context.analysisTimeout() + " " + text.length()).build();
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  /** Registered in the folder of a loader alone. */
  public static final class Provider implements PageAnalyzerProvider {

    @Override
    public String name() {
      return "lines";
    }

    @Override
    public PageAnalyzer create(Settings settings, CrawlContext context) {
      int maxBytes = settings.integer("maxBytes", 100, 1, 1_000, "of a test");
      return new Lines(
          context, new AtomicInteger(), PageAnalyzer.Type.whole("application/pdf", maxBytes));
    }
  }

  @BeforeEach
  void serve() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            accepts.put(request.getTarget(), String.valueOf(request.getHeaders().get("Accept")));
            return answers.getOrDefault(
                request.getTarget(), new MockResponse.Builder().code(404).build());
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void page(String path, String type, String body) {
    MockResponse.Builder answer =
        new MockResponse.Builder()
            .code(200)
            .body(new Buffer().writeString(body, StandardCharsets.ISO_8859_1));
    if (!type.isEmpty()) {
      answer.setHeader("Content-Type", type);
    }
    answers.put(path, answer.build());
  }

  private Crawler.Builder crawl(String path) {
    return Crawler.builder()
        .seed(url(path))
        .topic(Crawls.TOPIC)
        .politeness(Politeness.builder().addressRules(LOCAL).delay(Duration.ZERO).build())
        .means(Means.builder().workers(1).build())
        .listener(this::record);
  }

  private void record(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      visits.add(visited.visit());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      failures.add(failed);
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getPort() + path;
  }

  private AnalyzedPage visited(String path) {
    return visits.stream()
        .map(Visit::page)
        .filter(page -> page.url().toString().equals(url(path)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(path + " was not visited, but " + visits));
  }

  private static PageAnalyzer pdf(CrawlContext context) {
    return new Lines(
        context, new AtomicInteger(), PageAnalyzer.Type.whole("application/pdf", 20 << 20));
  }

  @Test
  void anAddedAnalyzerHasTheSettingsOfTheCrawl() {
    page("/", "text/html", "<a href=doc.pdf>laser</a>");
    page("/doc.pdf", "application/pdf", "%PDF-1.7\n/next?utm_source=x&a=1#page=2\n");
    page("/next?a=1", "text/html", "<p>photons");

    crawl("/")
        .politeness(Politeness.builder().userAgent("acme/1.0").build())
        .strategy(
            Strategy.builder()
                .canonicalizer(UrlCanonicalizer.builder().removeTrackingParameters().build())
                .addPageAnalyzerFrom(AddedAnalyzersTest::pdf)
                .build())
        .means(Means.builder().analysisTimeout(Duration.ofSeconds(7)).build())
        .build()
        .run()
        .orThrow();

    AnalyzedPage document = visited("/doc.pdf");
    assertThat(document.title()).isEqualTo("by acme");
    assertThat(document.text()).contains("PT7S");
    assertThat(document.terms().count("laser")).as("stemmed as the crawl does it").isEqualTo(2);
    assertThat(visited("/next?a=1").text()).isEqualTo("photons");
    assertThat(failures).isEmpty();
    assertThat(accepts.get("/"))
        .isEqualTo("text/html, application/xhtml+xml, text/plain, application/pdf, */*;q=0.1");
  }

  @Test
  void aTypeWithoutAnAnalyzerIsNotFetched() {
    page("/", "text/html", "<a href=doc.pdf>laser</a> <a href=doc>laser</a>");
    page("/doc", "application/pdf", "%PDF-1.7\n");

    crawl("/").build().run();

    assertThat(accepts).doesNotContainKey("/doc.pdf");
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).failure().reason()).isEqualTo(FailureReason.CONTENT_TYPE);
    assertThat(failures.get(0).failure().detail())
        .isEqualTo("no page analyzer reads application/pdf");
    assertThat(accepts.get("/"))
        .isEqualTo("text/html, application/xhtml+xml, text/plain, */*;q=0.1");
  }

  @Test
  void aDocumentWithoutALabelIsRecognisedByItsFirstBytes() {
    page("/", "", "%PDF-1.7\n/next\n");
    page("/next", "", "<!DOCTYPE html><p>photons");

    crawl("/")
        .strategy(Strategy.builder().addPageAnalyzerFrom(AddedAnalyzersTest::pdf).build())
        .build()
        .run();

    assertThat(visited("/").title()).isEqualTo("by dowser");
    assertThat(visited("/next").text()).isEqualTo("photons");
  }

  @Test
  void eachTypeHasItsOwnLimitAndATruncatedDocumentFailsIfItIsReadWhole() {
    String large = "%PDF-1.7\n" + " ".repeat(HTML_BYTES);
    page("/", "text/html", "<a href=a.pdf>a</a><a href=b.ps>b</a><a href=c.html>c</a>");
    page("/a.pdf", "application/pdf; version=1.7", large);
    page("/b.ps", "application/postscript", large);
    page("/c.html", "text/html", "<p>" + "photon ".repeat(HTML_BYTES / 4));

    CrawlReport report =
        crawl("/")
            .strategy(
                Strategy.builder()
                    .addPageAnalyzerFrom(AddedAnalyzersTest::pdf)
                    .addPageAnalyzerFrom(
                        context ->
                            new Lines(
                                context,
                                new AtomicInteger(),
                                PageAnalyzer.Type.whole("application/postscript", 1_000)))
                    .build())
            .build()
            .run();

    assertThat(visited("/a.pdf").text()).endsWith("" + large.length());
    assertThat(visits)
        .filteredOn(visit -> visit.page().url().equals(visited("/c.html").url()))
        .allSatisfy(
            html -> {
              assertThat(html.fetched().body().size()).isEqualTo(HTML_BYTES);
              assertThat(html.fetched().truncation()).isEqualTo(FetchResult.Truncation.BYTE_LIMIT);
            });
    assertThat(failures).hasSize(1);
    FetchResult.Failed failed = failures.get(0).failure();
    assertThat(failed.reason()).isEqualTo(FailureReason.TRUNCATED);
    assertThat(failed.detail()).isEqualTo("BYTE_LIMIT after 1000 bytes");
    assertThat(failed.url().toString()).isEqualTo(url("/b.ps"));
    assertThat(failures.get(0).willRetry()).isFalse();
    assertThat(report.metrics().problems()).containsEntry("fetch failed: truncated", 1L);
    assertThat(report.statistics().failed()).isEqualTo(1);
  }

  @Test
  void aTruncatedDocumentOfAnotherTypeIsReadAsFarAsItGoes() {
    page("/", "application/pdf", "%PDF-1.7\n/next\n" + " ".repeat(1_000));
    page("/next", "text/html", "<p>photons");

    crawl("/")
        .strategy(
            Strategy.builder()
                .addPageAnalyzerFrom(
                    context ->
                        new Lines(
                            context,
                            new AtomicInteger(),
                            new PageAnalyzer.Type("application/pdf", 100, true)))
                .build())
        .build()
        .run();

    assertThat(visited("/").text()).endsWith("100");
    assertThat(visited("/next").text()).isEqualTo("photons");
  }

  @Test
  void whatAnalyzersReadReachesAFetcherOfTheProgramHoweverItIsWrapped() {
    String large = "%PDF-1.7\n" + " ".repeat(HTML_BYTES);
    page("/", "text/html", "<a href=a.pdf>laser</a> <a href=b.pdf>laser</a>");
    page("/a.pdf", "application/pdf", "%PDF-1.7\n/next\n");
    page("/b.pdf", "application/pdf", large);
    page("/next", "text/html", "<p>photons");

    try (OkHttpFetcher http = OkHttpFetcher.builder().addressRules(LOCAL).build()) {
      Crawler.builder()
          .seed(url("/"))
          .topic(Crawls.TOPIC)
          .politeness(Politeness.builder().delay(Duration.ZERO).build())
          .means(Means.builder().workers(1).build())
          .fetcher(request -> http.fetch(request))
          .listener(this::record)
          .strategy(Strategy.builder().addPageAnalyzerFrom(AddedAnalyzersTest::pdf).build())
          .build()
          .run()
          .orThrow();
    }

    assertThat(failures).isEmpty();
    assertThat(visited("/next").text()).isEqualTo("photons");
    assertThat(visited("/b.pdf").text()).endsWith("" + large.length());
    assertThat(accepts.get("/")).contains("application/pdf");
  }

  @Test
  void typesAndLimitsThatAFetcherWasBuiltWithPrevail() {
    page("/", "text/html", "<a href=a.pdf>laser</a> <a href=b.ps>laser</a>");
    page("/a.pdf", "application/pdf", "%PDF-1.7\n" + " ".repeat(1_000));
    page("/b.ps", "application/postscript", "%!PS");

    crawl("/")
        .strategy(
            Strategy.builder()
                .addPageAnalyzerFrom(AddedAnalyzersTest::pdf)
                .addPageAnalyzerFrom(
                    context ->
                        new Lines(
                            context,
                            new AtomicInteger(),
                            PageAnalyzer.Type.whole("application/postscript", 1_000)))
                .build())
        .means(
            Means.builder()
                .http(
                    http ->
                        http.acceptedTypes(List.of("text/html", "application/pdf"))
                            .maxBytes("application/pdf", 500))
                .build())
        .build()
        .run();

    assertThat(failures)
        .extracting(failed -> failed.failure().reason())
        .containsExactlyInAnyOrder(FailureReason.TRUNCATED, FailureReason.CONTENT_TYPE);
  }

  @Test
  void anUnreadableDocumentIsCountedAsAFailureThatItsHostIsNotBlamedFor() {
    page("/", "text/html", "<a href=doc.pdf>laser</a>");
    page("/doc.pdf", "application/pdf", "%PDF-1.7\n/Encrypt");

    CrawlReport report =
        crawl("/")
            .strategy(Strategy.builder().addPageAnalyzerFrom(AddedAnalyzersTest::pdf).build())
            .build()
            .run();

    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).failure().reason()).isEqualTo(FailureReason.ENCRYPTED);
    assertThat(report.metrics().problems()).containsEntry("fetch failed: encrypted", 1L);
    assertThat(report.metrics().problems().keySet()).noneMatch(each -> each.contains("slowed"));
    assertThat(report.isSuccess()).isTrue();
  }

  @Test
  void anAnalyzerThatWrapsTheOneOfHtmlLosesNoSetting() {
    page(
        "/",
        "text/html",
        "<meta name=other content=nofollow><a href=/next?utm_source=x&a=1>laser</a>");
    page("/next?a=1", "text/html", "<meta name=acme content=nofollow><a href=/never>laser</a>");

    crawl("/")
        .politeness(Politeness.builder().userAgent("acme/1.0").build())
        .strategy(
            Strategy.builder()
                .canonicalizer(UrlCanonicalizer.builder().removeTrackingParameters().build())
                .pageAnalyzerFrom(
                    context -> {
                      PageAnalyzer html = HtmlPageAnalyzer.of(Settings.none(), context);
                      return (fetched, arrival) -> html.analyze(fetched, arrival);
                    })
                .build())
        .build()
        .run();

    assertThat(visited("/").terms().count("laser")).isEqualTo(1);
    assertThat(visited("/next?a=1").skippedLinks()).hasSize(1);
    assertThat(accepts).doesNotContainKey("/never");
  }

  @Test
  void twoAnalyzersOfOneTypeAreRefused() {
    Crawler.Builder twice =
        crawl("/")
            .strategy(
                Strategy.builder()
                    .addPageAnalyzerFrom(AddedAnalyzersTest::pdf)
                    .addPageAnalyzerFrom(AddedAnalyzersTest::pdf)
                    .build());

    assertThatThrownBy(twice::build)
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "each media type needs one page analyzer, but application/pdf is read by "
                + Lines.class.getName()
                + " and "
                + Lines.class.getName());
  }

  @Test
  void anAnalyzerThatReplacesThatOfHtmlIsWarnedOfUnlessItReadsHtml() {
    CrawlContext context = CrawlContext.builder().build();
    PageAnalyzer html = HtmlPageAnalyzer.of(Settings.none(), context);
    PageAnalyzer pdf = pdf(context);

    assertThat(new AnalyzersByType(List.of(html, pdf), List.of()).warning()).isEmpty();
    assertThat(new AnalyzersByType(List.of(pdf, html), List.of()).warning()).isEmpty();
    assertThat(new AnalyzersByType(List.of(pdf), List.of()).warning())
        .hasValue(
            "no page analyzer reads text/html, because "
                + Lines.class.getName()
                + " replaces that of HTML; addPageAnalyzer keeps both");
  }

  @Test
  void analyzersThatTheCrawlCreatedAreClosedWithIt() {
    page("/", "text/html", "<p>photons");
    var closed = new AtomicInteger();
    PageAnalyzer.Type pdf = PageAnalyzer.Type.of("application/pdf");

    crawl("/")
        .strategy(
            Strategy.builder()
                .addPageAnalyzerFrom(context -> new Lines(context, closed, pdf))
                .build())
        .build()
        .run();
    assertThat(closed).hasValue(1);
    crawl("/")
        .strategy(
            Strategy.builder()
                .addPageAnalyzerFrom(context -> new Lines(context, closed, pdf))
                .build())
        .build()
        .close();
    assertThat(closed).hasValue(2);
    Crawler.Builder refused =
        crawl("/")
            .strategy(
                Strategy.builder()
                    .addPageAnalyzerFrom(context -> new Lines(context, closed, pdf))
                    .addPageAnalyzer("absent", Map.of())
                    .build());
    assertThatThrownBy(refused::build).hasMessageContaining("'absent'");
    assertThat(closed).hasValue(3);
  }

  @Test
  void anAnalyzerByNameIsFoundAndRestoredWithItsSettings(@TempDir Path directory)
      throws IOException {
    page("/", "application/pdf", "%PDF-1.7\n/next\n" + " ".repeat(200));
    page("/next", "text/html", "<p>photons");
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(PageAnalyzerProvider.class.getName()), Provider.class.getName());
    Path kept = directory.resolve("crawl");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
      crawl("/")
          .means(Means.builder().classLoader(loader).build())
          .directory(kept)
          .maxPages(1)
          .settings(Map.of("addPageAnalyzer", "lines", "addPageAnalyzer.lines.maxBytes", "500"))
          .build()
          .run();
      assertThat(visited("/").text()).endsWith("215");

      assertThat(
              Crawler.resume(kept)
                  .means(Means.builder().classLoader(loader).build())
                  .maxPages(2)
                  .build()
                  .run()
                  .metrics()
                  .settings())
          .containsEntry("addPageAnalyzer", "lines")
          .containsEntry("addPageAnalyzer.lines.maxBytes", "500");
    }
    assertThat(accepts).containsKey("/next");
  }
}

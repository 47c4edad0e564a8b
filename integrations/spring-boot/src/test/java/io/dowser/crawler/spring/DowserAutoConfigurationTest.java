package io.dowser.crawler.spring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.monitor.CrawlMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The beans in contexts of Spring Boot 3.5 without a web server. */
class DowserAutoConfigurationTest {

  private static final String TIDES = "dowser.crawls.tides.";

  private final SlowWeb web = new SlowWeb();
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(DowserAutoConfiguration.class))
          .withBean("web", Fetcher.class, () -> web)
          .withPropertyValues(
              TIDES + "seeds=" + SlowWeb.SEED,
              TIDES + "topic=tide, ebb",
              TIDES + "fetcher=web",
              TIDES + "politeness.delay=0");

  private static ApplicationContextRunner in(Path directory, ApplicationContextRunner runner) {
    return runner.withPropertyValues(TIDES + "directory=" + directory);
  }

  private static CrawlReport end(CrawlHandle handle) throws InterruptedException {
    return handle.await(Duration.ofMinutes(1)).orElseThrow();
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "workers,0",
    "maxPages,0",
    "maxPage,7",
    "politeness.delay,-1s",
    "addressRules,nonsense",
    "stayOn,NEVER",
    "robots.maxSitemapUrls,all",
    "auto-start,maybe"
  })
  void wrongPropertiesAreRefusedWithTheirNamesWhenTheApplicationStarts(String name, String value) {
    runner
        .withPropertyValues(TIDES + name + "=" + value)
        .run(
            context ->
                assertThat(context.getStartupFailure()).hasStackTraceContaining(TIDES + name));
  }

  @Test
  void namesAreWrittenAsInJavaOrWithHyphensAndHaveDefaults() {
    Map<String, String> own = Map.of("max-pages", "7", "seeds[0]", "http://a.test/");
    Map<String, String> defaults =
        Map.of("politeness.maxRetries", "1", "maxPages", "8", "scorer.beta", "1");

    CrawlProperties properties = CrawlProperties.of("tides", defaults, own);

    assertThat(properties.settings())
        .containsOnly(
            Map.entry("maxPages", "7"),
            Map.entry("seeds", "http://a.test/"),
            Map.entry("politeness.maxRetries", "1"),
            Map.entry("scorer.beta", "1"));
    assertThat(CrawlProperties.of("tides", defaults, Map.of("scorer", "shark")).settings())
        .doesNotContainKey("scorer.beta");
  }

  @Test
  void languagesNeedTheirLibrary() {
    runner
        .withPropertyValues(TIDES + "languages=zh, en")
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Crawls.class).start("tides"))
                    .hasMessageContaining("needs the library com.github.pemistahl:lingua"));
  }

  @Test
  void propertiesDescribeACrawl(@TempDir Path directory) {
    web.permits.release(1_000);
    in(directory, runner)
        .withPropertyValues(
            TIDES + "stay-on=HOST -/print/",
            TIDES + "workers=3",
            TIDES + "idle=1ms",
            TIDES + "scorer=best-first",
            TIDES + "scorer.anchorWeight=0.25",
            TIDES + "frontier=breadth-first",
            TIDES + "judge=topic-terms",
            TIDES + "page-analyzer=html",
            TIDES + "max-pages=7",
            TIDES + "max-relevant-pages=50",
            TIDES + "max-bytes=1000000",
            TIDES + "max-duration=1h",
            TIDES + "max-depth=20",
            TIDES + "max-redirects=2",
            TIDES + "stop-when-found=0.99",
            TIDES + "min-harvest-rate=0.01",
            TIDES + "harvest-window=50",
            TIDES + "politeness.connections-per-host=2",
            TIDES + "politeness.max-crawl-delay=10s",
            TIDES + "politeness.max-retries=1",
            TIDES + "[hostRules.chain.test delay]=PT0.001S",
            TIDES + "[hostRules.*.example.org priority]=0.5")
        .run(
            context -> {
              Crawls crawls = context.getBean(Crawls.class);
              assertThat(crawls.names()).containsExactly("tides");
              assertThat(crawls.handle("tides")).isEmpty();

              CrawlReport report = end(crawls.start("tides"));

              assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
              assertThat(report.name()).isEqualTo("tides");
              assertThat(crawls.handle("tides")).get().matches(handle -> !handle.isRunning());
            });
    assertThat(CrawlHistory.settingsOf(directory))
        .containsEntry("stayOn", "HOST -/print/")
        .containsEntry("workers", "3")
        .containsEntry("scorer", "best-first")
        .containsEntry("scorer.anchorWeight", "0.25")
        .containsEntry("frontier", "breadth-first")
        .containsEntry("maxPages", "7")
        .containsEntry("maxRelevantPages", "50")
        .containsEntry("maxBytes", "1000000")
        .containsEntry("maxDuration", "1h")
        .containsEntry("maxDepth", "20")
        .containsEntry("maxRedirects", "2")
        .containsEntry("stopWhenFound", "0.99")
        .containsEntry("harvestWindow", "50")
        .containsEntry("hostRules.chain.test delay", "1ms")
        .containsEntry("hostRules.*.example.org priority", "0.5");
  }

  @Test
  void scorerBeanIsFoundByItsName() {
    web.permits.release(1_000);
    var scored = new AtomicInteger();
    LinkScorer scorer =
        page -> {
          scored.incrementAndGet();
          return link -> 1;
        };
    runner
        .withBean("mine", LinkScorer.class, () -> scorer)
        .withPropertyValues(TIDES + "scorer=mine")
        .run(context -> end(context.getBean(Crawls.class).start("tides")).orThrow());

    assertThat(scored).hasValue(SlowWeb.PAGES);
  }

  @Test
  void settingsOfABeanAreRefused() {
    runner
        .withBean("mine", LinkScorer.class, () -> page -> link -> 1)
        .withPropertyValues(TIDES + "scorer=mine", TIDES + "scorer.weight=2")
        .run(
            context ->
                assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(Crawls.class).start("tides"))
                    .withMessageContaining("dowser.crawls.tides has settings for the bean 'mine'"));
  }

  @Test
  void wrongPropertiesAreNamedWhenTheCrawlStarts() {
    runner
        .withPropertyValues(TIDES + "scorer=nearest")
        .run(
            context ->
                assertThatExceptionOfType(CrawlException.class)
                    .isThrownBy(() -> context.getBean(Crawls.class).start("tides"))
                    .withMessageStartingWith("dowser.crawls.tides: ")
                    .withMessageContaining("nearest"));
    runner
        .withPropertyValues(TIDES + "scorer=best-first", TIDES + "scorer.anchorWeight=much")
        .run(
            context ->
                assertThatExceptionOfType(CrawlException.class)
                    .isThrownBy(() -> context.getBean(Crawls.class).start("tides"))
                    .withMessageStartingWith("dowser.crawls.tides: ")
                    .withMessageContaining("anchorWeight"));
  }

  @Test
  void unknownCrawlIsRefusedWithTheNamesOfOthers() {
    runner.run(
        context ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> context.getBean(Crawls.class).stop("ebbs"))
                .withMessage("there is no crawl 'ebbs' below dowser.crawls, which has [tides]"));
  }

  @Test
  void customizersAreCalledWithTheNameEachTimeACrawlStarts() {
    web.permits.release(1_000);
    List<String> calls = new CopyOnWriteArrayList<>();
    runner
        .withBean(CrawlerCustomizer.class, () -> (name, crawler) -> calls.add(name))
        .withPropertyValues(TIDES + "max-pages=2")
        .run(
            context -> {
              Crawls crawls = context.getBean(Crawls.class);
              end(crawls.start("tides"));
              end(crawls.start("tides"));
            });
    assertThat(calls).containsExactly("tides", "tides");
  }

  @Test
  void crawlThatRanAtTheEndOfTheApplicationResumesAtItsNextStart(@TempDir Path directory) {
    web.permits.release(10);
    in(directory, runner)
        .run(
            context -> {
              CrawlHandle handle = context.getBean(Crawls.class).start("tides");
              await(() -> handle.statistics().visited() == 10);
            });
    assertThat(directory.resolve("running")).exists();
    web.permits.release(1_000);

    in(directory, runner)
        .run(
            context -> {
              CrawlHandle resumed = context.getBean(Crawls.class).handle("tides").orElseThrow();
              CrawlReport report = end(resumed).orThrow();
              assertThat(report.statistics().visitedBefore()).isEqualTo(10);
              assertThat(report.statistics().visited()).isEqualTo(SlowWeb.PAGES);
              await(() -> Files.notExists(directory.resolve("running")));
            });
    for (int page = 0; page < SlowWeb.PAGES; page++) {
      assertThat(web.timesFetched(page)).as("page " + page).isEqualTo(1);
    }
    in(directory, runner)
        .run(context -> assertThat(context.getBean(Crawls.class).handle("tides")).isEmpty());
  }

  @Test
  void crawlThatWasStoppedResumesOnlyIfItIsStarted(@TempDir Path directory) {
    web.permits.release(5);
    in(directory, runner)
        .run(
            context -> {
              Crawls crawls = context.getBean(Crawls.class);
              CrawlHandle handle = crawls.start("tides");
              assertThat(crawls.start("tides")).isSameAs(handle);
              await(() -> handle.statistics().visited() == 5);
              crawls.stop("tides");
              assertThat(handle.isRunning()).isFalse();
            });
    web.permits.release(1_000);
    in(directory, runner)
        .run(
            context -> {
              Crawls crawls = context.getBean(Crawls.class);
              assertThat(crawls.handle("tides")).isEmpty();
              assertThat(end(crawls.start("tides")).statistics().visitedBefore()).isEqualTo(5);
            });
  }

  @Test
  void crawlWithAutoStartStartsWithTheApplication() {
    web.permits.release(1_000);
    runner
        .withPropertyValues(TIDES + "auto-start=true")
        .run(context -> end(context.getBean(Crawls.class).handle("tides").orElseThrow()).orThrow());
  }

  @Test
  void registryHasTheMetricsOfEachRun() {
    web.permits.release(1_000);
    runner
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              Crawls crawls = context.getBean(Crawls.class);
              end(crawls.start("tides")).orThrow();
              end(crawls.start("tides")).orThrow();
              double pages =
                  context
                      .getBean(MeterRegistry.class)
                      .get("dowser.pages")
                      .tag("crawl", "tides")
                      .functionCounter()
                      .count();
              assertThat(pages).isEqualTo(SlowWeb.PAGES);
            });
  }

  @Test
  void monitorShowsCrawlsIfItHasAPort() {
    runner.run(context -> assertThat(context).doesNotHaveBean(CrawlMonitor.class));
    runner
        .withPropertyValues("dowser.monitor.port=0", TIDES + "auto-start=true")
        .run(
            context -> {
              URI crawls = context.getBean(CrawlMonitor.class).uri().resolve("/crawls");
              HttpRequest request = HttpRequest.newBuilder(crawls).build();
              String page =
                  HttpClient.newHttpClient()
                      .send(request, HttpResponse.BodyHandlers.ofString())
                      .body();
              assertThat(page).contains("tides");
            });
  }

  @Test
  void endpointShowsAndChangesCrawls() {
    runner
        .withPropertyValues("management.endpoints.web.exposure.include=crawls")
        .withPropertyValues("spring.main.web-application-type=none")
        .run(
            context -> {
              var endpoint = new CrawlsEndpoint(context.getBean(Crawls.class));
              assertThat(endpoint.crawls()).containsOnlyKeys("tides");
              assertThat(state(endpoint)).isEqualTo("not_started");
              assertThat(endpoint.crawl("ebbs")).isNull();
              assertThat(endpoint.change("ebbs", CrawlsEndpoint.Action.START).getStatus())
                  .isEqualTo(404);

              endpoint.change("tides", CrawlsEndpoint.Action.START);
              endpoint.change("tides", CrawlsEndpoint.Action.PAUSE);
              await(() -> state(endpoint).equals("paused"));
              endpoint.change("tides", CrawlsEndpoint.Action.RESUME);
              await(() -> state(endpoint).equals("running"));
              CrawlState stopped =
                  requireNonNull(endpoint.change("tides", CrawlsEndpoint.Action.STOP).getBody());
              assertThat(stopped.state()).isEqualTo("ended");
              assertThat(stopped.stopReason()).isEqualTo("STOPPED");
            });
  }

  private static String state(CrawlsEndpoint endpoint) {
    return requireNonNull(endpoint.crawl("tides")).state();
  }

  @Test
  void healthIsDownOnceACrawlHasFailed() {
    web.permits.release(1_000);
    var fails = new AtomicInteger();
    runner
        .withBean(
            CrawlerCustomizer.class,
            () ->
                (name, crawler) ->
                    crawler.listener(
                        event -> {
                          if (fails.get() > 0) {
                            throw new IllegalStateException("a listener that fails");
                          }
                        }))
        .run(
            context -> {
              CrawlsHealth health = context.getBean(CrawlsHealth.class);
              Crawls crawls = context.getBean(Crawls.class);
              assertThat(health.health().getStatus()).isEqualTo(Status.UP);
              assertThat(health.health().getDetails()).containsEntry("tides", "not_started");
              end(crawls.start("tides")).orThrow();
              assertThat(health.health().getStatus()).isEqualTo(Status.UP);
              assertThat(health.health().getDetails()).containsEntry("tides", "frontier_empty");
              fails.set(1);
              end(crawls.start("tides"));
              assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
              assertThat(health.health().getDetails()).containsEntry("tides", "failed");
            });
    runner
        .withPropertyValues("management.health.crawls.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(CrawlsHealth.class));
  }

  @Test
  void applicationWithoutActuatorHasCrawlsAllTheSame() {
    web.permits.release(1_000);
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
        .run(
            context -> {
              assertThat(context).doesNotHaveBean("crawlsHealthIndicator");
              end(context.getBean(Crawls.class).start("tides")).orThrow();
            });
  }

  @Test
  void applicationWithoutCrawlsStarts() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(DowserAutoConfiguration.class))
        .run(context -> assertThat(context.getBean(Crawls.class).names()).isEmpty());
  }
}

package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RoundPolitenessTest {

  private static final Duration DELAY = Duration.ofMillis(200);
  private String home =
      "<title>Home</title><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a>";

  private final List<Long> times = Collections.synchronizedList(new ArrayList<>());
  private final List<String> paths = Collections.synchronizedList(new ArrayList<>());

  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger pageRequests = new AtomicInteger();
  private volatile boolean isBusy;
  private volatile Duration robotsDelay = Duration.ZERO;

  @TempDir Path directory;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    times.add(System.nanoTime());
    paths.add(path);
    if (path.equals("/") && failures.getAndDecrement() > 0) {
      exchange.sendResponseHeaders(503, -1);
      exchange.close();
      return;
    }
    boolean page = path.matches("/[0-9]+");
    if (page && isBusy && pageRequests.incrementAndGet() % 2 == 0) {
      exchange.getResponseHeaders().set("Retry-After", "1");
      exchange.sendResponseHeaders(429, -1);
      exchange.close();
      return;
    }
    boolean robots = path.equals("/robots.txt");
    if (robots) {
      pause(robotsDelay);
    }
    byte[] body = (robots ? "User-agent: *\n" : path.equals("/") ? home : path).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", robots ? "text/plain" : "text/html");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void pause(Duration time) {
    new CompletableFuture<Void>()
        .completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  @Test
  void hostIsDelayedBetweenRoundsAndAttempts() throws Exception {
    crawl(Politeness.builder().delay(DELAY).build())
        .fetcher("breaking", Map.of())
        .roundSize(3)
        .build()
        .run();
    assertThat(paths).as("robots.txt is asked for once a round at most").contains("/robots.txt");
    assertThat(paths).contains("/", "/1", "/2", "/3", "/4");
    assertThat(paths.size()).as("pages of the attempt that broke came twice").isGreaterThan(6);
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i) - times.get(i - 1))
          .as("before request %d of %s", i, paths)
          .isGreaterThanOrEqualTo(DELAY.toNanos());
    }
    assertThat(
            CrawlTables.open(LocalSpark.session(), directory.toString())
                .visits()
                .filter("outcome = 'VISITED'")
                .count())
        .isEqualTo(5);
  }

  @Test
  void hostThatWasSlowOnceGetsMoreThanOneRequestARoundAgain() throws Exception {
    for (int page = 5; page <= 12; page++) {
      home += "<a href=/" + page + ">more</a>";
    }
    robotsDelay = Duration.ofMillis(1_500); // the pace of the first round
    List<Long> visited = new ArrayList<>();
    crawl(Politeness.builder().delay(Duration.ofMillis(50)).addressRules(AddressRules.ANY).build())
        .perHost(8)
        .listener(round -> visited.add(round.visited()))
        .build()
        .run();

    assertThat(visited).startsWith(1L, 2L).endsWith(13L).hasSizeLessThan(10);
  }

  @Test
  void numberOfPagesOfARuleIsForARoundAndCostsNoUrl() throws Exception {
    CrawlReport report =
        crawl(Politeness.builder().delay(Duration.ZERO).addressRules(AddressRules.ANY).build())
            .hostRules("127.0.0.1", HostRules.builder().pages(2).build())
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(5);
    assertThat(report.statistics().failed()).isZero();
  }

  @Test
  void hostOfASeedThatWasGivenUpHasAnotherChanceInTheNextRun() throws Exception {
    Politeness hasty =
        Politeness.builder()
            .delay(Duration.ZERO)
            .backOff(Duration.ofMillis(1), Duration.ofMillis(2))
            .addressRules(AddressRules.ANY)
            .build();
    failures.set(Integer.MAX_VALUE);
    crawl(hasty).longestDelay(Duration.ZERO).build().run();
    assertThat(delayedHosts()).as("given up").isEqualTo(1);
    failures.set(0);

    CrawlReport report = crawl(hasty).longestDelay(Duration.ZERO).build().run();

    assertThat(report.statistics().visited()).isEqualTo(5);
    assertThat(report.statistics().failed()).isZero();
  }

  @Test
  void timeOfTheCrawlEndsTheWaitForHosts() throws Exception {
    failures.set(Integer.MAX_VALUE);
    Duration wait = Duration.ofMinutes(5);
    long start = System.nanoTime();

    CrawlReport report =
        crawl(Politeness.builder().backOff(wait, wait).addressRules(AddressRules.ANY).build())
            .longestDelay(Duration.ZERO)
            .limits(Limits.builder().maxDuration(Duration.ofSeconds(5)).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.TIME);
    assertThat(System.nanoTime() - start).isLessThan(wait.toNanos());
  }

  private SparkCrawl.Builder crawl(Politeness politeness) {
    return SparkCrawl.builder(LocalSpark.session(), directory.toString())
        .seed("http://127.0.0.1:" + server.getAddress().getPort() + "/")
        .topic(Topic.of("home"))
        .politeness(politeness)
        .buckets(2)
        .leaseTime(Duration.ofSeconds(1));
  }

  @Test
  @Tag("exhaustive")
  void hostThatWasPutOffIsNoLongerDelayedOnceItHasAnswered() throws Exception {
    failures.set(2);
    List<Long> delayed = new ArrayList<>();
    crawlWithoutPatience(delayed);
    assertThat(paths).contains("/", "/1", "/2", "/3", "/4");
    assertThat(delayed).as("delayed hosts after each round").startsWith(1L, 1L).endsWith(0L);
  }

  @Test
  @Tag("exhaustive")
  void hostThatAnswersInEachRoundIsNeverGivenUp() throws Exception {
    isBusy = true;
    for (int page = 5; page <= 8; page++) {
      home += "<a href=/" + page + ">more</a>";
    }
    List<Long> delayed = new ArrayList<>();
    CrawlReport report = crawlWithoutPatience(delayed);
    assertThat(delayed.stream().filter(hosts -> hosts == 1))
        .as("%s", delayed)
        .hasSizeGreaterThan(5);
    assertThat(report.statistics().visited()).isEqualTo(9);
    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
  }

  /** Puts off each host that must be delayed at all. */
  private CrawlReport crawlWithoutPatience(List<Long> delayed) throws InterruptedException {
    return crawl(Politeness.builder().delay(Duration.ZERO).addressRules(AddressRules.ANY).build())
        .longestDelay(Duration.ZERO)
        .listener(progress -> delayed.add(delayedHosts()))
        .build()
        .run();
  }

  private long delayedHosts() {
    return CrawlTables.open(LocalSpark.session(), directory.toString())
        .hosts()
        .filter("ready_at > 0")
        .count();
  }
}

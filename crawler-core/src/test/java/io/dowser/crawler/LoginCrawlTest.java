package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Throwables;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.fetch.FormLogin;
import io.dowser.crawler.fetch.LoginServer;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCrawlTest {

  @TempDir private Path directory;
  private LoginServer server;
  private final EventLog log = new EventLog();

  @BeforeEach
  void start() throws IOException {
    server = new LoginServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static OkHttpFetcher.Builder fetcher() {
    return OkHttpFetcher.builder().addressRules(AddressRules.publicAnd("127.0.0.0/8"));
  }

  private CrawlReport crawl(OkHttpFetcher.Builder builder, long maxPages) {
    try (OkHttpFetcher fetcher = builder.build()) {
      return crawler(fetcher)
          .politeness(Politeness.builder().delay(Duration.ZERO).build())
          .maxPages(maxPages)
          .directory(directory.resolve("crawl"))
          .persistence(
              Persistence.builder().pageSink(WarcSink.in(directory.resolve("warc"))).build())
          .build()
          .run();
    }
  }

  private Crawler.Builder crawler(OkHttpFetcher fetcher) {
    return Crawler.builder()
        .seed(server.url("/1"))
        .topic(Crawls.TOPIC)
        .fetcher(fetcher)
        .listener(log);
  }

  @Test
  void logsInBeforeTheFirstFetchThoughRobotsForbidIt() throws IOException {
    CrawlReport report = crawl(fetcher().login(server.login().build()), Long.MAX_VALUE);

    assertThat(report.orThrow().statistics().visited()).isEqualTo(5);
    assertThat(server.lines())
        .startsWith("GET /login", "POST /login", "GET /welcome", "GET /robots.txt", "GET /1");
    assertThat(StoredCrawls.texts(directory))
        .isNotEmpty()
        .noneMatch(text -> text.contains("secret-") || text.contains("hunter2"));
    assertThat(log.all().toString() + report).doesNotContain("secret-", "hunter2");
  }

  @Test
  void theDelayIsKeptFromTheFirstRequestOfTheLoginOn() {
    Duration delay = Duration.ofMillis(150);
    try (OkHttpFetcher fetcher = fetcher().login(server.login().build()).build()) {
      crawler(fetcher)
          .politeness(Politeness.builder().delay(delay).build())
          .maxPages(2)
          .build()
          .run()
          .orThrow();
    }
    assertThat(server.asked).hasSize(6);
    for (int i = 1; i < server.asked.size(); i++) {
      assertThat(server.asked.get(i).nanos() - server.asked.get(i - 1).nanos())
          .isGreaterThanOrEqualTo(delay.toNanos());
    }
  }

  @Test
  void aStopEndsALoginAtOnce() throws Exception {
    try (OkHttpFetcher fetcher = fetcher().login(server.login().build()).build();
        Crawler crawler =
            crawler(fetcher)
                .politeness(Politeness.builder().delay(Duration.ofHours(1)).build())
                .build()) {
      CrawlHandle handle = crawler.start();
      server.requests.acquire();
      handle.stop();

      assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
      assertThat(server.lines()).containsExactly("GET /login");
    }
  }

  @Test
  void sessionsThatEndCostNoPage() {
    server.pagesPerSession = 2;
    CrawlReport report = crawl(fetcher().login(server.login().build()), Long.MAX_VALUE);

    assertThat(report.orThrow().statistics().visited()).isEqualTo(5);
    assertThat(report.statistics().failed()).isZero();
  }

  @Test
  void aLoginThatFailsEndsTheCrawlBeforeItsFirstFetch() {
    FormLogin wrong = server.login().field("password", "wrong-one").build();
    CrawlReport report = crawl(fetcher().login(wrong), Long.MAX_VALUE);

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThatThrownBy(report::orThrow)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("the login at " + server.url("/login") + " failed")
        .satisfies(
            error ->
                assertThat(Throwables.getStackTraceAsString(error)).doesNotContain("wrong-one"));
    assertThat(server.lines()).containsExactly("GET /login", "POST /login");
  }

  @Test
  void aResumedCrawlLogsInOnlyIfItsSessionHasEnded() {
    FormLogin login = server.login().loggedOut(FormLogin.Sign.TEXT, "Please sign in").build();
    crawl(fetcher().keepCookies(true).login(login), 1);
    int before = server.asked.size();
    crawl(fetcher().keepCookies(true).login(login), 2);
    assertThat(log.visited()).hasSize(2);
    assertThat(server.lines().subList(before, server.asked.size()))
        .doesNotContain("GET /login", "POST /login");
    server.endSessions();
    before = server.asked.size();
    crawl(fetcher().keepCookies(true).login(login), 3);
    assertThat(log.visited()).hasSize(3);
    assertThat(server.lines().subList(before, server.asked.size())).containsOnlyOnce("POST /login");
  }

  @Test
  void aResumedCrawlHasItsCookiesIfItMayKeepThem() {
    crawl(fetcher().keepCookies(true).login(server.login().build()), 1);
    int before = server.asked.size();
    crawl(fetcher().keepCookies(true).login(server.login().build()), 2);

    assertThat(server.asked.get(before).line()).isEqualTo("GET /login");
    assertThat(server.asked.get(before).cookie()).contains("session=secret-session");
    before = server.asked.size();
    crawl(fetcher().login(server.login().build()), 3);
    assertThat(server.asked.get(before).cookie()).isEqualTo("null");
    assertThat(log.visited()).hasSize(3);
  }
}

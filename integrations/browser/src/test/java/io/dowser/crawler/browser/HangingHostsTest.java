package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages that hang in a browser do not delay other pages. */
@Timeout(180)
@Tag("slow")
class HangingHostsTest {

  private static final String HANGS = "<script>while (true);</script>";
  private static final String RENDERED = "<script>document.write('<b>ren' + 'dered</b>')</script>";
  private static final String TEXT = "<p>" + "The tide turns. ".repeat(20) + "</p>";
  private static final int STATIC_PAGES = 40;

  private Site site;

  @BeforeEach
  void open() throws IOException {
    Browsers.assume();
    site = new Site();
  }

  @AfterEach
  void close() {
    if (site != null) {
      site.close();
    }
  }

  private BrowserFetcher fetcher(RenderPolicy policy, String... settings) {
    OkHttpFetcher http =
        OkHttpFetcher.builder()
            .client(Browsers.client())
            .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
            .build();
    return BrowserFetcher.of(Browsers.settings(settings), http, policy);
  }

  private CrawlUrl url(String host, String path) {
    return CrawlUrl.of("http://" + host + ":" + site.port() + path);
  }

  @Test
  void pagesThatHangStopNoOtherPage() {
    site.html("/hangs", HANGS);
    for (int i = 0; i < STATIC_PAGES; i++) {
      site.html("/static" + i, TEXT + i + "<a href=/static" + (i + 1) + ">tide</a>");
    }
    List<FailureReason> failures = new CopyOnWriteArrayList<>();
    Crawler.Builder crawl =
        Crawler.builder()
            .topic(Topic.of("tide"))
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(4).build())
            .maxPages(STATIC_PAGES)
            .fetcher(fetcher(RenderPolicy.looksEmpty(), "renderTimeout", "2s"))
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.FetchFailed failed) {
                    failures.add(failed.failure().reason());
                  }
                });
    for (int i = 0; i < 8; i++) {
      crawl.seed(url("hung" + i + ".test", "/hangs").toString());
    }

    try (Crawler crawler = crawl.seed(url("static.test", "/static0").toString()).build()) {
      assertThat(crawler.run().orThrow().statistics().visited()).isEqualTo(STATIC_PAGES);
    }

    assertThat(failures).as("pages that have ended before").hasSizeLessThan(4);
    assertThat(failures.stream().filter(FailureReason.BUSY::equals)).isEmpty();
  }

  @Test
  void queuedPageTakesNoThreadAndIsRequestedOnce() throws Exception {
    var released = new CountDownLatch(1);
    site.hang("/held.js", released).html("/held", "<script src=/held.js></script>");
    site.html("/waits", RENDERED);
    try (BrowserFetcher fetcher = fetcher(RenderPolicy.looksEmpty())) {
      var first =
          new FutureTask<FetchResult>(() -> fetcher.fetch(FetchRequest.of(url("a.test", "/held"))));
      new Thread(first).start();
      while (!site.requests().contains("/held.js")) {
        Thread.onSpinWait();
      }

      FetchRequest request = FetchRequest.of(url("b.test", "/waits"));
      assertThat(fetcher.fetch(request))
          .isInstanceOfSatisfying(
              Failed.class,
              failed -> {
                assertThat(failed.reason()).isEqualTo(FailureReason.BUSY);
                assertThat(failed.retryable()).isTrue();
              });
      released.countDown();
      first.get(60, TimeUnit.SECONDS);

      assertThat(fetcher.fetch(request))
          .isInstanceOfSatisfying(
              Fetched.class, page -> assertThat(page.body().decode(UTF_8)).contains("rendered"));
      assertThat(site.requests()).containsOnlyOnce("/waits");
    }
  }

  @Test
  void hostOfAPageThatHangsIsNotRenderedAgainAtOnceAndOthersAre() throws Exception {
    site.html("/hangs", HANGS).html("/empty", RENDERED).html("/text", TEXT + RENDERED);
    // looking for the element fails on a page that hangs, long before the time limit of a page
    try (BrowserFetcher fetcher = fetcher(RenderPolicy.always(), "selector", "b")) {
      assertThat(reason(fetcher, "a.test", "/hangs")).isEqualTo(FailureReason.NOT_RENDERED);

      assertThat(reason(fetcher, "a.test", "/empty")).isEqualTo(FailureReason.NOT_RENDERED);
      assertThat(fetcher.fetch(FetchRequest.of(url("a.test", "/text"))))
          .isInstanceOfSatisfying(
              Fetched.class,
              page -> assertThat(page.body().decode(UTF_8)).doesNotContain("rendered"));
      assertThat(fetcher.fetch(FetchRequest.of(url("b.test", "/empty"))))
          .isInstanceOfSatisfying(
              Fetched.class, page -> assertThat(page.body().decode(UTF_8)).contains("rendered"));
    }
  }

  private FailureReason reason(BrowserFetcher fetcher, String host, String path)
      throws InterruptedException {
    return ((Failed) fetcher.fetch(FetchRequest.of(url(host, path)))).reason();
  }

  @Test
  void hostCoolsDownLongerAfterEachFailureInARow() {
    var now = new AtomicLong(Long.MAX_VALUE - 50);
    var hosts = new CoolingHosts(now::get);
    CrawlUrl page = CrawlUrl.of("http://a.test/");

    hosts.failed(page, 10);
    now.addAndGet(99);
    assertThat(hosts.isCoolingDown(page)).isTrue();
    assertThat(hosts.isCoolingDown(CrawlUrl.of("http://b.test/"))).isFalse();
    now.addAndGet(1);
    assertThat(hosts.isCoolingDown(page)).isFalse();

    hosts.failed(page, 10);
    hosts.succeeded(page); // one that was rendered at the same time
    now.addAndGet(199);
    assertThat(hosts.isCoolingDown(page)).isTrue();
    now.addAndGet(1);
    hosts.succeeded(page);
    hosts.failed(page, 10);
    now.addAndGet(100);
    assertThat(hosts.isCoolingDown(page)).isFalse();
  }
}

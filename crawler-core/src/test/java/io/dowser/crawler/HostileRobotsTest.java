package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A host whose robots.txt and links cost as much as they can, next to one with good pages. */
@Tag("slow")
class HostileRobotsTest {

  private static final int GOOD_PAGES = 300;
  private static final int LINKS = 10_000;
  private static final String RULES = rules();

  private final MockWebServer good = new MockWebServer();
  private final MockWebServer hostile = new MockWebServer();
  private final List<String> visited = new ArrayList<>();
  private int hostilePages = 2;

  @BeforeEach
  void start() throws IOException {
    good.setDispatcher(dispatcher(this::goodPage));
    hostile.setDispatcher(dispatcher(this::hostilePage));
    good.start();
    hostile.start();
  }

  @AfterEach
  void stop() {
    good.close();
    hostile.close();
  }

  @Test
  void allGoodPagesAreVisited() {
    CrawlReport report =
        crawl().limits(Limits.builder().maxDuration(Duration.ofMinutes(3)).build()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(visited).filteredOn("localhost"::equals).hasSize(GOOD_PAGES);
    assertThat(visited).filteredOn("127.0.0.1"::equals).hasSize(hostilePages);
  }

  @Test
  void limitOfTimeEndsTheCrawl() {
    hostilePages = Integer.MAX_VALUE;
    Duration limit = Duration.ofSeconds(3);

    CrawlReport report = crawl().limits(Limits.builder().maxDuration(limit).build()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.TIME);
    // 1,000 URLs matched without a look at the clock took minutes
    assertThat(report.statistics().elapsed()).isBetween(limit, limit.plusSeconds(20));
  }

  private Crawler.Builder crawl() {
    return Crawler.builder()
        .topic(Crawls.TOPIC)
        .politeness(
            Crawls.HASTY.toBuilder()
                .addressRules(AddressRules.publicAnd("localhost", "127.0.0.0/8"))
                .build())
        .listener(this::note)
        .seed("http://localhost:" + good.getPort() + "/0")
        .seed("http://127.0.0.1:" + hostile.getPort() + "/page/0");
  }

  private void note(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visit) {
      visited.add(visit.visit().url().host());
    }
  }

  private static Dispatcher dispatcher(Function<String, String> pages) {
    return new Dispatcher() {
      @Override
      public MockResponse dispatch(RecordedRequest request) {
        String path = CrawlUrl.of(request.getUrl().toString()).path();
        String type = path.equals("/robots.txt") ? "text/plain" : "text/html";
        return new MockResponse.Builder()
            .addHeader("Content-Type", type)
            .body(pages.apply(path))
            .build();
      }
    };
  }

  private String goodPage(String path) {
    if (path.equals("/robots.txt")) {
      return "";
    }
    int next = Integer.parseInt(path.substring(1)) + 1;
    return next < GOOD_PAGES ? "<a href=/" + next + ">laser</a>" : "laser";
  }

  private String hostilePage(String path) {
    if (path.equals("/robots.txt")) {
      return RULES;
    }
    int page = Integer.parseInt(path.substring("/page/".length()));
    var html = new StringBuilder();
    if (page + 1 < hostilePages) {
      html.append("<a href=/page/").append(page + 1).append(">laser</a>");
    }
    String base = "http://127.0.0.1:" + hostile.getPort() + "/" + "a".repeat(1_940) + "/";
    html.append("<base href='").append(base).append("'>");
    for (int i = html.indexOf("<a") < 0 ? 0 : 1; i < LINKS; i++) {
      html.append("<a href=").append(page).append('x').append(i).append(">laser</a>");
    }
    return html.toString();
  }

  /** The last rule forbids all of the long URLs, once every other one was looked at. */
  private static String rules() {
    var text = new StringBuilder("User-agent: *\n");
    for (int i = 0; text.length() < 500 * 1024 - 100; i++) {
      text.append("Disallow: /*").append("a".repeat(60)).append('b').append(i).append('\n');
    }
    return text.append("Disallow: /*aa/\n").toString();
  }
}

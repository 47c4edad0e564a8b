package io.dowser.crawler;

import static io.dowser.crawler.ChangingSite.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each cycle reads the sitemaps and feeds of the sites again. */
@Tag("slow")
class RecrawlListsTest extends RecrawlFixture {

  private static final Recrawl NOTHING_DUE =
      Recrawl.builder().revisitPolicy(page -> Duration.ofDays(100)).build();

  /** A page that never changes and names a feed, on a site with a sitemap. */
  @BeforeEach
  void crawlASiteWithAFeed() {
    site.on("/", request -> TAG.equals(request.getFirst("If-None-Match")) ? status(304) : home());
    site.on("/a", "about tides");
    site.on("/feed.xml", request -> feed()).on("/map.xml", request -> sitemap());
    robots("Sitemap: /map.xml");
    crawl();
    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).hasSize(1);
  }

  private static ChangingSite.Answer home() {
    String html =
        "<html><head><link rel=alternate type='application/rss+xml' href=/feed.xml></head>"
            + "<body>tides <a href=/a>tides</a></body></html>";
    return new ChangingSite.Answer(200, html, List.of("ETag", TAG));
  }

  private static ChangingSite.Answer feed(String... items) {
    return xml("<rss><channel>" + String.join("", items) + "</channel></rss>");
  }

  private String item(String path, String more) {
    return "<item><title>x</title><link>" + site.url(path) + "</link>" + more + "</item>";
  }

  private ChangingSite.Answer sitemap(String... paths) {
    var urls = new StringBuilder();
    for (String path : paths) {
      urls.append("<url><loc>").append(site.url(path)).append("</loc></url>");
    }
    return xml("<urlset>" + urls + "</urlset>");
  }

  private static ChangingSite.Answer xml(String text) {
    return new ChangingSite.Answer(200, text, List.of("Content-Type", "text/xml"));
  }

  private void robots(String... lines) {
    String text = "User-agent: *\n" + String.join("\n", lines) + "\n";
    site.on(
        "/robots.txt",
        request -> new ChangingSite.Answer(200, text, List.of("Content-Type", "text/plain")));
  }

  /** Rules of a robots.txt are kept for a day. */
  private void recrawlAfter(int days) {
    site.forgetRequests();
    run(
        Crawler.recrawl(directory, NOTHING_DUE)
            .means(
                Means.builder()
                    .clock(Clock.offset(Clock.systemUTC(), Duration.ofDays(days)))
                    .build())
            .listener(log));
  }

  @Test
  void newPagesOfFeedsAndSitemapsAreFetchedThoughNoPageIsDue() {
    site.on("/feed.xml", request -> feed(item("/news", ""))).on("/news", "news of tides");
    site.on("/map.xml", request -> sitemap("/listed")).on("/listed", "listed tides");

    recrawl(NOTHING_DUE);

    assertThat(log.visited()).containsExactlyInAnyOrder(site.url("/news"), site.url("/listed"));
    assertThat(site.requestedPages()).containsExactlyInAnyOrder("/news", "/listed");
    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).hasSize(1);
  }

  @Test
  void eachCycleReadsThemOnce() {
    recrawl();
    recrawl();

    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).hasSize(1);
  }

  @Test
  void dateInAFeedMakesAPageDue() {
    String date = "<pubDate>01 Jan 2999 00:00:00 GMT</pubDate>";
    site.on("/feed.xml", request -> feed(item("/a", date))).on("/a", "tides of today");

    recrawl(NOTHING_DUE);

    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(site.requestedPages()).containsExactly("/a");
  }

  @Test
  void dateDoesNotMakeAPageDueThatWasCheckedJustBefore() {
    String date = "<pubDate>01 Jan 2999 00:00:00 GMT</pubDate>";
    site.on("/other.xml", request -> feed(item("/a", date)));
    String html =
        "<html><head><link rel=alternate type='application/rss+xml' href=/other.xml></head>"
            + "<body>other tides <a href=/a>tides</a></body></html>";
    site.on("/", request -> new ChangingSite.Answer(200, html, List.of()));

    site.forgetRequests();
    run(
        Crawler.recrawl(directory, Recrawl.builder().revisitPolicy(new HomeLast()).build())
            .persistence(Persistence.builder().commitAfter(Duration.ofMinutes(1)).build())
            .listener(log));

    assertThat(site.requestedPages()).containsExactly("/a", "/");
    assertThat(site.requests("/other.xml")).hasSize(1);
  }

  private static final class HomeLast implements RevisitPolicy {

    @Override
    public Duration interval(RecheckHistory page) {
      return Duration.ZERO;
    }

    @Override
    public double priority(RecheckHistory page, Instant now) {
      return page.url().path().equals("/") ? 0 : 1;
    }
  }

  @Test
  void listsOfACycleThatWasStoppedAreReadOnceInTheNextOne() {
    site.on("/feed.xml", request -> feed(item("/news", ""))).on("/news", "news of tides");
    try (Crawler crawler = Crawler.recrawl(directory, NOTHING_DUE).listener(log).build()) {
      crawler.start().stop();
    }

    recrawl(NOTHING_DUE);
    recrawl(NOTHING_DUE);

    assertThat(log.visited()).containsExactly(site.url("/news"));
    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).hasSize(1);
  }

  @Test
  void someFeedsAreReadAgainAndSitemapsHaveRoomBesideThem() {
    String[] pages = {"/p0", "/p1", "/p2", "/p3", "/p4", "/p5"};
    site.on("/", "many tides", pages);
    for (int i = 0; i < pages.length; i++) {
      var html = new StringBuilder("<html><head>");
      for (int feed = 10 * i; feed < 10 * i + 10; feed++) {
        html.append("<link rel=alternate type='application/rss+xml' href=/" + feed + ".xml>");
        site.on("/" + feed + ".xml", request -> feed());
      }
      html.append("</head><body>tides ").append(i).append("</body></html>");
      site.on(pages[i], request -> new ChangingSite.Answer(200, html.toString(), List.of()));
    }
    recrawl();
    assertThat(numberedFeeds()).as("with a sitemap and a feed 50 lists").isEqualTo(48);

    recrawl();

    assertThat(numberedFeeds()).as("with a feed 25").isEqualTo(24);
    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).hasSize(1);
  }

  private int numberedFeeds() {
    return IntStream.range(0, 60).map(i -> site.requests("/" + i + ".xml").size()).sum();
  }

  @Test
  void dateOfAPageThatIsNotRelevantDoesNotMakeItDueIfOnlyRelevantOnesAre() {
    site.on("/a", "nothing of interest");
    recrawl();
    String date = "<pubDate>01 Jan 2999 00:00:00 GMT</pubDate>";
    site.on("/feed.xml", request -> feed(item("/a", date)));

    recrawl(
        Recrawl.builder().revisitPolicy(page -> Duration.ofDays(100)).onlyRelevant(true).build());

    assertThat(site.requestedPages()).isEmpty();
  }

  @Test
  void robotsTxtThatIsTooOldIsReadFirstAndMayNameOtherSitemaps() {
    robots("Sitemap: /other.xml");
    site.on("/other.xml", request -> sitemap("/listed")).on("/listed", "listed tides");

    recrawlAfter(2);

    assertThat(site.firstRequest()).isEqualTo("/robots.txt");
    assertThat(site.requests("/robots.txt")).hasSize(1);
    assertThat(site.requests("/feed.xml")).hasSize(1);
    assertThat(site.requests("/map.xml")).isEmpty();
    assertThat(log.visited()).containsExactly(site.url("/listed"));
  }

  @Test
  void feedThatRobotsTxtForbidsSinceIsNotRead() {
    robots("Disallow: /feed.xml", "Sitemap: /map.xml");

    recrawlAfter(2);
    assertThat(site.requests("/feed.xml")).isEmpty();
    assertThat(site.requests("/map.xml")).hasSize(1);

    recrawl(NOTHING_DUE);
    assertThat(site.requests("/feed.xml")).isEmpty();
  }

  @Test
  void siteWithoutFeedsHasItsSitemapsReadAgainAfterARobotsTxtThatIsTooOld() {
    site.on("/feed.xml", request -> status(410));
    recrawl(NOTHING_DUE);
    site.on("/map.xml", request -> sitemap("/listed")).on("/listed", "listed tides");

    recrawlAfter(2);

    assertThat(site.requests("/feed.xml")).as("a feed that is gone").isEmpty();
    assertThat(site.requests("/map.xml")).hasSize(1);
    assertThat(log.visited()).containsExactly(site.url("/listed"));
  }

  @Test
  void feedThatFailsIsReadInTheNextCycle() {
    site.on("/feed.xml", request -> status(500));
    recrawl(NOTHING_DUE);
    int times = site.requests("/feed.xml").size();

    recrawl(NOTHING_DUE);

    assertThat(times).as("as often as a page that fails").isEqualTo(3);
    assertThat(site.requests("/feed.xml")).hasSize(3);
  }
}

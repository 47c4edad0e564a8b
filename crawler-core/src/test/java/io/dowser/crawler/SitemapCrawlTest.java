package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitemapCrawlTest {

  private static final RobotsPolicy READ = RobotsPolicy.builder().maxSitemapUrls(3).build();
  private static final String SEED = "http://a.test/";
  private static final String FEED = "application/rss+xml";

  private final EventLog log = new EventLog();

  @TempDir Path directory;

  /** Hosts b and d turn out relevant, c does not; d is beyond the scope. */
  private static InMemoryWeb.Builder hosts() {
    return InMemoryWeb.builder()
        .page(SEED, "", "laser", "http://b.test/", "http://c.test/", "http://d.test/")
        .page("http://b.test/", "", "laser")
        .page("http://b.test/hidden", "", "laser")
        .page("http://c.test/", "", "nothing")
        .page("http://d.test/", "", "laser")
        .document(
            "http://b.test/sitemap.xml", "text/xml", "<url><loc>http://b.test/hidden</loc></url>");
  }

  @Test
  void usualSitemapIsTriedOfEachHostInTheScopeThatTurnsOutRelevant() {
    InMemoryFetcher fetcher = hosts().build().fetcher();

    crawl(fetcher)
        .stayOn(Scope.of("a.test", "b.test", "c.test").beyond())
        .politeness(Politeness.builder().robots(READ).build())
        .build()
        .run();

    assertThat(log.visited()).contains("http://d.test/", "http://b.test/hidden");
    assertThat(times(fetcher, SEED + "sitemap.xml")).isEqualTo(1);
    assertThat(times(fetcher, "http://b.test/sitemap.xml")).isEqualTo(1);
    assertThat(times(fetcher, "http://c.test/sitemap.xml")).isZero();
    assertThat(times(fetcher, "http://d.test/sitemap.xml")).isZero();
    assertThat(log.all(CrawlEvent.FetchFailed.class)).as("a 404 is silent").isEmpty();
  }

  @Test
  void sitemapOfAnOverloadedServerIsRequestedAgainAfterItsDelay() {
    InMemoryFetcher web = hosts().build().fetcher();
    AtomicBoolean isOverloaded = new AtomicBoolean(true);
    Fetcher overloaded =
        request ->
            request.url().toString().equals("http://b.test/sitemap.xml")
                    && isOverloaded.getAndSet(false)
                ? new FetchResult.Failed(
                    request.url(),
                    FetchResult.FailureReason.HTTP_STATUS,
                    503,
                    "busy",
                    true,
                    FetchResult.NO_HEADERS)
                : web.fetch(request);

    Crawls.of(hosts().build(), SEED)
        .fetcher(overloaded)
        .listener(log)
        .politeness(Crawls.HASTY.toBuilder().robots(READ).build())
        .build()
        .run();

    assertThat(log.visited()).contains("http://b.test/hidden");
    assertThat(log.all(CrawlEvent.HostSlowed.class))
        .extracting(CrawlEvent.HostSlowed::host)
        .containsExactly("b.test");
  }

  @Test
  void sitemapsThatAlwaysFailDoNotCostTheirHost() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(SEED, "", "laser", "/1", "/2")
            .page(SEED + "1", "", "laser")
            .page(SEED + "2", "", "laser")
            .document(SEED + "robots.txt", "text/plain", "Sitemap: /a.xml\nSitemap: /b.xml")
            .status(SEED + "a.xml", 500)
            .status(SEED + "b.xml", 500)
            .build();

    CrawlReport report =
        Crawls.of(web, SEED)
            .listener(log)
            .politeness(Crawls.HASTY.toBuilder().robots(READ).build())
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(3);
    assertThat(report.statistics().retries())
        .isEqualTo(4)
        .isEqualTo(log.all(CrawlEvent.FetchFailed.class).size());
  }

  @Test
  void usualSitemapIsNotTriedIfItIsNamedElsewhereForbiddenOrNotWanted() {
    String sitemap = "http://b.test/sitemap.xml";
    InMemoryFetcher unwanted = hosts().build().fetcher();
    InMemoryFetcher named = withRobots("Sitemap: http://b.test/map.txt");
    InMemoryFetcher forbidden = withRobots("User-agent: *\nDisallow: /sitemap.xml");

    crawl(unwanted)
        .politeness(
            Politeness.builder().robots(READ.toBuilder().guessSitemap(false).build()).build())
        .build()
        .run();
    crawl(named).politeness(Politeness.builder().robots(READ).build()).build().run();
    crawl(forbidden).politeness(Politeness.builder().robots(READ).build()).build().run();

    assertThat(times(unwanted, sitemap)).isZero();
    assertThat(times(named, sitemap)).isZero();
    assertThat(times(named, "http://b.test/map.txt")).isEqualTo(1);
    assertThat(times(forbidden, sitemap)).isZero();
  }

  private static InMemoryFetcher withRobots(String text) {
    return hosts().document("http://b.test/robots.txt", "text/plain", text).build().fetcher();
  }

  /** Named by robots.txt, a sitemap may be on another host, and in any folder. */
  @Test
  void entriesAreThoseOfTheSiteWhoseRobotsTxtNamesTheSitemapHoweverTheyAreWritten() {
    String site = "http://xn--mller-kva.test/";
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(site, "", "")
            .page(site + "%E4%B8%AD/1", "", "")
            .page(site + "2", "", "")
            .page(site + "3", "", "")
            .document(
                site + "robots.txt",
                "text/plain",
                "Sitemap: http://m\u00FCller.test/maps/a.txt\nSitemap: http://cdn.test/b.txt")
            .document(
                site + "maps/a.txt",
                "text/plain",
                "http://m\u00FCller.test:80/\u4E2D/1\nhttp://other.test/no\n")
            .document("http://cdn.test/b.txt", "text/plain", site + "2\nhttp://other.test/no")
            .build();

    Crawls.of(web, site)
        .listener(log)
        .politeness(Politeness.builder().robots(READ).build())
        .build()
        .run();

    assertThat(log.visited()).containsExactlyInAnyOrder(site, site + "%E4%B8%AD/1", site + "2");
  }

  @Test
  void sitemapOnAnotherHostIsReadIfItsRobotsTxtAllows() {
    InMemoryFetcher fetcher =
        hosts()
            .document(SEED + "robots.txt", "text/plain", "Sitemap: http://cdn.test/map.txt")
            .document("http://cdn.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /")
            .document("http://cdn.test/map.txt", "text/plain", SEED + "no")
            .build()
            .fetcher();

    crawl(fetcher).politeness(Politeness.builder().robots(READ).build()).build().run();

    assertThat(times(fetcher, "http://cdn.test/robots.txt")).isEqualTo(1);
    assertThat(times(fetcher, "http://cdn.test/map.txt")).isZero();
  }

  /** Without words in the list, those of the path count; of equal scores the newest goes first. */
  @Test
  void entriesAreScoredByTheirWordsAndTheBestAreTaken() {
    InMemoryFetcher fetcher = listOfFive().fetcher();
    List<Visit> visits = new ArrayList<>();

    crawl(fetcher)
        .politeness(Politeness.builder().robots(READ).build())
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                visits.add(visited.visit());
              }
            })
        .build()
        .run();

    assertThat(log.visited())
        .containsExactly(SEED, SEED + "laser-light", SEED + "titled", SEED + "new");
    assertThat(visits.get(1).candidate())
        .satisfies(
            entry -> {
              assertThat(entry.score()).isEqualTo(1);
              assertThat(entry.parent()).isEqualTo(visits.get(0).candidate().sequence());
              assertThat(entry.depth()).isZero();
            });
  }

  @Test
  void resumedCrawlHasTheEntriesWithTheirScores() {
    for (int pages : List.of(1, 2, 3)) {
      Path where = directory.resolve("after" + pages);
      EventLog both = new EventLog();

      InMemoryFetcher fetcher = listOfFive().fetcher();

      for (int most : List.of(pages, 100)) {
        crawl(fetcher)
            .politeness(Politeness.builder().robots(READ).build())
            .directory(where)
            .listener(both)
            .maxPages(most)
            .persistence(Persistence.builder().commitVisits(1).allowChanged(true).build())
            .build()
            .run()
            .orThrow();
      }

      assertThat(both.visited())
          .as("resumed after %d", pages)
          .containsExactly(SEED, SEED + "laser-light", SEED + "titled", SEED + "new");
      assertThat(times(fetcher, SEED + "map.xml")).as("resumed after %d", pages).isEqualTo(1);
    }
  }

  private static InMemoryWeb listOfFive() {
    return InMemoryWeb.builder()
        .page(SEED, "", "")
        .page(SEED + "old", "", "")
        .page(SEED + "none", "", "")
        .page(SEED + "new", "", "")
        .page(SEED + "titled", "", "")
        .page(SEED + "laser-light", "", "")
        .document("http://a.test/robots.txt", "text/plain", "Sitemap: /map.xml")
        .document(
            SEED + "map.xml",
            "text/xml",
            entry("none", "")
                .concat(entry("old", "<lastmod>2001</lastmod>"))
                .concat(entry("new", "<lastmod>2002-02-02</lastmod>"))
                .concat(entry("titled", "<news:news><news:title>Laser</news:title></news:news>"))
                .concat(entry("laser-light", "<lastmod>2000</lastmod>"))
                .transform(entries -> "<urlset>" + entries + "</urlset>"))
        .build();
  }

  private static String entry(String path, String more) {
    return "<url><loc>" + SEED + path + "</loc>" + more + "</url>";
  }

  @Test
  void feedsOfRelevantPagesAreReadOnceAndMayLeadToOtherHosts() {
    String rss =
        "<rss><channel><item><link>http://b.test/1</link><title>x</title></item>"
            + "<item><link>story</link></item></channel></rss>";
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .document(
                SEED, "text/html", page("laser <a href=two>x</a> <a href=three>x</a>", "feeds/all"))
            .document(
                SEED + "two",
                "text/html",
                page("laser", "/feeds/all", "/closed/feed", "//b.test/feed"))
            .document(SEED + "three", "text/html", page("nothing", "/unwanted"))
            .page("http://b.test/1", "", "")
            .page(SEED + "feeds/story", "", "")
            .document("http://a.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /closed/")
            .document(SEED + "feeds/all", FEED, rss)
            .build()
            .fetcher();

    crawl(fetcher).politeness(Politeness.builder().robots(READ).build()).build().run();

    assertThat(log.visited())
        .containsExactlyInAnyOrder(
            SEED, SEED + "two", SEED + "three", "http://b.test/1", SEED + "feeds/story");
    assertThat(times(fetcher, SEED + "feeds/all")).isEqualTo(1);
    assertThat(times(fetcher, SEED + "closed/feed")).isZero();
    assertThat(times(fetcher, SEED + "unwanted")).isZero();
    assertThat(refused()).containsExactly("http://a.test/closed/feed FORBIDDEN");
  }

  @Test
  void feedsOnOtherHostsAreReadIfScopeAndTheirRobotsTxtAllow() {
    String rss = "<rss><item><link>/1</link></item></rss>";
    String[] feeds = {
      "//b.test/moved", "//closed.test/feed", "//broken.test/feed", "//other.test/feed"
    };
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .document(SEED, "text/html", page("laser <a href=two>x</a>", feeds))
            .document(SEED + "two", "text/html", page("laser", feeds))
            .redirect("http://b.test/moved", "http://b.test/feed")
            .document("http://b.test/feed", FEED, rss)
            .page("http://b.test/1", "", "")
            .document("http://closed.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /")
            .document("http://closed.test/feed", FEED, rss)
            .failure("http://broken.test/robots.txt", FetchResult.FailureReason.FORBIDDEN_ADDRESS)
            .document("http://broken.test/feed", FEED, rss)
            .document("http://other.test/feed", FEED, rss)
            .build()
            .fetcher();

    CrawlReport report =
        crawl(fetcher)
            .stayOn(Scope.of("a.test", "b.test", "closed.test", "broken.test"))
            .politeness(Politeness.builder().robots(READ).build())
            .build()
            .run();

    assertThat(log.visited()).containsExactlyInAnyOrder(SEED, SEED + "two", "http://b.test/1");
    assertThat(times(fetcher, "http://b.test/robots.txt")).isEqualTo(1);
    assertThat(times(fetcher, "http://b.test/moved")).isEqualTo(1);
    assertThat(times(fetcher, "http://b.test/feed")).isEqualTo(1);
    for (String host : List.of("closed.test", "broken.test", "other.test")) {
      assertThat(times(fetcher, "http://" + host + "/feed")).as(host).isZero();
    }
    assertThat(refused())
        .contains(
            "http://closed.test/feed FORBIDDEN",
            "http://broken.test/feed FORBIDDEN",
            "http://other.test/feed OUT_OF_SCOPE");
    assertThat(log.all(CrawlEvent.Dropped.class)).isEmpty();
    assertThat(report.statistics().failed()).as("no page has failed").isZero();
    assertThat(report.statistics().pending()).isZero();
  }

  private List<String> refused() {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .map(link -> link.target() + " " + link.reason())
        .distinct()
        .toList();
  }

  private static String page(String body, String... feeds) {
    var head = new StringBuilder();
    for (String feed : feeds) {
      head.append("<link rel=alternate type='" + FEED + "' href='").append(feed).append("'>");
    }
    return "<head>" + head + "</head><body>" + body + "</body>";
  }

  private static int times(InMemoryFetcher fetcher, String url) {
    return fetcher.timesFetched(CrawlUrl.of(url));
  }

  /** Pages are relevant if they have the word; links score 1 if their anchor has it, else 0. */
  private Crawler.Builder crawl(InMemoryFetcher fetcher) {
    return Crawls.of(InMemoryWeb.builder().build(), SEED)
        .fetcher(fetcher)
        .judge(page -> page.text().contains("laser") ? 1 : 0)
        .scorer(
            page -> link -> link.anchorText().toLowerCase(Locale.ROOT).contains("laser") ? 1 : 0)
        .listener(log);
  }
}

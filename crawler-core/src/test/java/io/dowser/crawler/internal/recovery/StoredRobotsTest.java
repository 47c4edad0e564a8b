package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.StoredCrawls;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was read about sites is in the crawl's directory: on more sites than memory holds. */
@Tag("slow")
class StoredRobotsTest {

  /** Memory holds 1,000. */
  private static final int HOSTS = 1_300;

  @TempDir Path directory;

  @Test
  void rulesThatLeftMemoryComeFromTheStoreWithoutASecondRequest() {
    InMemoryFetcher fetcher = web().fetcher();

    CrawlReport report = crawl(fetcher).directory(directory).build().run();

    assertThat(report.statistics().visited()).isEqualTo(1 + 2 * HOSTS);
    assertThat(timesAsked(fetcher)).containsOnly(1);
    assertThat(stored(directory)).isEqualTo(1 + HOSTS);
  }

  @Test
  void withoutADirectoryTheyAreAskedForAgain() {
    InMemoryFetcher fetcher = web().fetcher();

    CrawlReport report = crawl(fetcher).build().run();

    assertThat(report.statistics().visited()).isEqualTo(1 + 2 * HOSTS);
    assertThat(timesAsked(fetcher)).contains(2);
  }

  @Test
  void rulesSurviveTheDeathOfTheProcess() {
    InMemoryFetcher fetcher = web().fetcher();
    List<Path> copies = new ArrayList<>();
    crawl(fetcher)
        .directory(directory.resolve("whole"))
        .persistence(Persistence.builder().commitVisits(1).build())
        .maxPages(1 + HOSTS + 1)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited v && v.visit().number() == 2 + HOSTS) {
                copies.add(
                    StoredCrawls.copy(directory.resolve("whole"), directory.resolve("copy")));
              }
            })
        .build()
        .run();
    assertThat(copies).hasSize(1);
    assertThat(stored(copies.get(0))).isEqualTo(1 + HOSTS);
    InMemoryFetcher afterwards = web().fetcher();

    CrawlReport report =
        crawl(afterwards).directory(copies.get(0)).maxPages(Long.MAX_VALUE).build().run();

    assertThat(report.statistics().visited()).isEqualTo(1 + 2 * HOSTS);
    assertThat(timesAsked(afterwards)).containsOnly(0);
  }

  /** Rules that were read under another name say nothing. */
  @Test
  void rulesForAnotherProductTokenAreAskedForAnew() {
    InMemoryWeb web = InMemoryWeb.builder().page("http://a.test/", "", "", "/x").build();
    CrawlUrl robots = CrawlUrl.of("http://a.test/robots.txt");
    Crawls.of(web, "http://a.test/").directory(directory).maxPages(1).build().run();
    InMemoryFetcher fetcher = web.fetcher();

    Crawls.of(web, "http://a.test/")
        .fetcher(
            new Fetcher() {
              @Override
              public FetchResult fetch(FetchRequest request) throws InterruptedException {
                return fetcher.fetch(request);
              }

              @Override
              public String productToken() {
                return "other";
              }
            })
        .directory(directory)
        .maxPages(2)
        .persistence(Persistence.builder().allowChanged(true).build())
        .build()
        .run();

    assertThat(fetcher.timesFetched(robots)).isEqualTo(1);
  }

  @Test
  void pagesOfSitemapsAreInTheStoreAndSitemapsThatWereNotReadYetAreReadAfterwards() {
    InMemoryWeb web = sitemaps(20);
    Path whole = directory.resolve("whole");
    List<Path> copies = new ArrayList<>();
    withSitemaps(web, web.fetcher(), whole)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited) {
                copies.add(StoredCrawls.copy(whole, directory.resolve("copy" + copies.size())));
              }
            })
        .build()
        .run();
    assertThat(StoredCrawls.visited(whole)).hasSize(1 + 20);
    assertThat(
            StoredCrawls.strings(whole, "SELECT url FROM url WHERE referrer IS NULL ORDER BY url"))
        .hasSize(1 + 20);

    for (Path copy : List.of(copies.get(0), copies.get(5), copies.get(15))) {
      int before = StoredCrawls.visited(copy).size();
      InMemoryFetcher fetcher = web.fetcher();
      withSitemaps(web, fetcher, copy).build().run();

      assertThat(StoredCrawls.visited(copy))
          .as("resumed after %d visits", before)
          .containsExactlyInAnyOrderElementsOf(StoredCrawls.visited(whole));
      int again = before == 0 ? 1 : 0; // it is committed with the first visit
      assertThat(fetcher.timesFetched(CrawlUrl.of("http://a.test/robots.txt"))).isEqualTo(again);
    }
  }

  private static Crawler.Builder withSitemaps(
      InMemoryWeb web, InMemoryFetcher fetcher, Path where) {
    return Crawls.of(web, "http://a.test/")
        .fetcher(fetcher)
        .politeness(
            Politeness.builder().robots(RobotsPolicy.builder().maxSitemapUrls(100).build()).build())
        .directory(where)
        .persistence(Persistence.builder().commitVisits(1).build());
  }

  /** A site whose pages nothing but its sitemaps leads to, one each. */
  private static InMemoryWeb sitemaps(int count) {
    var robots = new StringBuilder();
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://a.test/", "", "");
    for (int i = 0; i < count; i++) {
      robots.append("Sitemap: http://a.test/map").append(i).append(".txt\n");
      web.document("http://a.test/map" + i + ".txt", "text/plain", "http://a.test/p" + i + "\n");
      web.page("http://a.test/p" + i, "", "page " + i);
    }
    return web.document("http://a.test/robots.txt", "text/plain", robots.toString()).build();
  }

  private static Crawler.Builder crawl(InMemoryFetcher fetcher) {
    return Crawls.of(web(), "http://start.test/")
        .fetcher(fetcher)
        .frontier("breadth-first", Map.of());
  }

  /** All first pages come before all second ones, so that each host is met twice. */
  private static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[HOSTS];
    for (int i = 0; i < HOSTS; i++) {
      links[i] = "http://h" + i + ".test/";
      web.page(links[i], "", "one " + i, "/two");
      web.page(links[i] + "two", "", "two " + i);
    }
    return web.page("http://start.test/", "", "", links).build();
  }

  private static List<Integer> timesAsked(InMemoryFetcher fetcher) {
    List<Integer> times = new ArrayList<>();
    for (int i = 0; i < HOSTS; i++) {
      times.add(fetcher.timesFetched(CrawlUrl.of("http://h" + i + ".test/robots.txt")));
    }
    return times;
  }

  private static int stored(Path crawl) {
    return StoredCrawls.strings(crawl, "SELECT name FROM state WHERE name LIKE 'robots %'").size();
  }
}

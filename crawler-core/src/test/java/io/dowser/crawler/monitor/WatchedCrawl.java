package io.dowser.crawler.monitor;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A running crawl of a chain of hosts, whose texts try to become scripts. */
final class WatchedCrawl implements AutoCloseable {

  static final String EVIL =
      "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>";

  private final Crawler crawler;
  final CrawlHandle handle;

  private WatchedCrawl(Crawler crawler) {
    this.crawler = crawler;
    this.handle = crawler.start();
  }

  /** Starts a crawl that takes minutes, a page each tenth of a second. */
  static WatchedCrawl slow(String name) {
    return new WatchedCrawl(builder(name).build());
  }

  /** Starts one that keeps the parts of scores, which have an evil name. */
  static WatchedCrawl explained(String name, Path directory) {
    return new WatchedCrawl(
        builder(name)
            .directory(directory)
            .persistence(Persistence.builder().explanations(true).build())
            .scorer(page -> new Explaining())
            .build());
  }

  /** Starts a crawl of a web whose pages read like pages, for a minute or two. */
  static WatchedCrawl legible(String name) {
    RandomWeb web = RandomWeb.builder(7).pages(2_000).hosts(12).build();
    return new WatchedCrawl(
        Crawls.of(web)
            .means(Means.builder().name(name).build())
            .politeness(Politeness.builder().delay(Duration.ofMillis(100)).build())
            .build());
  }

  private static Crawler.Builder builder(String name) {
    return Crawls.of(chain(2_000), "http://host0.test/0")
        .means(Means.builder().name(name).build())
        .politeness(Politeness.builder().delay(Duration.ofMillis(100)).build())
        .limits(Limits.builder().idle(Duration.ofMinutes(5)).build());
  }

  private static final class Explaining implements PageScoring {

    @Override
    public double score(Link link) {
      return explain(link).value();
    }

    @Override
    public Explanation explain(Link link) {
      return Explanation.sum(
          "score", List.of(Explanation.of(EVIL, 0.25), Explanation.of("other", 0.5)));
    }
  }

  /** Each page links to the next one, and to one of another host. */
  private static InMemoryWeb chain(int pages) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < pages; i++) {
      List<WebLink> links = new ArrayList<>();
      links.add(WebLink.to(url(i + 1), EVIL));
      links.add(WebLink.to("http://other" + i % 7 + ".test/" + i, "other"));
      String text = i % 2 == 0 ? "laser" : "nothing";
      web.page(new WebPage(CrawlUrl.of(url(i)), EVIL, text + " " + i, links));
    }
    return web.page("http://seeded.test/", "", "laser seeded").build();
  }

  private static String url(int page) {
    return "http://host" + page % 3 + ".test/" + page;
  }

  @Override
  public void close() {
    crawler.close();
  }
}

package io.dowser.crawler.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.CrawlHistory.UrlStatus.State;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.EventLog;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.StoredCrawls;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkAdmissionTest {

  private final EventLog log = new EventLog();

  @ParameterizedTest
  @CsvSource({
    "/a/a/a/a/a,REPEATED_SEGMENTS",
    "/events?year=3000,CALENDAR",
    "http://other.test/,OUT_OF_SCOPE"
  })
  void redirectIsRefusedForWhatALinkIsRefused(String location, SkipReason reason) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/hop", location)
            .redirect("http://a.test/hop", location)
            .build();

    List<SkippedLink> skipped = skippedBy(web, TrapRules.DEFAULT);

    assertThat(skipped)
        .as("once as a link, once as the target of a redirect")
        .extracting(SkippedLink::reason)
        .containsExactly(reason, reason);
    assertThat(log.visited()).containsExactly("http://a.test/");
  }

  @Test
  void eachHopOfAChainIsChecked() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/hop")
            .redirect("http://a.test/hop", "/second")
            .redirect("http://a.test/second", "/b/b/b/b/b")
            .page("http://a.test/b/b/b/b/b", "", "")
            .build();

    List<SkippedLink> skipped = skippedBy(web, TrapRules.DEFAULT);

    CrawlUrl trap = CrawlUrl.of("http://a.test/b/b/b/b/b");
    assertThat(skipped).containsExactly(new SkippedLink(trap, SkipReason.REPEATED_SEGMENTS));
    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(log.all(CrawlEvent.Redirected.class))
        .extracting(CrawlEvent.Redirected::followed)
        .containsExactly(true, false);
  }

  @Test
  void redirectToAHostThatHasGivenEnoughIsRefused() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    web.page("http://a.test/", "", "", "http://trap.test/0", "http://b.test/hop");
    for (int i = 0; i < 30; i++) {
      web.page("http://trap.test/" + i, "", "text " + i, "/" + (i + 1));
    }
    web.redirect("http://b.test/hop", "http://trap.test/inside");
    web.page("http://trap.test/inside", "", "inside");

    List<SkippedLink> skipped =
        skippedBy(web.build(), TrapRules.builder().pagesPerHost(1).build(), "trap.test", "b.test");

    assertThat(skipped).extracting(SkippedLink::reason).containsExactly(SkipReason.HOST_BUDGET);
    assertThat(log.visited()).containsExactly("http://a.test/", "http://trap.test/0");
  }

  @Test
  void redirectsCountTowardsThePatternsOfTheirTargets() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[12];
    for (int i = 0; i < links.length; i++) {
      links[i] = "/" + (char) ('a' + i);
      web.redirect("http://a.test" + links[i], "/page/" + i);
      web.page("http://a.test/page/" + i, "", "page " + i);
    }
    web.page("http://a.test/", "", "", links);

    List<SkippedLink> skipped =
        skippedBy(web.build(), TrapRules.builder().maxUrlsPerPattern(5).build());

    assertThat(skipped)
        .hasSize(7)
        .allSatisfy(each -> assertThat(each.reason()).isEqualTo(SkipReason.PATTERN_EXPLOSION));
    assertThat(log.visited()).hasSize(6);
  }

  @Test
  void redirectWithinOnePatternTakesThePlaceOfTheLink() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[5];
    for (int i = 0; i < links.length; i++) {
      links[i] = "/page/" + i;
      web.redirect("http://a.test/page/" + i, "/page/" + (i + 100));
      web.page("http://a.test/page/" + (i + 100), "", "page " + i);
    }
    web.page("http://a.test/", "", "", links);

    List<SkippedLink> skipped =
        skippedBy(web.build(), TrapRules.builder().maxUrlsPerPattern(5).build());

    assertThat(skipped).isEmpty();
    assertThat(log.visited()).hasSize(6);
  }

  @Test
  void entriesOfASitemapPassTheChecksOfLinks() {
    var entries = new StringBuilder();
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 9; i++) {
      entries.append("http://a.test/page/").append(i).append('\n');
      web.page("http://a.test/page/" + i, "", "page " + i);
    }
    entries.append("http://a.test/a/a/a/a/a\n");
    web.page("http://a.test/", "", "");
    web.document("http://a.test/robots.txt", "text/plain", "Sitemap: http://a.test/map.txt");
    web.document("http://a.test/map.txt", "text/plain", entries.toString());

    Crawls.of(web.build(), "http://a.test/")
        .politeness(
            Politeness.builder().robots(RobotsPolicy.builder().maxSitemapUrls(100).build()).build())
        .strategy(
            Strategy.builder().traps(TrapRules.builder().maxUrlsPerPattern(5).build()).build())
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).hasSize(6);
    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.page()).hasToString("http://a.test/map.txt");
              assertThat(event.links())
                  .extracting(SkippedLink::reason)
                  .containsOnly(SkipReason.PATTERN_EXPLOSION, SkipReason.REPEATED_SEGMENTS)
                  .hasSize(5);
            });
  }

  @Test
  void seedsAreTakenWhateverFilterTrapsAndPatternsSay() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/a/a/a/a/1", "", "one")
            .page("http://a.test/a/a/a/a/2", "", "two")
            .build();

    Crawls.of(web, "http://a.test/a/a/a/a/1", "http://a.test/a/a/a/a/2")
        .strategy(
            Strategy.builder()
                .linkPolicy(LinkPolicy.urls(url -> false, "none"))
                .traps(TrapRules.builder().maxUrlsPerPattern(1).build())
                .build())
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).hasSize(2);
  }

  @Test
  void storeKeepsWhyARedirectWasRefused(@TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/hop")
            .redirect("http://a.test/hop", "/a/a/a/a/a")
            .build();

    Crawls.of(web, "http://a.test/").directory(directory).build().run();

    assertThat(
            StoredCrawls.strings(
                directory, "SELECT status || ' ' || detail FROM visit WHERE id = 1"))
        .containsExactly(
            "REDIRECTED redirects to 'http://a.test/a/a/a/a/a', which is refused:"
                + " REPEATED_SEGMENTS");
  }

  private List<SkippedLink> skippedBy(InMemoryWeb web, TrapRules rules, String... alsoInScope) {
    InMemoryFetcher fetcher = web.fetcher();
    CrawlReport report =
        Crawls.of(web, "http://a.test/")
            .fetcher(fetcher)
            .stayOn(Scope.HOST.including(alsoInScope))
            .strategy(Strategy.builder().traps(rules).build())
            .listener(log)
            .build()
            .run();
    List<SkippedLink> skipped =
        log.all(CrawlEvent.LinksSkipped.class).stream()
            .flatMap(event -> event.links().stream())
            .toList();
    assertThat(report.statistics().skipped()).isEqualTo(skipped.size());
    skipped.forEach(each -> assertThat(fetcher.order()).doesNotContain(each.target()));
    return skipped;
  }

  @Test
  void eachLinkThatIsNotQueuedHasItsReason(@TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.test/", "text/html", LINKS_OF_ALL_KINDS)
            .page("http://a.test/near", "", "tides", "/deep", "/gone")
            .page("http://a.test/third", "", "other")
            .build();

    CrawlReport report = crawlOneLink(web, directory);

    assertThat(report.statistics().skipped()).isEqualTo(9);
    assertThat(report.metrics().problems())
        .containsEntry("link skipped: nofollow", 1L)
        .containsEntry("link skipped: ugc", 1L)
        .containsEntry("link skipped: sponsored", 1L)
        .containsEntry("link skipped: no web address", 2L)
        .containsEntry("link skipped: too many links", 2L)
        .containsEntry("link skipped: too deep", 2L);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(why(history, "/")).isEqualTo(new UrlStatus(State.FETCHED, ""));
      assertThat(why(history, "/paid")).isEqualTo(new UrlStatus(State.SKIPPED, "SPONSORED"));
      assertThat(why(history, "/visitor")).isEqualTo(new UrlStatus(State.SKIPPED, "UGC"));
      assertThat(why(history, "/no")).isEqualTo(new UrlStatus(State.SKIPPED, "NOFOLLOW"));
      assertThat(why(history, "/deep")).isEqualTo(new UrlStatus(State.SKIPPED, "TOO_DEEP"));
      assertThat(why(history, "/never")).isEqualTo(new UrlStatus(State.UNKNOWN, ""));
      assertThat(why(history, "/missing").state()).isEqualTo(State.FAILED);
      assertThat(why(history, "/missing").reason()).startsWith("FETCH_FAILED: ");
    }
  }

  private static final String LINKS_OF_ALL_KINDS =
      """
      <a href="mailto:a@a.test">mail</a> <a href="javascript:go()">script</a>
      <a href="/no" rel="nofollow">no</a> <a href="/visitor" rel="ugc">ugc</a>
      <a href="/paid" rel="sponsored">paid</a>
      <a href="/near">tides</a> <a href="/missing">tides</a> <a href="/third">other</a>
      <a href="/beyond">one too many</a> <a href="/far">one too many</a>
      """;

  private static CrawlReport crawlOneLink(InMemoryWeb web, Path directory) {
    try (Crawler crawler =
        Crawler.builder()
            .seed("http://a.test/")
            .topic(Topic.of("tides"))
            .fetcher(web.fetcher())
            .strategy(Strategy.builder().pageAnalyzer("html", Map.of("maxLinks", "3")).build())
            .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).build())
            .limits(Limits.builder().maxDepth(1).build())
            .directory(directory)
            .build()) {
      return crawler.run();
    }
  }

  private static UrlStatus why(CrawlHistory history, String path) {
    return history.whyNotFetched(CrawlUrl.of("http://a.test" + path));
  }
}

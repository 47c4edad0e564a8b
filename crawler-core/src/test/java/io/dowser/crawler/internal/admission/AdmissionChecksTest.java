package io.dowser.crawler.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.EventLog;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of URL passes each check of {@link LinkAdmission}, except for the exemptions there. */
class AdmissionChecksTest {

  private static final CrawlUrl TARGET = CrawlUrl.of("http://a.test/t/1");
  private static final CrawlUrl TRAP = CrawlUrl.of("http://a.test/a/a/a/a/a");
  private static final CrawlUrl ARCHIVE = CrawlUrl.of("http://a.test/a.zip");

  private final EventLog log = new EventLog();
  private final CrawlSpec spec = new CrawlSpec();

  /** The ways by which a crawl meets a URL. */
  enum Kind {
    LINK,
    REDIRECT,
    SITEMAP_ENTRY,
    SEED
  }

  @ParameterizedTest
  @CsvSource({
    "LINK,OUT_OF_SCOPE",
    "LINK,POLICY",
    "LINK,REPEATED_SEGMENTS",
    "LINK,MEDIA_TYPE",
    "LINK,MEMORY_BUDGET",
    "LINK,FRONTIER_FULL",
    "LINK,PATTERN_EXPLOSION",
    "LINK,TOO_DEEP",
    "REDIRECT,OUT_OF_SCOPE",
    "REDIRECT,POLICY",
    "REDIRECT,REPEATED_SEGMENTS",
    "REDIRECT,MEDIA_TYPE",
    "REDIRECT,MEMORY_BUDGET",
    "REDIRECT,PATTERN_EXPLOSION",
    "SITEMAP_ENTRY,OUT_OF_SCOPE",
    "SITEMAP_ENTRY,POLICY",
    "SITEMAP_ENTRY,REPEATED_SEGMENTS",
    "SITEMAP_ENTRY,MEDIA_TYPE",
    "SITEMAP_ENTRY,MEMORY_BUDGET",
    "SITEMAP_ENTRY,FRONTIER_FULL",
    "SITEMAP_ENTRY,PATTERN_EXPLOSION"
  })
  void urlIsRefused(Kind kind, SkipReason reason) {
    CrawlUrl url = target(reason);

    crawl(kind, url, reason);

    assertThat(log.visited()).doesNotContain(url.toString());
    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .flatExtracting(CrawlEvent.LinksSkipped::links)
        .contains(new SkippedLink(url, reason));
  }

  @ParameterizedTest
  @CsvSource({
    "REDIRECT,FRONTIER_FULL",
    "REDIRECT,TOO_DEEP",
    "SITEMAP_ENTRY,TOO_DEEP",
    "SEED,OUT_OF_SCOPE",
    "SEED,POLICY",
    "SEED,REPEATED_SEGMENTS",
    "SEED,MEDIA_TYPE",
    "SEED,MEMORY_BUDGET",
    "SEED,FRONTIER_FULL",
    "SEED,PATTERN_EXPLOSION",
    "SEED,TOO_DEEP"
  })
  void urlIsExempt(Kind kind, SkipReason reason) {
    CrawlUrl url = target(reason);

    crawl(kind, url, reason);

    assertThat(log.visited()).containsOnlyOnce(url.toString());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void knownUrlIsVisitedOnce(Kind kind) {
    run(kind, TARGET, "/t/1", "/other");

    assertThat(log.visited()).containsOnlyOnce(TARGET.toString());
  }

  private static CrawlUrl target(SkipReason reason) {
    return switch (reason) {
      case REPEATED_SEGMENTS -> TRAP;
      case MEDIA_TYPE -> ARCHIVE;
      default -> TARGET;
    };
  }

  /** Crawls with the rules that refuse a URL for a reason. */
  private void crawl(Kind kind, CrawlUrl url, SkipReason reason) {
    switch (reason) {
      case OUT_OF_SCOPE -> spec.stayOn.preset(Scope.ANYWHERE.excluding(url.path()));
      case POLICY -> spec.linkPolicy.preset(LinkPolicy.urls(each -> !each.equals(url), ""));
      case REPEATED_SEGMENTS, MEDIA_TYPE -> spec.traps.preset(TrapRules.DEFAULT);
      case MEMORY_BUDGET -> spec.memory.set(Optional.of(new MemoryBudget(1_000, 0)));
      case FRONTIER_FULL -> {
        spec.frontier.preset(new PluginChoice.Named<>("pagerank", Map.of()));
        spec.memory.set(Optional.of(new MemoryBudget(5, 1 << 20)));
      }
      case PATTERN_EXPLOSION -> spec.traps.preset(TrapRules.builder().maxUrlsPerPattern(1).build());
      case TOO_DEEP -> spec.maxDepth.preset(0);
      default -> throw new IllegalArgumentException("no rules for " + reason);
    }
    run(kind, url, "/t/0", "/b", "/c", "/d", "/e");
  }

  /** Crawls a site whose home page and sitemap name other URLs before the one of interest. */
  private void run(Kind kind, CrawlUrl url, String... others) {
    InMemoryWeb.Builder web =
        InMemoryWeb.builder()
            .page(url.toString(), "", "target")
            .page("http://a.test/other", "", "other", url.path())
            .redirect("http://a.test/hop", url.toString())
            .document("http://a.test/robots.txt", "text/plain", "Sitemap: http://a.test/map.txt");
    String sitemap = "";
    String[] links = others;
    List<String> seeds = List.of("http://a.test/");
    switch (kind) {
      case LINK -> links = concat(others, url.path());
      case REDIRECT -> seeds = List.of("http://a.test/", "http://a.test/hop");
      case SITEMAP_ENTRY -> {
        sitemap = "http://a.test" + String.join("\nhttp://a.test", concat(others, url.path()));
        links = new String[0];
      }
      case SEED -> seeds = List.of("http://a.test/", url.toString());
    }
    web.document("http://a.test/map.txt", "text/plain", sitemap);
    web.page("http://a.test/", "", "home", links);
    spec.seeds.preset(seeds);
    spec.topic.preset(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.robots.preset(RobotsPolicy.builder().maxSitemapUrls(10).build());
    spec.fetcher.preset(new PluginChoice.Given<>(web.build().fetcher()));
    spec.workers.preset(1);
    spec.listeners.preset(List.of(log));
    try (Crawler crawler = Crawls.crawler(spec)) {
      crawler.run().orThrow();
    }
  }

  private static String[] concat(String[] first, String last) {
    String[] all = Arrays.copyOf(first, first.length + 1);
    all[first.length] = last;
    return all;
  }
}

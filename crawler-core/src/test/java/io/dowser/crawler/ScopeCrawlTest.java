package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeCrawlTest {

  private static final String SEED = "http://a.test/docs/";

  @TempDir Path directory;

  private final EventLog log = new EventLog();

  /** The seed has links to its folder, its host, its domain and another domain. */
  private static InMemoryWeb sites() {
    return InMemoryWeb.builder()
        .page(SEED, "", "", "/docs/x", "/y", "http://sub.a.test/", "http://b.test/")
        .page("http://a.test/docs/x", "", "x")
        .page("http://a.test/y", "", "y")
        .page("http://sub.a.test/", "", "sub")
        .page("http://b.test/", "", "b", "/c", "http://a.test/docs/from-b")
        .page("http://a.test/docs/from-b", "", "from b")
        .page("http://b.test/c", "", "c", "/d")
        .page("http://b.test/d", "", "d", "/e")
        .page("http://b.test/e", "", "e")
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "PREFIX,http://a.test/docs/x",
    "HOST,http://a.test/docs/x http://a.test/y",
    "DOMAIN,http://a.test/docs/x http://a.test/y http://sub.a.test/",
    "PREFIX -/docs/x,''",
    "PREFIX +sub.a.test,http://a.test/docs/x http://sub.a.test/",
    "PATTERNS +a.test/y,http://a.test/y"
  })
  void linksOutOfScopeAreSkippedCountedAndKept(String scope, String visited) {
    CrawlReport report =
        run(Crawls.of(sites(), SEED).stayOn(Scope.parse(scope)).directory(directory).listener(log));

    List<String> expected = new ArrayList<>(List.of(SEED));
    expected.addAll(visited.isEmpty() ? List.of() : List.of(visited.split(" ")));
    assertThat(log.visited()).containsExactlyInAnyOrderElementsOf(expected);
    int refused = 5 - expected.size();
    assertThat(reasons()).hasSize(refused).containsOnly(SkipReason.OUT_OF_SCOPE);
    assertThat(report.statistics().skipped()).isEqualTo(refused);
    assertThat(report.metrics().problems())
        .containsEntry("link skipped: out of scope", (long) refused);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.whyNotFetched(CrawlUrl.of("http://b.test/")))
          .isEqualTo(new UrlStatus(UrlStatus.State.SKIPPED, "OUT_OF_SCOPE"));
    }
  }

  @Test
  void allSitesAreInScopeByDefault() {
    run(Crawls.of(sites(), SEED).listener(log));

    assertThat(log.visited()).hasSize(9);
  }

  @Test
  void pagesThatTheScopeLinksToAreFetchedAndMayLeadBack() {
    run(Crawls.of(sites(), SEED).stayOn(Scope.PREFIX.beyond()).listener(log));

    assertThat(log.visited())
        .containsExactlyInAnyOrder(
            SEED,
            "http://a.test/docs/x",
            "http://a.test/y",
            "http://sub.a.test/",
            "http://b.test/",
            "http://a.test/docs/from-b");
    assertThat(reasons()).containsExactly(SkipReason.OUT_OF_SCOPE);
  }

  @Test
  void excludedUrlsAreNotReachedBeyondTheScopeEither() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/private/x", "http://b.test/private/y", "/moved")
            .page("http://a.test/private/x", "", "x")
            .page("http://b.test/private/y", "", "y")
            .redirect("http://a.test/moved", "http://b.test/private/z")
            .page("http://b.test/private/z", "", "z")
            .build();

    run(
        Crawls.of(web, "http://a.test/")
            .stayOn(Scope.HOST.excluding("/private/").beyond())
            .listener(log));

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(reasons()).hasSize(3).containsOnly(SkipReason.OUT_OF_SCOPE);
  }

  @ParameterizedTest
  @CsvSource({"HOST,false", "HOST beyond,true"})
  void aRedirectOutOfTheScopeCountsAsALink(String scope, boolean moved) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/hop")
            .redirect("http://a.test/hop", "http://b.test/moved")
            .page("http://b.test/moved", "", "", "/next")
            .page("http://b.test/next", "", "next")
            .build();

    run(Crawls.of(web, "http://a.test/").stayOn(Scope.parse(scope)).listener(log));

    assertThat(log.visited().contains("http://b.test/moved")).isEqualTo(moved);
    assertThat(log.visited()).doesNotContain("http://b.test/next");
    assertThat(reasons()).containsExactly(SkipReason.OUT_OF_SCOPE);
  }

  @Test
  void aRedirectBeyondTheScopeCountsNotAsALink() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "http://b.test/hop")
            .redirect("http://b.test/hop", "http://www.b.test/moved")
            .page("http://www.b.test/moved", "", "", "/next")
            .build();

    run(Crawls.of(web, "http://a.test/").stayOn(Scope.HOST.beyond()).listener(log));

    assertThat(log.visited()).containsExactly("http://a.test/", "http://www.b.test/moved");
    assertThat(reasons()).containsExactly(SkipReason.OUT_OF_SCOPE);
  }

  @Test
  void aSeedThatRedirectsOutOfItsScopeSaysSo() {
    InMemoryWeb web = InMemoryWeb.builder().redirect("http://a.test/", "http://b.test/").build();

    CrawlReport report = Crawls.of(web, "http://a.test/").stayOn(Scope.DOMAIN).build().run();

    assertThat(report.failedSeeds().values())
        .containsExactly("redirects to 'http://b.test/', which is refused: OUT_OF_SCOPE");
  }

  @Test
  void aSeedMayRedirectToItsHostWithWww() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "https://www.a.test/")
            .page("https://www.a.test/", "", "", "/x")
            .page("https://www.a.test/x", "", "x")
            .build();

    run(Crawls.of(web, "http://a.test/").stayOn(Scope.HOST).listener(log));

    assertThat(log.visited()).containsExactly("https://www.a.test/", "https://www.a.test/x");
  }

  @Test
  void entriesOfASitemapMustBeInTheScopeWhateverIsAllowedBeyond() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(SEED, "", "")
            .page("http://a.test/docs/x", "", "x")
            .document("http://a.test/robots.txt", "text/plain", "Sitemap: http://a.test/map.txt")
            .document(
                "http://a.test/map.txt", "text/plain", "http://a.test/docs/x\nhttp://a.test/y\n")
            .build();

    run(
        Crawls.of(web, SEED)
            .stayOn(Scope.PREFIX.beyond())
            .politeness(
                Politeness.builder()
                    .robots(RobotsPolicy.builder().maxSitemapUrls(10).build())
                    .build())
            .listener(log));

    assertThat(log.visited()).containsExactlyInAnyOrder(SEED, "http://a.test/docs/x");
    assertThat(reasons()).containsExactly(SkipReason.OUT_OF_SCOPE);
  }

  @Test
  void eachSeedMayHaveAScopeOfItsOwn() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/docs/", "", "a", "/docs/x", "/y", "http://b.test/z")
            .page("http://a.test/docs/x", "", "x")
            .page("http://b.test/", "", "b", "/z", "http://c.test/")
            .page("http://b.test/z", "", "z")
            .build();

    run(
        Crawls.of(web)
            .stayOn(Scope.HOST)
            .seed("http://a.test/docs/", Scope.PREFIX)
            .seed("http://b.test/")
            .listener(log));

    assertThat(log.visited())
        .containsExactlyInAnyOrder(
            "http://a.test/docs/", "http://a.test/docs/x", "http://b.test/", "http://b.test/z");
    assertThat(reasons()).hasSize(2).containsOnly(SkipReason.OUT_OF_SCOPE);
  }

  @Test
  void twoScopesOfOneSeedAreRefused() {
    Crawler.Builder builder =
        Crawler.builder().seed(SEED, Scope.HOST).seed(SEED).seed(SEED, Scope.HOST);

    assertThatIllegalStateException()
        .isThrownBy(() -> builder.seed(SEED, Scope.DOMAIN))
        .withMessageContaining(SEED)
        .withMessageContaining("HOST");
  }

  @Test
  void aKilledCrawlKeepsItsScopes() {
    Path first = directory.resolve("first");
    Path dead = directory.resolve("dead");
    Path stopped = directory.resolve("stopped");
    run(
        scoped()
            .directory(first)
            .persistence(Persistence.builder().commitVisits(1).build())
            .listener(log)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited v && v.visit().number() == 3) {
                    StoredCrawls.copy(first, dead);
                  }
                }));
    run(scoped().directory(stopped).maxPages(2));

    run(Crawler.resume(dead).fetcher(sites().fetcher()));
    run(Crawler.resume(stopped).fetcher(sites().fetcher()).maxPages(Long.MAX_VALUE));

    assertThat(log.visited()).contains("http://b.test/").doesNotContain("http://b.test/c");
    assertThat(StoredCrawls.visited(dead)).isEqualTo(log.visited());
    assertThat(StoredCrawls.visited(stopped)).isEqualTo(log.visited());
  }

  private static Crawler.Builder scoped() {
    return Crawls.of(sites())
        .seed(SEED, Scope.PREFIX.including("sub.a.test").beyond())
        .frontier("breadth-first", Map.of());
  }

  @Test
  void anotherScopeMayBeGivenToACrawlThatResumes() {
    run(Crawls.of(sites(), SEED).stayOn(Scope.PREFIX).directory(directory).maxPages(1));

    run(
        Crawler.resume(directory)
            .fetcher(sites().fetcher())
            .seed("http://b.test/c")
            .stayOn(Scope.HOST)
            .maxPages(Long.MAX_VALUE));

    assertThat(StoredCrawls.visited(directory))
        .contains("http://b.test/e")
        .doesNotContain("http://b.test/");
    assertThat(StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='stayOn'"))
        .containsExactly("HOST");
  }

  @Test
  void checkReportsTheScope() throws Exception {
    try (Crawler strict = Crawls.of(sites(), SEED).stayOn(Scope.HOST).build();
        Crawler lax = Crawls.of(sites(), SEED).stayOn(Scope.HOST.beyond()).build()) {
      assertThat(strict.explain("http://a.test/y").toString()).contains("wanted");
      assertThat(strict.explain("http://b.test/").toString()).contains("OUT_OF_SCOPE");
      assertThat(lax.explain("http://b.test/").toString())
          .contains("only if a page in the scope links to it");
    }
  }

  private List<SkipReason> reasons() {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .map(SkippedLink::reason)
        .toList();
  }
}

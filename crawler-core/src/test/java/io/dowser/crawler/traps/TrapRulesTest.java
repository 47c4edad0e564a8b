package io.dowser.crawler.traps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.traps.UrlPattern;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrapRulesTest {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://namer.test/");

  @ParameterizedTest
  @CsvSource({
    "/a/b/a/b/a/b/a/b/,REPEATED_SEGMENTS",
    "/x/x/x/x,REPEATED_SEGMENTS",
    "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21,PATH_TOO_DEEP",
    "/calendar/2451/07,CALENDAR",
    "/2051/1,CALENDAR",
    "/calendar/1066/07/14,CALENDAR",
    "/events/9999-12,CALENDAR",
    "/events/30010101.html,",
    "/events/30010101,CALENDAR",
    "/2451/07/14,CALENDAR",
    "/blog/2451/07/14/,CALENDAR",
    "/diary/2451-07-14,CALENDAR",
    "/my-calendar.php/2451/7,CALENDAR",
    "/agenda/2451-7,CALENDAR",
    "/list?from=2451-07-14,CALENDAR",
    "/list?t=2451-07-14T00:00:00Z,CALENDAR",
    "/list?month=2451-07,CALENDAR",
    "/list?startYear=1066,CALENDAR",
    "/list?end_date=24510714,CALENDAR",
    "/cal?year=2345&month=1,CALENDAR",
    "/cal?startdate=2345-01-02,CALENDAR",
    "/page?PHPSESSID=0a1b2c3d4e5f,SESSION_ID",
    "/page?sid=0123456789abcdef0123456789abcdef,SESSION_ID",
    "/page?ASPSESSIONIDABC=KJHGKJHG1234,SESSION_ID",
    "/q?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=1&k=2&l=3&m=4&n=5&o=6&p=7&q=8&r=9&s=1&t=2&u=3,"
        + "TOO_MANY_PARAMETERS"
  })
  void urlsThatSmellOfTrapsAreNamed(String path, SkipReason reason) {
    assertThat(check(path).orElse(null)).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/a/b/a/c/a/d",
        "/2026/11/21/news",
        "/1998-05/x",
        "/article/4711",
        "/report/3000",
        "/cal?year=2026",
        "/page?sid=12345",
        "/page?s=laser+beams",
        "/search?q=sessionid",
        "/item?price=2345",
        "/wiki/99999/13",
        "/5123/2",
        "/a?b",
        "/?&&==&",
        "/q?from=berlin",
        "/list?start=1005",
        "/list?from=1200",
        "/list?date=1005",
        "/list?time=2345",
        "/map?x=1200&y=1300",
        "/list?start=30010101",
        "/list?last_update=30010101",
        "/topic/5123/2",
        "/topic/5123/12",
        "/topic/5123/2/14",
        "/topic/5123/12/143",
        "/isbn/2100-01",
        "/issn/1066-12",
        "/part/1234-5678",
        "/p/30010101",
        "/isbn/2100-01-1234",
        "/2026/2026/2026"
      })
  void harmlessUrlsPass(String path) {
    assertThat(check(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pub/linux-6.1.tar.gz",
        "/pub/linux-6.1.tar.xz",
        "/a.ZIP",
        "/a.b.c/disk.iso",
        "/film.mp4",
        "/talk.mp3",
        "/logo.svg",
        "/photos/IMG_0001.JPG",
        "/fonts/serif.woff2",
        "/setup.exe",
        "/setup.msi",
        "/pool/main/d/dowser_1.0_all.deb",
        "/dowser-1.0.noarch.rpm",
        "/dowser-1.0.jar",
        "/paper.pdf",
        "/minutes.docx",
        "/index.html/a.zip",
        "/c++/a%20b.7z"
      })
  void suffixOfATypeThatNoAnalyzerReadsIsNamed(String path) {
    assertThat(TrapRules.DEFAULT.check(url(path), type -> false)).contains(SkipReason.MEDIA_TYPE);
    assertThat(TrapRules.DEFAULT.check(url(path), type -> true)).isEmpty();
    assertThat(TrapRules.NONE.check(url(path), type -> false)).isEmpty();
    TrapRules all = TrapRules.builder().skipUnreadTypes(false).build();
    assertThat(all.check(url(path), type -> false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/a",
        "/zip",
        "/.zip",
        "/a.",
        "/a.zip/",
        "/a.zip/download",
        "/a.zip.html",
        "/view?file=a.zip",
        "/a.pdf?version=2",
        "/a?b/c.zip",
        "/download.php",
        "/index.php/Image.png",
        "/index.php5/Image.png",
        "/w/Index.PHP/Image.png",
        "/default.aspx/a.pdf",
        "/cgi-bin/browse/a.tar.gz",
        "/cgi-bin/show.exe.cgi/a.tar.gz",
        "/wiki/File:Foo.png",
        "/wiki/File%3AFoo.png",
        "/wiki/Talk:Formats/Foo.png",
        "/users/john.doc",
        "/c/hello.com",
        "/ASP.NET",
        "/about/example.ai",
        "/about/example.mobi",
        "/magnum.opus",
        "/node.js",
        "/README.md",
        "/notes.txt",
        "/data.xml",
        "/a.b/c",
        "/v1.7z/notes"
      })
  void otherPathsSayNothingAboutTheType(String path) {
    assertThat(TrapRules.DEFAULT.check(url(path), type -> false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/a.pdf,application/pdf",
    "/a.gz,application/x-gzip",
    "/a.gz,application/gzip",
    "/a.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "/a.jpg,image/jpeg"
  })
  void suffixOfATypeThatAnAnalyzerReadsPasses(String path, String type) {
    assertThat(TrapRules.DEFAULT.check(url(path), type::equals)).isEmpty();
  }

  @Test
  void suffixOfTheHostIsNoSuffixOfThePath() {
    assertThat(TrapRules.DEFAULT.check(CrawlUrl.of("http://a.zip/"), type -> false)).isEmpty();
    assertThat(TrapRules.DEFAULT.check(CrawlUrl.of("http://zip/"), type -> false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/pub/,/pub/?C=N;O=D",
    "/pub/,/pub/?C=M&O=A",
    "/pub/,/pub/?O=A&C=S",
    "/pub/,/pub/?C=D;O=A;F=2;V=1",
    "/pub/,/pub/?C=N",
    "/pub/,/pub/?N=D",
    "/pub/?C=N;O=D,/pub/?C=N;O=A",
    "/,/?C=T&O=A"
  })
  void linkThatSortsTheListingItIsOnIsNamed(String page, String target) {
    assertThat(TrapRules.DEFAULT.checkLink(url(page), url(target))).contains(SkipReason.SORT_ORDER);
    TrapRules all = TrapRules.builder().skipSortOrders(false).build();
    assertThat(all.checkLink(url(page), url(target))).isEmpty();
    assertThat(TrapRules.NONE.checkLink(url(page), url(target))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/,/pub/?C=M;O=D",
    "/pub/,/pub/",
    "/pub/,/pub/a/?C=M;O=D",
    "/pub,/pub?C=M;O=D",
    "/list.html,/list.html?C=M&O=D",
    "/pub/,/pub/?C=M&O=D&page=2",
    "/pub/,/pub/?page=2",
    "/shoes/,/shoes/?C=RED&O=12",
    "/shoes/,/shoes/?sort=price&order=asc",
    "/pub/,/pub/?C=M&",
    "/pub/,/pub/?C=",
    "/pub/,/pub/?xC=M",
    "/pub/,/pub/?c=m&o=d"
  })
  void otherLinksPass(String page, String target) {
    assertThat(TrapRules.DEFAULT.checkLink(url(page), url(target))).isEmpty();
  }

  @Test
  void sortedListingOfAnotherSitePasses() {
    CrawlUrl other = CrawlUrl.of("http://b.test/pub/?C=M;O=D");

    assertThat(TrapRules.DEFAULT.checkLink(url("/pub/"), other)).isEmpty();
  }

  @Test
  void longUrlIsNamedAndNothingIsWithoutRules() {
    CrawlUrl url = CrawlUrl.of("http://a.test/" + "x/".repeat(1_500));

    assertThat(TrapRules.DEFAULT.check(url)).contains(SkipReason.URL_TOO_LONG);
    assertThat(TrapRules.NONE.check(url)).isEmpty();
  }

  @Test
  void rulesAreSettings() {
    TrapRules rules =
        TrapRules.builder()
            .maxUrlLength(40)
            .maxPathSegments(2)
            .maxParameters(1)
            .skipSessionIds(false)
            .years(2000, 2010)
            .build();

    assertThat(rules.check(CrawlUrl.of("http://a.test/a/b/c"))).contains(SkipReason.PATH_TOO_DEEP);
    assertThat(rules.check(CrawlUrl.of("http://a.test/?a&b")))
        .contains(SkipReason.TOO_MANY_PARAMETERS);
    assertThat(rules.check(CrawlUrl.of("http://a.test/2011/01/31"))).contains(SkipReason.CALENDAR);
    assertThat(rules.check(CrawlUrl.of("http://a.test/?phpsessid=1234567890"))).isEmpty();
  }

  @Test
  void senselessSettingsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrapRules.builder().maxUrlLength(0))
        .withMessage("maxUrlLength must be a whole number of 1 or more, but was 0");
    assertThatIllegalArgumentException().isThrownBy(() -> TrapRules.builder().years(2_000, 1_999));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrapRules.builder().pagesPerRelevantPage(-1));
  }

  @Test
  void urlsThatDifferInNumbersAndValuesAreOnePattern() {
    assertThat(pattern("/a/1?x=1&y=a")).isEqualTo(pattern("/a/234?x=zz&y="));
    assertThat(pattern("/a/1")).isNotEqualTo(pattern("/b/1"));
    assertThat(pattern("/a?x=1")).isNotEqualTo(pattern("/a?y=1"));
    assertThat(UrlPattern.of(CrawlUrl.of("http://a.test/1"), "a"))
        .isNotEqualTo(UrlPattern.of(CrawlUrl.of("http://b.test/1"), "b"));
  }

  @Test
  void onePatternIsTruncatedAndRelevantPagesRaiseTheLimit() {
    TrapRules rules = TrapRules.builder().maxUrlsPerPattern(10).pagesPerRelevantPage(5).build();
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);

    assertThat(admitted(budgets, "/p", 100)).isEqualTo(10);
    assertThat(budgets.admit(PAGE, url("/p1"))).contains(SkipReason.PATTERN_EXPLOSION);
    assertThat(admitted(budgets, "/search?q=", 100)).isEqualTo(10);
    assertThat(budgets.admit(PAGE, url("/search?q=1"))).contains(SkipReason.QUERY_EXPLOSION);
    budgets.visited(url("/p1"), true, false);
    assertThat(admitted(budgets, "/p", 100)).isEqualTo(5);
  }

  @Test
  void budgetGrowsWithRelevanceAndShrinksWithCopies() {
    TrapRules rules = TrapRules.builder().pagesPerHost(100).pagesPerRelevantPage(10).build();
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);

    assertThat(budgets.budget(url("/"))).isEqualTo(100);
    budgets.visited(url("/"), true, false);
    assertThat(budgets.budget(url("/"))).isEqualTo(110);
    budgets.visited(url("/"), false, false);
    assertThat(budgets.budget(url("/"))).isEqualTo(109.5);
    budgets.visited(url("/"), false, true);
    assertThat(budgets.budget(url("/"))).isEqualTo(107);
    assertThat(pagesOfUselessHost(rules, false)).as("two thirds").isEqualTo(67);
    assertThat(pagesOfUselessHost(rules, true)).as("two sevenths").isEqualTo(29);
  }

  @Test
  void budgetsSurviveARestart() throws IOException {
    TrapRules rules = TrapRules.builder().maxUrlsPerPattern(10).pagesPerHost(5).build();
    var before = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
    admitted(before, "/p", 7);
    for (int i = 0; i < 4; i++) {
      before.visited(url("/"), false, false);
    }
    var bytes = new ByteArrayOutputStream();
    before.save(StateWriter.to(bytes));

    var after = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
    after.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(after.isSpent(url("/"))).isTrue();
    assertThat(admitted(after, "/p", 100)).isEqualTo(3);
  }

  @Test
  void aHostWithABudgetOfItsOwnIsCountedAloneInItsDomain() {
    var budgets =
        new HostBudgets(
            TrapRules.builder().pagesPerHost(3).build(),
            url -> "example.org",
            100,
            url -> url.host().equals("www.example.org") ? Optional.of(2) : Optional.empty());
    CrawlUrl own = CrawlUrl.of("http://www.example.org/");
    CrawlUrl other = CrawlUrl.of("http://docs.example.org/");
    for (int i = 0; i < 2; i++) {
      budgets.visited(other, true, false);
    }
    assertThat(budgets.isSpent(own)).isFalse();
    for (int i = 0; i < 2; i++) {
      budgets.visited(own, false, true);
    }

    assertThat(budgets.isSpent(own)).isTrue();
    assertThat(budgets.isSpent(other)).isFalse();
  }

  private static int pagesOfUselessHost(TrapRules rules, boolean copies) {
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
    int pages = 0;
    while (!budgets.isSpent(url("/"))) {
      budgets.visited(url("/"), false, copies);
      pages++;
    }
    return pages;
  }

  private static long admitted(HostBudgets budgets, String prefix, int tries) {
    long admitted = 0;
    for (int i = 0; i < tries; i++) {
      admitted += budgets.admit(PAGE, url(prefix + i)).isEmpty() ? 1 : 0;
    }
    return admitted;
  }

  private static long pattern(String path) {
    return UrlPattern.of(url(path), "a.test");
  }

  private static java.util.Optional<SkipReason> check(String path) {
    return TrapRules.DEFAULT.check(url(path));
  }

  private static CrawlUrl url(String path) {
    return CrawlUrl.of("http://a.test" + path);
  }

  @Test
  void hostsOfOneDomainAreBoundedAndRelevantPagesAllowMore() throws IOException {
    TrapRules rules = TrapRules.builder().maxHostsPerDomain(3).pagesPerRelevantPage(2).build();
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);

    assertThat(admittedHosts(budgets, "farm.test", 10)).isEqualTo(3);
    assertThat(budgets.admit(PAGE, CrawlUrl.of("http://h0.farm.test/another"))).isEmpty();
    assertThat(budgets.admit(PAGE, CrawlUrl.of("http://x.farm.test/")))
        .contains(SkipReason.TOO_MANY_HOSTS);
    assertThat(admittedHosts(budgets, "x.github.io", 3)).isEqualTo(3);

    budgets.visited(CrawlUrl.of("http://h0.farm.test/"), true, false);
    var bytes = new ByteArrayOutputStream();
    budgets.save(StateWriter.to(bytes));
    var restored = new HostBudgets(rules, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(admittedHosts(restored, "farm.test", 10)).as("3 old and 2 new").isEqualTo(5);
  }

  @Test
  void aDomainThatGivesNothingMayNotFillTheFrontier() {
    var budgets = new HostBudgets(TrapRules.NONE, HostGrouping.FULL_HOST, 100);
    budgets.visited(CrawlUrl.of("http://good.test/"), true, false);
    for (int i = 0; i < 10; i++) {
      assertThat(budgets.admit(PAGE, CrawlUrl.of("http://good.test/" + i))).isEmpty();
    }

    assertThat(admittedHosts(budgets, "farm.test", 100)).as("a quarter of the room").isEqualTo(25);
    budgets.left(CrawlUrl.of("http://h0.farm.test/"));
    assertThat(budgets.admit(PAGE, CrawlUrl.of("http://h99.farm.test/"))).isEmpty();
    assertThat(budgets.admit(PAGE, CrawlUrl.of("http://h98.farm.test/")))
        .contains(SkipReason.DOMAIN_SHARE);
    for (int i = 0; i < 500; i++) {
      assertThat(budgets.admit(PAGE, CrawlUrl.of("http://good.test/more" + i))).isEmpty();
    }
  }

  @Test
  void aRedirectWithinADomainThatFillsItsShareIsFollowed() {
    var budgets = new HostBudgets(TrapRules.NONE, HostGrouping.FULL_HOST, 100);
    budgets.visited(CrawlUrl.of("http://good.test/"), true, false);
    admittedHosts(budgets, "farm.test", 100);

    CrawlUrl from = CrawlUrl.of("http://h0.farm.test/");
    assertThat(budgets.admitInPlaceOf(from, CrawlUrl.of("http://www.h0.farm.test/"))).isEmpty();
    assertThat(budgets.admit(PAGE, CrawlUrl.of("http://www.h0.farm.test/another")))
        .contains(SkipReason.DOMAIN_SHARE);
  }

  @Test
  void hostsThatRespondAreGivenBackAndLostOnesFreeTheirMemory() throws IOException {
    TrapRules rules = TrapRules.builder().maxHostsPerDomain(3).build();
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, 100);
    budgets.seed(PAGE);

    assertThat(admittedDomains(budgets, PAGE, "a", 10)).isEqualTo(3);
    assertThat(budgets.admit(CrawlUrl.of("http://other.test/"), CrawlUrl.of("http://b.test/")))
        .as("another domain has a separate budget")
        .isEmpty();
    budgets.responded(CrawlUrl.of("http://a0.test/"));
    assertThat(admittedDomains(budgets, PAGE, "b", 10)).as("given back, and earned").isEqualTo(2);

    long before = budgets.bytes();
    budgets.left(CrawlUrl.of("http://a1.test/"));
    budgets.lost(CrawlUrl.of("http://a1.test/"));
    assertThat(budgets.bytes()).isLessThan(before);
    assertThat(admittedDomains(budgets, PAGE, "c", 10)).isZero();

    var bytes = new ByteArrayOutputStream();
    budgets.save(StateWriter.to(bytes));
    var restored = new HostBudgets(rules, HostGrouping.FULL_HOST, 100);
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(restored.bytes()).isEqualTo(budgets.bytes());
    assertThat(admittedDomains(restored, PAGE, "c", 10)).isZero();
    restored.responded(CrawlUrl.of("http://a2.test/"));
    assertThat(admittedDomains(restored, PAGE, "c", 10)).isEqualTo(2);
  }

  @Test
  void domainsWithoutRelevantPagesShareTheBudgetOfTheOneThatLedToThem() {
    TrapRules rules =
        TrapRules.builder().maxHostsPerDomain(4).pagesPerRelevantPage(2).pagesPerHost(30).build();
    var budgets = new HostBudgets(rules, HostGrouping.FULL_HOST, 100);
    budgets.seed(PAGE);
    CrawlUrl farm = CrawlUrl.of("http://farm.test/");
    CrawlUrl next = CrawlUrl.of("http://a0.test/");

    assertThat(budgets.admit(PAGE, farm)).isEmpty();
    budgets.responded(farm);
    assertThat(admittedDomains(budgets, farm, "a", 2)).isEqualTo(2);
    budgets.responded(next);
    assertThat(admittedDomains(budgets, next, "b", 10)).as("with the 3 before").isEqualTo(1);
    assertThat(admittedDomains(budgets, farm, "c", 10)).isZero();
    for (int i = 0; i < 20; i++) {
      budgets.visited(farm, false, false);
    }
    assertThat(budgets.isSpent(next)).as("pages of all of them").isTrue();

    budgets.visited(next, true, false);
    assertThat(budgets.isSpent(next)).isFalse();
    assertThat(admittedDomains(budgets, next, "d", 2)).as("a separate beginning").isEqualTo(2);
    assertThat(admittedDomains(budgets, farm, "c", 10)).as("1 left, 2 earned").isEqualTo(3);
  }

  private static long admittedDomains(HostBudgets budgets, CrawlUrl page, String name, int count) {
    return IntStream.range(0, count)
        .filter(i -> budgets.admit(page, CrawlUrl.of("http://" + name + i + ".test/")).isEmpty())
        .count();
  }

  private static long admittedHosts(HostBudgets budgets, String domain, int hosts) {
    return IntStream.range(0, hosts)
        .filter(
            i -> budgets.admit(PAGE, CrawlUrl.of("http://h" + i + "." + domain + "/")).isEmpty())
        .count();
  }
}

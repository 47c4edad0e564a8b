package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which visited pages count, by what a page says about itself and by what others have said. */
class PageWorthTest {

  private static final String HOST = "http://a.test/";
  private static final long SEED = 11;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final InMemoryWeb.Builder web = InMemoryWeb.builder();
  private final EventLog log = new EventLog();

  @Test
  void pageWithNoindexIsNotRelevantAndItsLinksAreFollowed() {
    page("", "laser", "edit", "good");
    html("edit", "<meta name=robots content=noindex>", "laser laser", "behind");
    page("good", "laser good");
    page("behind", "laser behind");

    CrawlReport report = crawl();

    assertThat(reasons()).containsExactly(Map.entry(HOST + "edit", Irrelevance.NOINDEX));
    assertThat(relevant()).containsExactlyInAnyOrder(HOST, HOST + "good", HOST + "behind");
    assertThat(report.statistics().relevant()).isEqualTo(3);
    assertThat(report.statistics().irrelevant()).isEqualTo(Map.of(Irrelevance.NOINDEX, 1L));
    assertThat(report.toText()).contains("pages that were not judged: 1 noindex");
  }

  @Test
  void directivesThatAllPagesOfAHostHaveDistinguishNone() {
    for (int i = 0; i < 30; i++) {
      html("p" + i, "<meta name=robots content=noindex>", "laser " + prose(30), "p" + (i + 1));
    }

    crawl(HOST + "p0");

    assertThat(reasons().values()).containsOnly(Irrelevance.NOINDEX).hasSize(10);
    assertThat(relevant()).hasSize(20);
  }

  @Test
  void optionOfTheAnalyzerTakesPagesWithNoindexAsAnyOther() {
    html("", "<meta name=robots content=noindex>", "laser");

    Crawls.of(web.build(), HOST)
        .strategy(Strategy.builder().pageAnalyzer("html", Map.of("obeyNoindex", "false")).build())
        .listener(log)
        .build()
        .run();

    assertThat(relevant()).containsExactly(HOST);
  }

  @Test
  void canonicalUrlIsTheResultInPlaceOfThePageThatNamesIt() {
    String text = "laser " + prose(60);
    page("", "start", "item?print=1");
    html("item?print=1", "<link rel=canonical href=/item>", text);
    html("item", "<link rel=canonical href=/item>", text + " comments");

    crawl();

    assertThat(relevant()).containsExactly(HOST + "item");
    assertThat(reasons()).containsExactly(Map.entry(HOST + "item?print=1", Irrelevance.CANONICAL));
  }

  @Test
  void canonicalUrlOutOfTheScopeIsNotBelieved() {
    html("", "<link rel=canonical href=http://other.test/>", "laser");

    crawl();

    assertThat(relevant()).containsExactly(HOST);
  }

  @Test
  void canonicalUrlOfAPageThatIsGoneIsNotBelieved() {
    page("", "start", "gone", "p1");
    web.status(HOST + "gone", 404);
    html("p1", "<link rel=canonical href=/gone>", "laser " + prose(40));

    Crawls.of(web.build(), HOST).frontier("breadth-first", Map.of()).listener(log).build().run();

    assertThat(relevant()).containsExactly(HOST + "p1");
  }

  @Test
  void siteThatNamesItsStartPageOnEachPageKeepsItsPages() {
    String lie = "<link rel=canonical href=/>";
    html("", lie, "laser " + prose(40), "p1", "p2", "p3");
    for (int i = 1; i <= 3; i++) {
      html("p" + i, lie, "laser " + prose(40));
    }

    crawl();

    assertThat(relevant()).hasSize(4);
    assertThat(reasons()).isEmpty();
  }

  @Test
  void pagesThatNameEachOtherAsCanonicalDoNotBothCountForNothing() {
    html("", "", "<p>start", "a", "b");
    html("a", "<link rel=canonical href=/b>", "<p>laser " + prose(40));
    html("b", "<link rel=canonical href=/a>", "<p>laser " + prose(40));

    crawl();

    assertThat(relevant()).hasSize(1);
  }

  @Test
  void hostWhoseCanonicalUrlsAreAllGoneLosesFewPages() {
    for (int i = 0; i < 30; i++) {
      html(
          "p" + i, "<link rel=canonical href=/x" + i + ">", "<p>laser " + prose(40), "p" + (i + 1));
      web.status(HOST + "x" + i, 404);
    }

    crawl(HOST + "p0");

    assertThat(relevant()).hasSizeGreaterThan(20);
  }

  @Test
  void hostWhoseCanonicalUrlsLeadBackLosesFewPages() {
    for (int i = 0; i < 30; i++) {
      html(
          "p" + i,
          "<link rel=canonical href=/p" + i + "/>",
          "<p>laser " + prose(40),
          "p" + (i + 1));
      web.redirect(HOST + "p" + i + "/", "/p" + i);
    }

    crawl(HOST + "p0");

    assertThat(relevant()).hasSizeGreaterThan(20);
  }

  @Test
  void canonicalUrlBeyondTheDepthOfTheCrawlIsNotBelieved() {
    html("", "", "<p>start", "a");
    html("a", "<link rel=canonical href=/b>", "<p>laser " + prose(40));
    html("b", "", "<p>laser " + prose(40));

    Crawls.of(web.build(), HOST)
        .limits(Limits.builder().maxDepth(1).build())
        .listener(log)
        .build()
        .run();

    assertThat(relevant()).containsExactly(HOST + "a");
  }

  @Test
  void limitsCountRelevantPagesAlone() {
    for (int i = 0; i < 20; i++) {
      String robots = i % 2 == 0 ? "" : "<meta name=robots content=noindex>";
      html("p" + i, robots, "<p>laser " + prose(40), "p" + (i + 1));
    }

    CrawlReport report =
        Crawls.of(web.build(), HOST + "p0")
            .limits(Limits.builder().maxRelevantPages(3).build())
            .listener(log)
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(5);
    assertThat(report.stopReason()).isEqualTo(StopReason.RELEVANT_PAGES);
  }

  @Test
  void copiesOfAPageCountOnceAndTheirLinksGetNoBonus() {
    String text = "laser " + prose(80);
    page("", "start", "v1", "p1");
    for (int i = 1; i <= 50; i++) {
      page("v" + i, text, "v" + (i + 1), "v" + (i + 2), "v" + (i + 3));
    }
    for (int i = 51; i <= 53; i++) {
      page("v" + i, text);
    }
    for (int i = 1; i <= 20; i++) {
      page("p" + i, "laser " + prose(80), i < 20 ? new String[] {"p" + (i + 1)} : new String[0]);
    }

    CrawlReport report = Crawls.of(web.build(), HOST).maxPages(40).listener(log).build().run();

    assertThat(relevant()).as("the original and all others").hasSize(21);
    assertThat(report.statistics().duplicates()).isLessThan(20);
    assertThat(log.all(CrawlEvent.DuplicateFound.class))
        .hasSize((int) report.statistics().duplicates());
  }

  @Test
  void mailsOfAThreadThatQuoteEachOtherAreNoCopies() {
    String thread = prose(300);
    String references =
        IntStream.range(0, 20).mapToObj(i -> "m" + i).collect(Collectors.joining(" "));
    for (int i = 0; i < 8; i++) {
      page(
          "m" + i,
          "laser " + prose(20) + " " + thread + " References " + references,
          "m" + (i + 1));
    }

    crawl(HOST + "m0");

    assertThat(reasons()).isEmpty();
    assertThat(relevant()).hasSize(8);
  }

  @Test
  void equalPagesThatAreAnalysedAtTheSameTimeCountOnce() {
    var scored = new ConcurrentHashMap<String, Double>();
    String text = "laser " + prose(80);
    String[] copies = IntStream.range(0, 40).mapToObj(i -> "c" + i).toArray(String[]::new);
    page("", "start", copies);
    for (String copy : copies) {
      page(copy, text, "of-" + copy);
      page("of-" + copy, prose(10));
    }

    Crawls.of(web.build(), HOST)
        .means(Means.builder().workers(8).build())
        .politeness(Politeness.builder().connectionsPerHost(8).build())
        .scorer(
            page -> link -> scored.merge(link.target().toString(), page.relevance(), (a, b) -> b))
        .listener(log)
        .build()
        .run();

    assertThat(relevant()).hasSize(1);
    assertThat(scored.values().stream().filter(score -> score > 0)).hasSize(1);
  }

  @Test
  void scorerThatLearnsGetsTheWorthOfAPage() {
    page("", "laser", "edit");
    html("edit", "<meta name=robots content=noindex>", "laser laser laser");
    List<Double> learned = new ArrayList<>();

    Crawls.of(web.build(), HOST).judge(page -> 1).scorer(new Recorder(learned)).build().run();

    assertThat(learned).containsExactly(1.0, 0.0);
  }

  @Test
  void menuBesideTheMainTextIsNotJudged() {
    String menu = "<aside><ul><li><a href=/x>laser</a><li><a href=/y>laser</a></ul></aside>";
    for (int i = 0; i < 20; i++) {
      html("p" + i, "", menu + "<main><p>" + prose(40) + "</main>", "p" + (i + 1));
    }

    crawl(HOST + "p0");

    assertThat(relevant()).isEmpty();
  }

  @Test
  void blocksThatMostPagesOfAHostRepeatAreNotJudged() {
    for (int i = 0; i < 40; i++) {
      html("p" + i, "", notice() + "<p>" + prose(40), "p" + (i + 1));
    }

    crawl(HOST + "p0");

    assertThat(relevant()).as("until enough pages were seen").hasSize(8);
  }

  @Test
  void menuIsNotJudgedOnListsEitherWhereArticlesHaveItOutsideTheirMainText() {
    String menu = "<div class=menu>" + "<a href=/x>laser</a> | ".repeat(5) + "</div>";
    String sentences = "<p>They were in the town, and it is said that the sea was near to it. ";
    for (int i = 0; i < 40; i++) {
      String article = (sentences + prose(5) + ".").repeat(8);
      String list = "<ul><li><a href=/z>Hills and towns " + i + "</a></ul>";
      html("p" + i, "", menu + (i % 4 == 3 ? list : article), "p" + (i + 1));
    }

    crawl(HOST + "p0");

    assertThat(relevant())
        .as("until enough pages were seen")
        .containsExactly(HOST + "p3", HOST + "p7");
  }

  @Test
  void explanationJudgesAPageWithoutItsRepeatedBlocksToo() throws Exception {
    for (int i = 0; i < 20; i++) {
      html("p" + i, "", notice() + "<p>" + prose(40), "p" + (i + 1));
    }
    InMemoryWeb built = web.build();
    var page =
        (FetchResult.Fetched) built.fetcher().fetch(FetchRequest.of(CrawlUrl.of(HOST + "p9")));

    try (Crawler crawler = Crawls.of(built, HOST + "p0").build()) {
      assertThat(crawler.explain(HOST + "p10", page).toString())
          .doesNotContain("from a page of relevance 0.0");
      crawler.run();
      assertThat(crawler.explain(HOST + "p10", page).toString())
          .contains("from a page of relevance 0.0");
    }
  }

  @Test
  void pageThatHasNothingButRepeatedBlocksIsJudgedByThem() {
    for (int i = 0; i < 20; i++) {
      html("p" + i, "", notice(), "p" + (i + 1));
    }

    CrawlReport report = crawl(HOST + "p0");

    assertThat(report.statistics().visited()).isEqualTo(20);
    assertThat(relevant()).hasSize(20);
  }

  @Test
  void nothingIsRepeatedOnAHostOfThreePages() {
    for (int i = 0; i < 3; i++) {
      html("p" + i, "", notice() + "<p>" + prose(40), "p" + (i + 1));
    }

    crawl(HOST + "p0");

    assertThat(relevant()).hasSize(3);
  }

  @Test
  void mainElementThatIsEmptyOrOnlyAMenuHidesNoText() {
    html("", "", "<main></main><div><p>laser " + prose(30) + "</div>", "menu", "aside");
    html("menu", "", "<main><ul><li><a href=/>home</a></ul></main><p>laser " + prose(30));
    html("aside", "", "<aside><p>laser " + prose(30) + "</aside>");

    crawl();

    assertThat(relevant()).hasSize(3);
  }

  @Test
  void reasonIsInTheDirectoryAndSurvivesAResume(@TempDir Path directory) {
    String text = "laser " + prose(80);
    page("", "start", "c1", "edit");
    page("c1", text, "c2");
    page("c2", text, "c3");
    page("c3", text);
    html("edit", "<meta name=robots content=noindex>", "laser");
    InMemoryWeb built = web.build();
    Crawls.of(built, HOST).maxPages(2).directory(directory).build().run();

    CrawlReport report = Crawls.of(built, HOST).maxPages(100).directory(directory).build().run();

    Map<Irrelevance, Long> reasons = Map.of(Irrelevance.DUPLICATE, 2L, Irrelevance.NOINDEX, 1L);
    assertThat(report.statistics().irrelevant()).isEqualTo(reasons);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(
              history.visits(1, 100).stream()
                  .flatMap(visit -> visit.irrelevance().stream())
                  .collect(Collectors.groupingBy(reason -> reason, Collectors.counting())))
          .isEqualTo(reasons);
    }
  }

  /** Notes the relevance of the pages that it learns from. */
  private record Recorder(List<Double> learned) implements LearningScorer, Resumable {

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return (Link link) -> 0;
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      learned.add(visit.relevance());
    }

    @Override
    public boolean modelMoved() {
      return false;
    }

    @Override
    public double rescore(Candidate candidate) {
      return candidate.score();
    }

    @Override
    public void save(StateWriter out) throws IOException {}

    @Override
    public void restore(StateReader in) throws IOException {}
  }

  private static String notice() {
    return "<p>We use a laser to write this notice, and each page of the site has it in full length.";
  }

  private void page(String path, String text, String... links) {
    html(path, "", "<p>" + text, links);
  }

  private void html(String path, String head, String body, String... links) {
    var page = new StringBuilder("<title>" + path + "</title>" + head + "<body>" + body);
    for (String link : links) {
      page.append("<p><a href='/").append(link).append("'>next</a>");
    }
    web.document(HOST + path, "text/html", page.toString());
  }

  /** Words that no other text has in this order. */
  private String prose(int words) {
    return random
        .ints(words, 0, 5_000)
        .mapToObj(word -> "w" + Integer.toString(word, 26))
        .collect(Collectors.joining(" "));
  }

  private CrawlReport crawl() {
    return crawl(HOST);
  }

  private CrawlReport crawl(String seed) {
    return Crawls.of(web.build(), seed).stayOn(Scope.HOST).listener(log).build().run();
  }

  private List<String> relevant() {
    return log.all(CrawlEvent.Visited.class).stream()
        .filter(event -> event.visit().relevant())
        .map(event -> event.visit().url().toString())
        .toList();
  }

  private Map<String, Irrelevance> reasons() {
    return log.all(CrawlEvent.Visited.class).stream()
        .filter(event -> event.visit().irrelevance().isPresent())
        .collect(
            Collectors.toMap(
                event -> event.visit().url().toString(),
                event -> event.visit().irrelevance().orElseThrow()));
  }
}

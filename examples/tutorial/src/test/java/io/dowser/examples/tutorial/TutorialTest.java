package io.dowser.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.store.StoredVisit;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each step of the tutorial against a site on this machine. */
@Tag("slow")
@Timeout(120)
class TutorialTest {

  private static final String TIDES =
      "<p>The tide is the rise and fall of the sea. The moon pulls the water, and high water follows"
          + " low water twice a day. At ebb the sea retreats; at flood it returns.</p>";

  @TempDir Path directory;
  private LocalSite site;

  @BeforeEach
  void open() throws IOException {
    site = new LocalSite();
    site.page(
            "/",
            "Harbour office",
            "<p>All that the harbour publishes.</p><ul><li><a href=/tides.html>How the tide works</a>"
                + "<li><a href=/zh/chaoxi.html>潮汐</a><li><a href=/fr.html>Les marées</a>"
                + "<li><a href=/tables.pdf>Tide tables</a><li><a href=/live.html>Live tide</a>"
                + "<li><a href=/members/survey.html>Tide survey</a><li><a href=/parking.html>Parking</a></ul>")
        .page("/tides.html", "How the tide works", TIDES)
        .page("/parking.html", "Parking", "<p>Cars park behind the old fish market.</p>")
        .page(
            "/fr.html",
            "Les marées",
            "<p>La marée (tide) est le mouvement de la mer. La lune attire l'eau, et la pleine mer suit"
                + " la basse mer deux fois par jour. Le mot anglais ebb signifie le reflux, et flood"
                + " le flux de la marée.</p>")
        .page(
            "/live.html",
            "Live",
            "<div id=app></div><script>document.getElementById('app').innerHTML="
                + "'<p>The tide is rising now, the flood has begun: high water is at six, low water at"
                + " noon, and the moon is full.</p>'</script>")
        .page(
            "/members/survey.html",
            "Survey",
            "<p>Our survey of the tide for members: flood and ebb at the north pier, high water marks"
                + " and low water marks of ten years.</p>")
        .chinesePage(
            "/zh/chaoxi.html", "潮汐的成因", "<p>潮汐是海水在月亮和太阳的引力作用下的涨落。涨潮时海面上升，退潮时海面下降，每天两次。</p>")
        .put("/tables.pdf", "application/pdf", pdf());
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static byte[] pdf() throws IOException {
    try (var document = new PDDocument();
        var out = new ByteArrayOutputStream()) {
      var page = new PDPage();
      document.addPage(page);
      try (var content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.newLineAtOffset(50, 700);
        content.showText("Tide tables: high water and low water, flood and ebb, by the moon.");
        content.endText();
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  private List<String> relevantPages(Crawler.Builder crawl) {
    try (Crawler crawler = crawl.build();
        Stream<Visit> pages = crawler.pages()) {
      return pages.filter(Visit::relevant).map(visit -> visit.url().path()).sorted().toList();
    }
  }

  @Test
  void firstProgramFindsThePagesAboutTides() {
    assertThat(
            relevantPages(
                Tides.crawl(site.start())
                    .politeness(
                        Politeness.builder()
                            .addressRules(AddressRules.publicAnd("127.0.0.1"))
                            .delay(Duration.ZERO)
                            .build())))
        .contains("/tides.html", "/zh/chaoxi.html")
        .doesNotContain("/parking.html", "/tables.pdf", "/live.html");
  }

  @Test
  void crawlResumesWithoutFetchingItsPagesAgain() {
    List<String> first;
    try (Crawler crawler = OwnSite.crawl(site.start(), directory).build();
        Stream<Visit> pages = crawler.pages()) {
      first = pages.limit(2).map(visit -> visit.url().path()).toList(); // then it is stopped
    }
    List<String> later = relevantPages(OwnSite.crawl(site.start(), directory));

    assertThat(later).isNotEmpty().doesNotContainAnyElementsOf(first);
    assertThat(site.requests().stream().filter(first::contains))
        .containsExactlyInAnyOrderElementsOf(first);
  }

  @Test
  void chinesePageCountsAndFrenchPageDoesNot() {
    assertThat(relevantPages(Bilingual.crawl(site.start(), directory)))
        .contains("/tides.html", "/zh/chaoxi.html")
        .doesNotContain("/fr.html");
    assertThat(relevantPages(OwnSite.crawl(site.start(), directory.resolve("all"))))
        .contains("/fr.html");
  }

  @Test
  void pdfCounts() {
    assertThat(relevantPages(Documents.crawl(site.start(), directory))).contains("/tables.pdf");
  }

  @Test
  void pageOfJavaScriptCounts() {
    assumeTrue(isThere("chromedriver") && isThere("chromium"), "no chromium on the PATH");
    assertThat(relevantPages(Rendered.crawl(site.start(), directory, false)))
        .contains("/live.html", "/tables.pdf");
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void pagesBehindTheLoginCount() {
    assertThat(relevantPages(Documents.crawl(site.start(), directory)))
        .doesNotContain("/members/survey.html");
    assertThat(
            relevantPages(
                Members.crawl(site.start(), directory.resolve("members"), "anna", "secret")))
        .contains("/members/survey.html");
  }

  @Test
  void answerOfAPersonDecidesAboutLaterPages() throws InterruptedException {
    String storm = "<p>In that winter a storm came from the west, and the flood took three houses";
    site.page("/storm.html", "A storm", storm + " at the end of the old quay.</p>")
        .page(
            "/gale.html",
            "A gale",
            storm + ", a mill, two barns and all boats of the village.</p>");
    try (Crawler crawler = TaughtTides.crawl(site.start(), directory).build()) {
      CrawlHandle crawl = crawler.start();
      crawl.addSeeds(List.of(site.url("/storm.html")));
      List<String> asked = new ArrayList<>();
      for (long last = 0; !asked.contains("/storm.html"); ) {
        assertThat(crawl.await(Duration.ofMillis(100))).isEmpty();
        last =
            Questions.ask(
                crawl,
                directory,
                last,
                visit -> {
                  asked.add(visit.page().path());
                  return false;
                });
      }
      crawl.addSeeds(List.of(site.url("/gale.html")));
      while (relevance("/gale.html").isEmpty()) {
        assertThat(crawl.await(Duration.ofMillis(100))).isEmpty();
      }
    }
    assertThat(relevance("/gale.html"))
        .hasValueSatisfying(
            gale -> {
              assertThat(gale.relevance()).as("relevance without the answer").isGreaterThan(0.5);
              assertThat(gale.relevant()).isFalse();
            });
  }

  private Optional<StoredVisit> relevance(String path) {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      return history.visits(1, Long.MAX_VALUE).stream()
          .filter(visit -> visit.page().path().equals(path))
          .findFirst();
    }
  }

  @Test
  void recrawlFindsThePageThatHasChanged() {
    try (Crawler crawler = Documents.crawl(site.start(), directory).build()) {
      crawler.run().orThrow();
    }
    site.page(
        "/tides.html", "How the tide works", TIDES + "<p>A spring tide follows the full moon.</p>");
    try (Crawler crawler = Tomorrow.crawl(directory).build()) {
      crawler.run().orThrow();
    }
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.changes(Instant.EPOCH))
          .extracting(change -> change.kind() + " " + change.page().path())
          .containsExactly("CHANGED /tides.html");
    }
  }
}

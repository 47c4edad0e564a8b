package io.dowser.crawler;

import static io.dowser.crawler.ChangingSite.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages that count for nothing at first and count at a check, and the other way round. */
class RecrawlWorthTest extends RecrawlFixture {

  private static final String TEXT =
      "The tides rise and fall along the coast twice a day, because the moon draws the water of the"
          + " sea to itself, and the harbour master writes down each level.";
  private static final String OTHER =
      "Spring tides come with the new moon and the full moon, when sun and moon pull in one line;"
          + " neap tides come a week later, and their water stays far from the marks of the wall.";
  private static final String NOINDEX = "<meta name=robots content=noindex>";

  @Test
  void duplicateCountsOnceItsOriginalIsGone() throws IOException {
    serveCopies();
    assertThat(crawl().statistics().irrelevant()).isEqualTo(Map.of(Irrelevance.DUPLICATE, 1L));
    site.on("/a", request -> status(404));
    check();

    CrawlStatistics after = check();

    assertCounts(after, 2, Map.of());
    assertThat(reasons("/b")).containsExactly(Optional.of(Irrelevance.DUPLICATE), Optional.empty());
  }

  @Test
  void duplicateCountsOnceItsOriginalHasAnotherText() throws IOException {
    serveCopies();
    crawl();
    serve("/a", "", OTHER);
    check();

    assertCounts(check(), 3, Map.of());
  }

  @Test
  void duplicateCountsWhereItsOriginalHasMovedTo() throws IOException {
    serveCopies();
    crawl();
    site.on("/a", request -> status(301).with("Location", "/b"));
    check();

    assertCounts(check(), 2, Map.of());
  }

  @Test
  void duplicateOfAnOriginalThatIsBackCountsForNothing() throws IOException {
    serveCopies();
    crawl();
    site.on("/a", request -> status(404)).on("/b", request -> status(503));
    check();
    serveCopies();
    check();

    assertCounts(check(), 2, Map.of(Irrelevance.DUPLICATE, 1L));
  }

  @Test
  void pageThatBecomesADuplicateCountsForNothing() throws IOException {
    serve("/", "", "tides", "/a", "/b");
    serve("/a", "", TEXT);
    serve("/b", "", OTHER);
    crawl();
    serve("/b", "", TEXT);

    assertCounts(check(), 2, Map.of(Irrelevance.DUPLICATE, 1L));
    assertThat(reasons("/b")).containsExactly(Optional.empty(), Optional.of(Irrelevance.DUPLICATE));
  }

  @Test
  void noindexThatComesAndGoesIsNoticedThoughTheTextStays() throws IOException {
    serve("/", "", "tides", "/a");
    serve("/a", NOINDEX, TEXT);
    assertThat(crawl().statistics().irrelevant()).isEqualTo(Map.of(Irrelevance.NOINDEX, 1L));

    serve("/a", "", TEXT);
    assertCounts(check(), 2, Map.of());
    serve("/a", NOINDEX, TEXT);
    assertCounts(check(), 1, Map.of(Irrelevance.NOINDEX, 1L));
    assertCounts(check(), 1, Map.of(Irrelevance.NOINDEX, 1L));

    assertThat(reasons("/a"))
        .containsExactly(
            Optional.of(Irrelevance.NOINDEX), Optional.empty(), Optional.of(Irrelevance.NOINDEX));
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(2);
  }

  @Test
  void noindexInAHeaderIsNoticedThoughTheBytesStay() throws IOException {
    serve("/", "", "tides", "/a");
    serve("/a", "", TEXT);
    crawl();

    site.on("/a", request -> html("", TEXT).with("X-Robots-Tag", "noindex"));
    assertCounts(check(), 1, Map.of(Irrelevance.NOINDEX, 1L));
    serve("/a", "", TEXT);
    assertCounts(check(), 2, Map.of());
  }

  @Test
  void pageCountsOnceItsCanonicalOneIsGone() throws IOException {
    serve("/", "", "tides", "/print", "/full");
    serve("/print", "<link rel=canonical href=/full>", "Print view. " + TEXT);
    serve("/full", "", TEXT);
    assertThat(crawl().statistics().irrelevant()).isEqualTo(Map.of(Irrelevance.CANONICAL, 1L));
    site.on("/full", request -> status(410));
    check();

    assertCounts(check(), 2, Map.of());
    assertThat(reasons("/print"))
        .containsExactly(Optional.of(Irrelevance.CANONICAL), Optional.empty());
  }

  private void serveCopies() {
    serve("/", "", "tides", "/a", "/b");
    site.on("/a", request -> html("", TEXT).with("ETag", TAG));
    site.on("/b", request -> html("", TEXT).with("ETag", TAG));
  }

  private void serve(String path, String head, String text, String... links) {
    site.on(path, request -> html(head, text, links));
  }

  private static ChangingSite.Answer html(String head, String text, String... links) {
    var body = new StringBuilder("<html><head><title>Tides</title>" + head + "</head><body><p>");
    body.append(text);
    for (String link : links) {
      body.append("<p><a href='").append(link).append("'>tides ").append(link).append("</a>");
    }
    return new ChangingSite.Answer(200, body.append("</body></html>").toString(), List.of());
  }

  private CrawlStatistics check() {
    return recrawl(Recrawl.builder().revisitPolicy(page -> Duration.ZERO).newShare(0).build())
        .statistics();
  }

  /** Compares the counts of a run with those of the report of the directory. */
  private void assertCounts(
      CrawlStatistics statistics, long relevant, Map<Irrelevance, Long> irrelevant)
      throws IOException {
    assertThat(statistics.relevant()).isEqualTo(relevant);
    assertThat(statistics.irrelevant()).isEqualTo(irrelevant);
    Path file = directory.resolve("report.html");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      history.writeHtml(file);
    }
    String report = Files.readString(file);
    for (Irrelevance reason : Irrelevance.values()) {
      assertThat(report.contains("not judged: " + reason + "<"))
          .as("%s in the report", reason)
          .isEqualTo(irrelevant.containsKey(reason));
    }
  }

  private List<Optional<Irrelevance>> reasons(String path) {
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      return history.versions(CrawlUrl.of(site.url(path))).stream()
          .map(Change::irrelevance)
          .toList();
    }
  }
}

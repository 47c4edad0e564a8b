package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl with sixteen workers whose processes are killed with SIGKILL at random points: two in the
 * ordinary build, 100 in a row with {@code -Ddowser.exhaustive=true}. {@link ResumedFrontiersTest}
 * kills those with one worker.
 */
@Tag("slow")
class KilledCrawlTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");

  private static final int WORKERS = 4;
  private static final int COMMIT = 10;

  @TempDir Path directory;

  @Test
  void sixteenWorkersVisitEveryPageOnceThoughTheyAreKilledAgainAndAgain() throws Exception {
    int kills = EXHAUSTIVE ? 100 : 2;
    int pages = EXHAUSTIVE ? 20_000 : 1_000;
    RandomWeb web = RandomWeb.builder(5).pages(pages).hosts(100).linksPerPage(10).build();
    var crawl =
        new KilledCrawl(
            spec(WebArchives.of(web, directory), web, "best-first", "", 16),
            directory.resolve("crawl"));

    crawl.run(kills, pages / kills, new SplittableRandom(11));
    assertThat(crawl.kills()).isEqualTo(kills);

    Path store = directory.resolve("crawl");
    List<String> visited = StoredCrawls.visited(store);
    assertThat(visited).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(visited)).isEqualTo(forms(web.web()));
    List<String> requests = crawl.requests();
    int again = requests.size() - new HashSet<>(requests).size();
    assertThat(again)
        .as("pages fetched again in %d kills", crawl.kills())
        .isLessThanOrEqualTo(crawl.kills() * (16 + 50));
    try (CrawlHistory history = CrawlHistory.open(store)) {
      assertThat(history.verify()).isEmpty();
    }
    assertThat(notServed(visited, crawl.pages())).as("pages that were not archived").isEmpty();
  }

  /** Pages in a chain, each with five forms that say noindex and whose links score higher. */
  @Test
  void deferredUrlsAreNeitherLostNorVisitedTwice() throws Exception {
    int kills = EXHAUSTIVE ? 100 : 3;
    int pages = EXHAUSTIVE ? 2_000 : 120;
    Map<String, String> wiki = new TreeMap<>();
    for (int i = 0; i < pages; i++) {
      String next = i + 1 < pages ? "<p><a href=/p" + (i + 1) + ">next</a>" : "";
      var html = new StringBuilder("<p>laser page " + i + next);
      for (String action : List.of("edit", "history", "info", "print", "diff")) {
        String form = "/page?name=p" + i + "&do=" + action;
        html.append("<p><a href='").append(form).append("'>laser laser</a>");
        wiki.put("http://a.test" + form, "<meta name=robots content=noindex><p>" + i);
      }
      wiki.put("http://a.test/p" + i, html.toString());
    }
    Path store = directory.resolve("crawl");
    var spec =
        new KilledCrawl.Spec(
            WebArchives.of(wiki, directory), "http://a.test/p0", "best-first", "", WORKERS, COMMIT);
    var crawl = new KilledCrawl(spec, store);
    assertThat(crawl.runAndKill(pages)).isTrue();

    crawl.run(kills, 4 * pages / kills, new SplittableRandom(12));

    List<String> visited = StoredCrawls.visited(store);
    assertThat(visited).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(visited)).isEqualTo(wiki.keySet());
    int again = crawl.requests().size() - visited.size();
    assertThat(again).isLessThanOrEqualTo(crawl.kills() * (WORKERS + COMMIT));
  }

  @Test
  void killedCrawlHasAReportOfWhatItCommitted() throws Exception {
    RandomWeb web = RandomWeb.builder(5).pages(1_000).hosts(100).linksPerPage(10).build();
    var crawl =
        new KilledCrawl(
            spec(WebArchives.of(web, directory), web, "best-first", "", 16),
            directory.resolve("crawl"));
    assertThat(crawl.runAndKill(400)).isTrue();
    Path file = directory.resolve("crawl.html");

    try (CrawlHistory history = CrawlHistory.open(directory.resolve("crawl"))) {
      history.writeHtml(file);

      long visited = history.visits(1, Long.MAX_VALUE).size();
      assertThat(visited).isBetween(1L, 999L);
      assertThat(Jsoup.parse(file).text())
          .contains(
              "All runs together: " + visited + " visited pages", "pages visited " + visited + " ");
    }
  }

  private static List<String> notServed(List<String> visited, Path archive)
      throws InterruptedException {
    List<String> missing = new ArrayList<>();
    try (var replay = ReplayFetcher.builder(archive).open()) {
      for (String url : visited) {
        if (!(replay.fetch(FetchRequest.of(CrawlUrl.of(url))) instanceof FetchResult.Fetched)) {
          missing.add(url);
        }
      }
    }
    return missing;
  }

  private static Set<String> forms(InMemoryWeb web) {
    var forms = new TreeSet<String>();
    web.urls().forEach(url -> forms.add(url.toString()));
    return forms;
  }

  private static KilledCrawl.Spec spec(
      Path archive, RandomWeb web, String frontier, String setting, int workers) {
    return new KilledCrawl.Spec(archive, web.seed().toString(), frontier, setting, workers, 50);
  }
}

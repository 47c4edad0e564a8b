package io.dowser.crawler.hmm.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.hmm.BrowsingSession;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingSet;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three pages in a chain; the one in the middle has a URL that can be written in many ways. */
class CrawlFormTest {

  private static final Function<String, Optional<CrawlUrl>> URLS =
      UrlCanonicalizer.standard()::canonicalize;
  private static final String FIRST = "http://a.example/";
  private static final String LAST = "http://c.example/end";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/%7eb/",
        "http://a.example/~b/",
        "http://a.example/%e4%b8%ad",
        "http://a.example/中",
        "http://a.example/?x=a|b",
        "http://a.example/{b}",
        "http://a.example/café",
        "http://例.example/",
        "http://A.example:80/b/index.html#top"
      })
  void anyWayKeepsThePageAndItsEdges(String middle) throws Exception {
    Path archive = archive(middle);
    Path lines = directory.resolve("sessions.jsonl");
    Files.writeString(
        lines, "{\"visits\": [\"" + FIRST + "\", \"" + middle + "\", \"" + LAST + "\"]}");
    List<BrowsingSession> visits =
        BrowserHistory.ofHttpArchive(archive, URLS)
            .sessions(visit -> visit.url().toString().contains("end"));
    List<BrowsingSession> written = BrowsingSession.read(lines, URLS);

    assertThat(visits).singleElement().satisfies(CrawlFormTest::isTheChain);
    assertThat(written).singleElement().satisfies(CrawlFormTest::isTheChain);
    assertHasAllEdges(visits, archive);
    assertHasAllEdges(written, archive);
  }

  private static void isTheChain(BrowsingSession session) {
    assertThat(session.paths()).singleElement().satisfies(path -> assertThat(path).hasSize(3));
  }

  private static void assertHasAllEdges(List<BrowsingSession> sessions, Path archive)
      throws Exception {
    TrainingSet.PageSource source =
        TrainingSet.PageSource.of(
            BrowserHistory.fetcherOfHttpArchive(archive, URLS), HtmlPageAnalyzer.create(), URLS);
    TrainingSet set =
        TrainingSet.of(sessions, source, page -> page.text().contains("target") ? 1 : 0);

    assertThat(set.pages()).hasSize(3);
    assertThat(HmmTrainer.builder().minDocuments(1).build().train(set).facts())
        .containsEntry("edges", "HYPERLINKS")
        .containsEntry("edgeCount", "2");
  }

  private Path archive(String middle) throws Exception {
    String entries =
        String.join(
            ",",
            entry(1, FIRST, "", "<p>first page <a href='" + middle + "'>on</a>"),
            entry(2, middle, FIRST, "<p>second text <a href='" + LAST + "'>on</a>"),
            entry(3, LAST, middle, "<p>target words"));
    return Files.writeString(
        directory.resolve("chain.har"), "{\"log\": {\"entries\": [" + entries + "]}}");
  }

  private static String entry(int page, String url, String referer, String text) {
    return String.format(
        Locale.ROOT,
        """
        {"pageref": "%d", "request": {"url": "%s", "headers": [{"name": "Referer", "value": "%s"}]},
         "response": {"status": 200, "content": {"mimeType": "text/html", "text": "%s"}}}
        """,
        page,
        url,
        referer,
        text);
  }
}

package io.dowser.crawler.hmm.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.hmm.BrowsingSession;
import io.dowser.crawler.hmm.TrainingSet;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrowserHistoryTest {

  private static final Function<String, Optional<CrawlUrl>> URLS =
      UrlCanonicalizer.standard()::canonicalize;

  private static final int LINK = 1;
  private static final int TYPED = 2;
  private static final int EMBED = 4;
  private static final int REDIRECT_PERMANENT = 5;
  private static final int REDIRECT = 6;
  private static final int DOWNLOAD = 7;
  private static final int FRAMED_LINK = 8;
  private static final int RELOAD = 9;
  private static final int BOOKMARK = 1;
  private static final int FOLDER = 2;

  private static final long CHAIN = 0x30000000L; // start and end

  @TempDir private Path directory;

  @Test
  void readsVisitsOfFirefoxWithTheVisitsThatLedToThem() throws Exception {
    BrowserHistory history = BrowserHistory.ofFirefox(firefox(), URLS);

    assertThat(visits(history))
        .containsExactly(
            "0>1 http://a.example/",
            "1>2 https://b.example/x?q=1",
            "1>5 http://c.example/new",
            "2>8 http://d.example/",
            "0>9 http://e.example/",
            "9>13 http://f.example/new",
            "13>15 http://g.example/");
    assertThat(history.visits().get(0).title()).isEqualTo("P1");
    assertThat(history).hasToString("BrowserHistory[7 visits]");
  }

  @Test
  void makesASessionOfAllVisitsThatOneLedTo() throws Exception {
    List<BrowsingSession> sessions =
        BrowserHistory.ofFirefox(firefox(), URLS)
            .sessions(visit -> visit.url().path().endsWith("/new"));

    assertThat(sessions).hasSize(2);
    assertThat(sessions.get(0).targets()).containsExactly(CrawlUrl.of("http://c.example/new"));
    assertThat(sessions.get(0).paths())
        .containsExactly(
            List.of(CrawlUrl.of("http://a.example/"), CrawlUrl.of("http://c.example/new")),
            List.of(
                CrawlUrl.of("http://a.example/"),
                CrawlUrl.of("https://b.example/x?q=1"),
                CrawlUrl.of("http://d.example/")));
    assertThat(sessions.get(1).paths())
        .containsExactly(
            List.of(
                CrawlUrl.of("http://e.example/"),
                CrawlUrl.of("http://f.example/new"),
                CrawlUrl.of("http://g.example/")));
    assertThat(sessions.get(1).targets()).containsExactly(CrawlUrl.of("http://f.example/new"));
  }

  @Test
  void marksWhatIsInABookmarkFolderOrInOneInsideIt() throws Exception {
    BrowserHistory history = BrowserHistory.ofFirefox(firefox(), URLS);

    assertThat(targets(history, "cars")).containsExactly("https://b.example/x?q=1");
    assertThat(targets(history, "things"))
        .containsExactly("https://b.example/x?q=1", "http://d.example/");
    assertThat(targets(history, "boats")).isEmpty();
    assertThat(history.sessions(visit -> false))
        .allSatisfy(session -> assertThat(session.targets()).isEmpty());
  }

  @Test
  void readsWhileTheBrowserIsRunningAndLeavesNoTrace() throws Exception {
    Path file = directory.resolve("places.sqlite");
    try (Database places = Database.firefox(file)) {
      places.run("PRAGMA journal_mode=WAL");
      places.place(1, "http://a.example/");
      places.visit(1, 0, 1, LINK);
      assertThat(directory.resolve("places.sqlite-wal")).isNotEmptyFile();
      places.run("PRAGMA locking_mode=EXCLUSIVE");
      places.run("BEGIN IMMEDIATE");
      byte[] before = Files.readAllBytes(file);

      BrowserHistory history = BrowserHistory.ofFirefox(file, URLS);

      assertThat(history.visits()).hasSize(1);
      assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
  }

  /**
   * Chromium keeps what was there before in a journal, and writes to the file before it commits.
   */
  @Test
  void takesBackInItsCopyWhatTheBrowserHasNotCommitted() throws Exception {
    Path file = directory.resolve("History");
    Path taken = Files.createDirectory(directory.resolve("taken")).resolve("History");
    try (Database database = Database.chromium(file)) {
      chromium(database);
      database.run("PRAGMA cache_size=1");
      database.run("BEGIN");
      database.run("DELETE FROM visits");
      database.run(
          "INSERT INTO urls(url, title, last_visit_time) WITH RECURSIVE many(n) AS (SELECT 1 UNION"
              + " ALL SELECT n + 1 FROM many WHERE n < 5000) SELECT 'http://x.example/' || n, 'x',"
              + " 0 FROM many");
      assertThat(directory.resolve("History-journal")).isNotEmptyFile();
      Files.copy(file, taken);
      Files.copy(directory.resolve("History-journal"), taken.resolveSibling("History-journal"));
    }

    assertThat(BrowserHistory.ofChromium(taken, URLS).visits()).hasSize(5);
  }

  @Test
  void readsVisitsOfChromium() throws Exception {
    Path file = directory.resolve("History");
    try (Database database = Database.chromium(file)) {
      chromium(database);
      database.run("UPDATE visits SET opener_visit = 2 WHERE id = 9");
    }

    assertThat(visits(BrowserHistory.ofChromium(file, URLS)))
        .containsExactly(
            "0>1 http://a.example/",
            "1>2 http://b.example/",
            "1>5 http://c.example/new",
            "1>8 http://d.example/",
            "2>9 http://e.example/");
  }

  @Test
  void aVisitOfChromiumWithoutUrlShowsNoPageAndTitlesMayBeAbsent() throws Exception {
    Path file = directory.resolve("History");
    try (Database database = Database.chromium(file)) {
      chromium(database);
      database.run("UPDATE urls SET url = NULL WHERE id = 2");
      database.run("UPDATE urls SET title = NULL");
      database.run("UPDATE visits SET from_visit = 2 WHERE id = 9");
    }

    assertThat(visits(BrowserHistory.ofChromium(file, URLS)))
        .containsExactly(
            "0>1 http://a.example/",
            "1>5 http://c.example/new",
            "1>8 http://d.example/",
            "1>9 http://e.example/");
  }

  @Test
  void readsTheHistoryOfAnEarlyChromium() throws Exception {
    Path file = directory.resolve("History");
    try (Database database = Database.earlyChromium(file)) {
      chromium(database);
    }

    assertThat(BrowserHistory.ofChromium(file, URLS).visits())
        .hasSize(5)
        .last()
        .satisfies(visit -> assertThat(visit.from()).isEqualTo(BrowserHistory.PageVisit.NONE));
  }

  @Test
  void knowsBookmarkFoldersOfChromium() throws Exception {
    Path file = directory.resolve("History");
    try (Database database = Database.chromium(file)) {
      chromium(database);
    }
    Path bookmarks = directory.resolve("Bookmarks");
    Files.writeString(
        bookmarks,
        """
        {"checksum": "0", "roots": {"bookmark_bar": {"children": [
            {"children": [{"name": "B", "type": "url", "url": "http://b.example/"},
                {"children": [{"type": "url", "url": "http://d.example/", "name": "D"}],
                 "name": "cars", "type": "folder"}],
             "name": "things", "type": "folder"}],
          "name": "Bookmarks bar", "type": "folder"}}, "version": 1}
        """);

    BrowserHistory history = BrowserHistory.ofChromium(file, bookmarks, URLS);

    assertThat(targets(history, "cars")).containsExactly("http://d.example/");
    assertThat(targets(history, "things"))
        .containsExactly("http://b.example/", "http://d.example/");
    assertThat(targets(history, "Bookmarks bar")).hasSize(2);
  }

  @Test
  void readsTheDocumentsOfAnHttpArchive() throws Exception {
    Path file = directory.resolve("browsing.har");
    Files.writeString(
        file,
        """
        {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"},
          "pages": [{"id": "page_1", "title": "A", "pageTimings": {}}],
          "entries": [
            %s, %s, %s, %s, %s, %s, 7,
            {"request": "odd", "response": [1, {"a": 2}], "time": 3}]}}
        """
            .replace("%s, %s, %s, %s, %s, %s", String.join(",", archived())));

    BrowserHistory history = BrowserHistory.ofHttpArchive(file, URLS);

    assertThat(visits(history)).containsExactly("0>1 http://a.example/", "1>2 http://b.example/");
  }

  @Test
  void entriesOfAnHttpArchiveCountInTheOrderOfTheirTimes() throws Exception {
    Path file = directory.resolve("browsing.har");
    String late = entry("2", "http://b.example/", 200, "text/html", "http://a.example/");
    String timeless = entry("3", "http://c.example/", 200, "text/html", "http://b.example/");
    String early = entry("1", "http://a.example/", 200, "text/html", "");
    Files.writeString(
        file,
        "{\"log\": {\"entries\": ["
            + late.replace("00:00:00Z", "02:00:05+02:00")
            + ","
            + timeless.replace("2026-01-01T00:00:00Z", "soon")
            + ","
            + early
            + "]}}");

    assertThat(visits(BrowserHistory.ofHttpArchive(file, URLS)))
        .containsExactly("0>1 http://a.example/", "1>2 http://b.example/", "2>3 http://c.example/");
  }

  @Test
  void entriesOfAnHttpArchiveThatNameNoPageAreDocumentsEach() throws Exception {
    Path file = directory.resolve("browsing.har");
    String first = entry("?", "http://a.example/", 200, "text/html", "");
    String second = entry("?", "http://b.example/", 200, "text/html", "");
    Files.writeString(
        file,
        "{\"log\": {\"entries\": [" + (first + "," + second).replace("\"?\"", "null") + "]}}");

    assertThat(BrowserHistory.ofHttpArchive(file, URLS).visits()).hasSize(2);
  }

  @Test
  void aFilmInAnHttpArchiveIsPassedOver() throws Exception {
    Path file = directory.resolve("browsing.har");
    String film = entry("1", "http://a.example/film", 200, "video/mp4", "");
    String page = entry("1", "http://a.example/", 200, "text/html", "");
    String huge = "x".repeat(70_000_000);
    Files.writeString(
        file, "{\"log\": {\"entries\": [" + film.replace("<p>", huge) + "," + page + "]}}");

    FetchResult answer =
        BrowserHistory.fetcherOfHttpArchive(file, URLS)
            .fetch(FetchRequest.of(CrawlUrl.of("http://a.example/")));

    assertThat(answer).isInstanceOf(FetchResult.Fetched.class);
  }

  @Test
  void pagesOfAnHttpArchiveComeFromItsContents() throws Exception {
    Path file = directory.resolve("browsing.har");
    String plain = entry("1", "http://a.example/", 200, "text/html; charset=gbk", "");
    String bytes = entry("2", "http://b.example/", 200, "text/html; charset=gbk", "");
    String none = entry("3", "http://c.example/", 200, "text/html", "");
    String base64 = Base64.getEncoder().encodeToString("<p>股市".getBytes("GBK"));
    String entries =
        String.join(
            ",",
            plain.replace("<p>", "<a href='http://b.example/'>银行</a>"),
            bytes.replace("\"<p>\"", '"' + base64 + "\", \"encoding\": \"base64\""),
            none.replace("<p>", ""));
    Files.writeString(file, "{\"log\": {\"entries\": [" + entries + "]}}");

    TrainingSet.PageSource source =
        TrainingSet.PageSource.of(
            BrowserHistory.fetcherOfHttpArchive(file, URLS), HtmlPageAnalyzer.create(), URLS);
    AnalyzedPage first = source.page(CrawlUrl.of("http://a.example/")).orElseThrow();

    assertThat(first.links()).extracting(Link::anchorText).containsExactly("银行");
    assertThat(source.page(CrawlUrl.of("http://b.example/")).orElseThrow().text()).isEqualTo("股市");
    assertThat(source.page(CrawlUrl.of("http://c.example/"))).isEmpty();
    assertThat(source.page(CrawlUrl.of("http://d.example/"))).isEmpty();
    assertThat(
            TrainingSet.of(
                BrowserHistory.ofHttpArchive(file, URLS).sessions(visit -> false), source))
        .hasToString("TrainingSet[2 pages, 0 targets, 3 sessions]");
  }

  private static List<String> archived() {
    return List.of(
        entry("page_1", "http://a.example/", 200, "text/html; charset=utf-8", ""),
        entry("page_1", "http://a.example/frame", 200, "text/html", "http://a.example/"),
        entry("page_1", "http://a.example/i.png", 200, "image/png", "http://a.example/"),
        entry("page_2", "http://old.example/", 301, "text/html", "http://a.example/"),
        entry("page_2", "http://b.example/#top", 200, "text/html", "http://a.example/"),
        entry("page_3", "data:text/html,x", 200, "text/html", ""));
  }

  private static String entry(String page, String url, int status, String type, String referer) {
    return """
    {"pageref": "%s", "startedDateTime": "2026-01-01T00:00:00Z", "time": 1,
     "request": {"method": "GET", "url": "%s", "headers": [
        {"name": "Host", "value": "x"}, {"name": "Referer", "value": "%s"}], "cookies": []},
     "response": {"status": %s, "headers": [], "content": {"size": 1, "mimeType": "%s",
        "text": "<p>"}}, "cache": {}, "timings": {}}
    """
        .replaceFirst("%s", page)
        .replaceFirst("%s", url)
        .replaceFirst("%s", referer)
        .replaceFirst("%s", Integer.toString(status))
        .replaceFirst("%s", type);
  }

  @Test
  void saysWhatIsWrongWithAFile() throws Exception {
    Path text = directory.resolve("text");
    Files.write(text, "no database at all, but long enough to be looked at".getBytes(UTF_8));
    Path empty = directory.resolve("empty.sqlite");
    Files.createFile(empty);

    for (Path file : List.of(text, empty)) {
      assertThatThrownBy(() -> BrowserHistory.ofFirefox(file, URLS))
          .isInstanceOfSatisfying(
              BrowsingSession.FormatException.class, e -> assertThat(e.file()).isEqualTo(file))
          .hasMessageContaining("is not the history that was expected");
    }
    assertThatThrownBy(() -> BrowserHistory.ofChromium(empty, URLS))
        .isInstanceOf(BrowsingSession.FormatException.class);
    assertThatThrownBy(() -> BrowserHistory.ofHttpArchive(text, URLS))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("is not the HTTP archive that was expected");
    Files.writeString(text, "{\"log\": {\"version\": 1}}");
    assertThatThrownBy(() -> BrowserHistory.ofHttpArchive(text, URLS))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("has no log.entries");
    assertThatThrownBy(() -> BrowserHistory.ofChromium(empty, empty.resolveSibling("none"), URLS))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> BrowserHistory.ofFirefox(directory.resolve("none"), URLS))
        .isInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "42", "[1, 2]", "{}", "{\"roots\": 1}", "[{\"roots\": {}}]", "{\"roots\": {}"})
  void bookmarksAreAnObjectWithRoots(String json) throws Exception {
    Path bookmarks = Files.writeString(directory.resolve("Bookmarks"), json);

    assertThatThrownBy(() -> BrowserHistory.ofChromium(directory, bookmarks, URLS))
        .isInstanceOfSatisfying(
            BrowsingSession.FormatException.class, e -> assertThat(e.file()).isEqualTo(bookmarks));
  }

  @Test
  void aFileThatLooksLikeUtf32IsRefusedByName() throws Exception {
    Path file = directory.resolve("text");
    Files.write(file, new byte[] {0, 0, 0, '{', 0x7f, 0, 0, '}'});

    assertThatThrownBy(() -> BrowserHistory.ofHttpArchive(file, URLS))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("text: is not the HTTP archive that was expected");
    assertThatThrownBy(() -> BrowserHistory.ofChromium(directory, file, URLS))
        .isInstanceOf(BrowsingSession.FormatException.class)
        .hasMessageContaining("text: is not the file of bookmarks that was expected");
  }

  /** A circle of visits cannot come out of a browser, but may out of a damaged file. */
  @Test
  void visitsThatLeadToEachOtherInACircleStartAnew() throws Exception {
    Path file = directory.resolve("places.sqlite");
    try (Database places = Database.firefox(file)) {
      places.place(1, "http://a.example/");
      places.place(2, "about:blank");
      places.visit(1, 2, 1, LINK);
      places.visit(2, 3, 2, LINK);
      places.visit(3, 2, 2, LINK);
    }

    assertThat(BrowserHistory.ofFirefox(file, URLS).visits())
        .singleElement()
        .satisfies(visit -> assertThat(visit.from()).isEqualTo(BrowserHistory.PageVisit.NONE));
  }

  /** Who led to whom, in the order of time. */
  private static List<String> visits(BrowserHistory history) {
    return history.visits().stream()
        .map(visit -> visit.from() + ">" + visit.id() + " " + visit.url())
        .toList();
  }

  private static List<String> targets(BrowserHistory history, String folder) {
    return history.sessions(visit -> visit.folders().contains(folder)).stream()
        .flatMap(session -> session.targets().stream())
        .map(CrawlUrl::toString)
        .toList();
  }

  /**
   * From a to b; from a over a redirect to c; from b over a page of the browser to d; e was typed,
   * and led to a download and a frame in a page of frames, and over a lasting redirect from the
   * frame to f; g came from f over a visit without URL.
   */
  private Path firefox() throws SQLException, IOException {
    Path file = directory.resolve("places.sqlite");
    try (Database places = Database.firefox(file)) {
      places.place(1, "http://a.example/");
      places.place(2, "https://b.example:443/x?q=1#part");
      places.place(3, "http://c.example/old");
      places.place(4, "http://c.example/new");
      places.place(5, "about:reader");
      places.place(6, "http://d.example");
      places.place(7, "http://e.example/");
      places.place(8, "http://ads.example/frame");
      places.visit(1, 0, 1, TYPED);
      places.visit(2, 1, 2, LINK);
      places.visit(3, 1, 8, EMBED);
      places.visit(4, 1, 3, LINK);
      places.visit(5, 4, 4, REDIRECT);
      places.visit(6, 2, 2, RELOAD);
      places.visit(7, 6, 5, LINK);
      places.visit(8, 7, 6, LINK);
      places.visit(9, 0, 7, TYPED);
      places.place(9, "http://e.example/film.zip");
      places.place(10, "http://e.example/left");
      places.place(11, "http://f.example/old");
      places.place(12, "http://f.example/new");
      places.place(13, "gone");
      places.place(14, "http://g.example/");
      places.run("UPDATE moz_places SET url = NULL WHERE id = 13");
      places.run("UPDATE moz_places SET title = NULL WHERE id > 12");
      places.visit(10, 9, 9, DOWNLOAD);
      places.visit(11, 9, 10, FRAMED_LINK);
      places.visit(12, 11, 11, LINK);
      places.visit(13, 12, 12, REDIRECT_PERMANENT);
      places.visit(14, 13, 13, LINK);
      places.visit(15, 14, 14, LINK);
      places.bookmark(1, FOLDER, "NULL", 0, "");
      places.run("UPDATE moz_bookmarks SET title = NULL WHERE id = 1");
      places.bookmark(2, FOLDER, "NULL", 1, "things");
      places.bookmark(3, FOLDER, "NULL", 2, "cars");
      places.bookmark(4, BOOKMARK, "2", 3, "B");
      places.bookmark(5, BOOKMARK, "6", 2, "D");
    }
    return file;
  }

  /** From a to b, and over a redirect to c; a again by the back button, and from there to d. */
  private static void chromium(Database database) throws SQLException {
    database.url(1, "http://a.example/");
    database.url(2, "http://b.example/");
    database.url(3, "http://c.example/old");
    database.url(4, "http://c.example/new");
    database.url(5, "http://d.example/");
    database.url(6, "http://e.example/");
    database.url(7, "chrome://newtab/");
    database.url(8, "http://ads.example/frame");
    database.chromiumVisit(1, 0, 1, CHAIN | 1);
    database.chromiumVisit(2, 1, 2, CHAIN);
    database.chromiumVisit(3, 1, 8, CHAIN | 3);
    database.chromiumVisit(4, 1, 3, 0x10000000L);
    database.chromiumVisit(5, 4, 4, 0xA0000000L); // server redirect, end of the chain
    database.chromiumVisit(6, 2, 1, CHAIN | 0x01000000L);
    database.chromiumVisit(7, 6, 7, CHAIN);
    database.url(9, "http://ads.example/other");
    database.chromiumVisit(10, 7, 9, CHAIN | 4); // a frame that the user led elsewhere
    database.chromiumVisit(8, 10, 5, CHAIN);
    database.chromiumVisit(9, 0, 6, CHAIN);
  }
}

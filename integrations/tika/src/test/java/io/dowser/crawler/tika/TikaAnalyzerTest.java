package io.dowser.crawler.tika;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents of all kinds, good and bad, in real processes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the processes of one analyzer serve most tests
@Tag("slow")
class TikaAnalyzerTest {

  private static final String DOCX =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  private static final CrawlUrl URL = CrawlUrl.of("http://page.example/dir/doc");

  private final TikaAnalyzer analyzer = analyzer(Map.of("processes", "1"));

  private static TikaAnalyzer analyzer(Map<String, String> settings) {
    return TikaAnalyzer.of(Settings.of(settings), CrawlFixtures.context(1));
  }

  private enum Kind {
    PDF(DocumentTypes.PDF),
    WORD(DOCX),
    BOOK("application/epub+zip"),
    OPEN("application/vnd.oasis.opendocument.text"),
    RICH("application/rtf");

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    byte[] document() throws IOException {
      return switch (this) {
        case PDF -> Documents.pdf();
        case WORD -> Documents.docx();
        case BOOK -> Documents.epub();
        case OPEN -> Documents.odt();
        case RICH -> Documents.rtf();
      };
    }
  }

  @AfterAll
  void close() {
    analyzer.close();
  }

  private static AnalyzedPage analyze(PageAnalyzer analyzer, byte[] document, String type) {
    return analyzer.analyze(CrawlFixtures.fetched(URL, document, type), Candidate.seed(URL, 0));
  }

  private static List<String> links(AnalyzedPage page) {
    return page.links().stream().map(link -> link.target() + " " + link.anchorText()).toList();
  }

  private static FailureReason failure(AnalyzedPage page) {
    assertThat(page.text()).isEmpty();
    assertThat(page.links()).isEmpty();
    return page.unreadable().orElseThrow().reason();
  }

  @Test
  void pdfHasTitleLanguageTextAndLinksWhereTheirTextStands() throws IOException {
    AnalyzedPage page = analyze(analyzer, Documents.pdf(), DocumentTypes.PDF);

    assertThat(page.unreadable()).isEmpty();
    assertThat(page.title()).isEqualTo("Notes on lasers");
    assertThat(page.attributes().title()).isEqualTo("Notes on lasers");
    assertThat(page.language()).isEqualTo("en-gb");
    assertThat(page.text())
        .isEqualTo("Notes on lasers Lasers emit light; see the photon page for more. 激光中文");
    assertThat(links(page))
        .containsExactly(
            "http://page.example/dir/photons.html?b=2 the photon page", "http://empty.example/ ");
    assertThat(page.links().get(0).contextBefore()).endsWith("light; see");
    assertThat(page.links().get(1).anchorSource()).isEqualTo(Link.AnchorSource.NONE);
  }

  @Test
  void pdfHasHeadingsAndParagraphsWithoutPageHeadersAndFooters() throws IOException {
    AnalyzedPage page = analyze(analyzer, Documents.report(), DocumentTypes.PDF);

    assertThat(page.attributes().markdown())
        .startsWith(
            """
            # Tides of 2025

            ## Chapter A

            The first paragraph has two lines, of which this is the second.

            Chapter A \\* ends with a paragraph that goes beyond the page of A

            ## Chapter B
            """)
        .endsWith("\n\nChapter D \\* ends with a paragraph that goes");
    assertThat(page.attributes().headings())
        .extracting(heading -> heading.level() + heading.text())
        .containsExactly("1Tides of 2025", "2Chapter A", "2Chapter B", "2Chapter C", "2Chapter D");
    assertThat(page.attributes().mainText()).contains("Chapter A * ends");
    assertThat(page.text()).doesNotContain("Annual", "Page 1 of 4");
  }

  @Test
  void markdownHasTheLinksOfADocument() throws IOException {
    assertThat(analyze(analyzer, Documents.pdf(), DocumentTypes.PDF).attributes().markdown())
        .isEqualTo(
            "Lasers emit light; see\n\n[the photon page](http://page.example/dir/photons.html?b=2) for"
                + " more.\n\n激光中文");
    assertThat(analyze(analyzer, Documents.docx(), DOCX).attributes().markdown())
        .contains("[light of lasers](http://other.example/light)");
  }

  @Test
  void otherDocumentsHaveTextAndLinksToo() throws IOException {
    AnalyzedPage word = analyze(analyzer, Documents.docx(), DOCX);
    AnalyzedPage book = analyze(analyzer, Documents.epub(), Kind.BOOK.type);
    AnalyzedPage open = analyze(analyzer, Documents.odt(), Kind.OPEN.type);
    AnalyzedPage rich = analyze(analyzer, Documents.rtf(), "text/rtf; charset=us-ascii");

    assertThat(word.title()).isEqualTo("Report");
    assertThat(word.text()).isEqualTo("Report 激光是一种光束 and light of lasers ends.");
    assertThat(links(word)).containsExactly("http://other.example/light light of lasers");
    assertThat(book.title()).isEqualTo("光的书");
    assertThat(book.language()).isEqualTo("zh-cn");
    assertThat(book.text()).isEqualTo("光的书 第一章 光子 完");
    assertThat(links(book)).containsExactly("http://other.example/a 光子");
    assertThat(open.text()).isEqualTo("Seen by its light.");
    assertThat(links(open)).containsExactly("http://other.example/b its light");
    assertThat(rich.text()).isEqualTo("Notes of light end.");
    assertThat(links(rich)).containsExactly("http://other.example/c of light");
  }

  @Test
  void eachFieldOfADocumentIsBounded() throws IOException {
    AnalyzedPage page = analyze(analyzer, Documents.pdfOfLongFields(1_000_000), DocumentTypes.PDF);

    assertThat(page.unreadable()).isEmpty();
    assertThat(page.title()).isEqualTo("a".repeat(1_000));
    assertThat(page.language()).isEmpty();
    assertThat(page.text()).isEqualTo(page.title() + " Lasers emit light");
    assertThat(links(page)).allMatch(link -> link.length() <= CrawlUrl.MAX_LENGTH);
  }

  @Test
  void aPasswordToOpenMakesADocumentUnreadableAndOneToChangeItDoesNot() throws IOException {
    byte[] closed = Documents.encryptedPdf("owner", "user");
    byte[] open = Documents.encryptedPdf("owner", "");

    assertThat(failure(analyze(analyzer, closed, DocumentTypes.PDF)))
        .isEqualTo(FailureReason.ENCRYPTED);
    assertThat(analyze(analyzer, open, DocumentTypes.PDF).text()).contains("the photon page");
  }

  @Test
  void whatIsDamagedOrOfAnotherTypeIsUnreadable() {
    byte[] html = "<html><p>no PDF".getBytes(StandardCharsets.UTF_8);
    AnalyzedPage other = analyze(analyzer, html, DocumentTypes.PDF);

    assertThat(failure(other)).isEqualTo(FailureReason.DAMAGED);
    assertThat(other.unreadable().orElseThrow().detail()).contains("text/html", "application/pdf");
    for (byte[] each : List.of("%PDF-1.7\n1 0 obj".getBytes(StandardCharsets.UTF_8), new byte[0])) {
      assertThat(failure(analyze(analyzer, each, DocumentTypes.PDF)))
          .isEqualTo(FailureReason.DAMAGED);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void truncatedAndChangedDocumentsAreNoReasonToThrow(Kind kind) throws IOException {
    byte[] document = kind.document();
    for (int length = 0; length < document.length; length += document.length / 4) {
      analyze(analyzer, Arrays.copyOf(document, length), kind.type);
    }
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 5; i++) {
      document[random.nextInt(document.length)] = (byte) random.nextInt(256);

      assertThat(analyze(analyzer, document, kind.type).url()).as("seed %d", seed).isEqualTo(URL);
    }
  }

  @Test
  void tenThousandPagesAreReadAsFarAsTheCharactersGo() throws IOException {
    byte[] document = Documents.pdfOfPages(10_000);
    try (TikaAnalyzer first = analyzer(Map.of("maxCharacters", "1000"))) {
      AnalyzedPage page = analyze(first, document, DocumentTypes.PDF);

      assertThat(page.unreadable()).isEmpty();
      assertThat(page.text()).startsWith("Notes on lasers A page of many").hasSizeLessThan(1_100);
    }
    assertThat(analyze(analyzer, document, DocumentTypes.PDF).text())
        .as("14 characters and a blank each, behind the title")
        .hasSize("Notes on lasers".length() + 10_000 * 15);
  }

  @Test
  void aDocumentThatTakesTooLongCostsItsProcessAlone() throws IOException {
    try (TikaAnalyzer hasty = analyzer(Map.of("processes", "1", "timeout", "6s"))) {
      AnalyzedPage late = analyze(hasty, Documents.endlessPdf(), DocumentTypes.PDF);

      assertThat(failure(late)).isEqualTo(FailureReason.TOO_COSTLY);
      assertThat(late.unreadable().orElseThrow().detail()).isEqualTo("takes more than 6s");
      AnalyzedPage next = analyze(hasty, Documents.pdf(), DocumentTypes.PDF);
      for (int i = 0; i < 5 && next.unreadable().isPresent(); i++) { // on a machine that is slow
        next = analyze(hasty, Documents.pdf(), DocumentTypes.PDF);
      }
      assertThat(next.text()).contains("photon");
    }
  }

  @Test
  void aDocumentThatNeedsTooMuchMemoryCostsItsProcessAlone() throws IOException {
    try (TikaAnalyzer small = analyzer(Map.of("processes", "1", "heap", "48"))) {
      AnalyzedPage large = analyze(small, Documents.inflatedPdf(200 << 20), DocumentTypes.PDF);

      assertThat(failure(large)).isEqualTo(FailureReason.TOO_COSTLY);
      assertThat(large.unreadable().orElseThrow().detail()).isEqualTo("needs more memory");
      assertThat(analyze(small, Documents.pdf(), DocumentTypes.PDF).text()).contains("photon");
    }
  }

  @Test
  void aZipBombIsRecognised() throws IOException {
    assertThat(failure(analyze(analyzer, Documents.zipBomb(50 << 20), DOCX)))
        .isEqualTo(FailureReason.TOO_COSTLY);
  }

  @Test
  void directivesInHeadersAreObeyed() throws IOException {
    Fetched plain = CrawlFixtures.fetched(URL, Documents.pdf(), DocumentTypes.PDF);
    AnalyzedPage page = analyzer.analyze(forbidding(plain), Candidate.seed(URL, 0));

    assertThat(page.isIndexable()).isFalse();
    assertThat(page.links()).isEmpty();
    assertThat(page.skippedLinks()).hasSize(2);
    assertThat(page.text()).contains("the photon page");
    assertThat(analyzer.analyze(plain, Candidate.seed(URL, 0)).isIndexable()).isTrue();
  }

  @Test
  void directivesAreNotObeyedIfSoSet() throws IOException {
    Fetched plain = CrawlFixtures.fetched(URL, Documents.pdf(), DocumentTypes.PDF);
    Settings settings =
        Settings.of(Map.of("obeyNofollow", "false", "obeyNoindex", "false", "processes", "1"));
    try (var disobeying =
        (TikaAnalyzer) new TikaAnalyzer.Provider().create(settings, CrawlFixtures.context(1))) {
      AnalyzedPage page = disobeying.analyze(forbidding(plain), Candidate.seed(URL, 0));

      assertThat(page.isIndexable()).isTrue();
      assertThat(page.links()).hasSize(2);
    }
  }

  private static Fetched forbidding(Fetched plain) {
    var headers =
        HttpHeaders.of(
            Map.of(
                "content-type", List.of(DocumentTypes.PDF),
                "x-robots-tag", List.of("noindex, nofollow", "other: none")),
            (name, value) -> true);
    return new Fetched(URL, 200, headers, plain.body(), FetchResult.Truncation.NONE, Duration.ZERO);
  }

  @Test
  void aKilledProcessIsReplacedAndLeavesNoFiles() throws IOException {
    analyze(analyzer, Documents.pdf(), DocumentTypes.PDF);
    List<ProcessHandle> children = children();
    assertThat(children).isNotEmpty();

    children.forEach(ProcessHandle::destroyForcibly);
    children.forEach(child -> child.onExit().join());
    String text = analyze(analyzer, Documents.pdf(), DocumentTypes.PDF).text();
    String next = analyze(analyzer, Documents.pdf(), DocumentTypes.PDF).text();

    assertThat(List.of(text, next)).last().asString().contains("photon");
  }

  @Test
  void closeKillsTheProcessesAndDeletesTheirFiles() throws IOException {
    List<ProcessHandle> before = children();
    TikaAnalyzer other = analyzer(Map.of());
    analyze(other, Documents.pdf(), DocumentTypes.PDF);
    List<ProcessHandle> started = children();
    started.removeAll(before);
    assertThat(started).hasSize(1);
    Path files = directoryOf(started.get(0));
    assertThat(files).isDirectory();

    other.close();

    assertThat(started).noneMatch(ProcessHandle::isAlive);
    assertThat(files).doesNotExist();
    assertThatThrownBy(() -> analyze(other, Documents.pdf(), DocumentTypes.PDF))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void anInterruptedThreadLeavesAtOnceAndStaysInterrupted() throws Exception {
    byte[] endless = Documents.endlessPdf();
    var executor = Executors.newSingleThreadExecutor();
    try (TikaAnalyzer patient = analyzer(Map.of("timeout", "1h"))) {
      List<ProcessHandle> before = children();
      Future<Boolean> interrupted =
          executor.submit(
              () -> {
                failure(analyze(patient, endless, DocumentTypes.PDF));
                return Thread.currentThread().isInterrupted();
              });
      while (children().size() == before.size()) {
        Thread.onSpinWait();
      }
      executor.shutdownNow();

      assertThat(interrupted.get()).isTrue();
    }
  }

  @Test
  void aMisspeltSettingIsRefused() {
    assertThatThrownBy(() -> analyzer(Map.of("timout", "5s")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'timout'");
  }

  @Test
  void aProcessThatCannotStartSaysWhy() throws IOException {
    try (TikaAnalyzer broken = analyzer(Map.of("classPath", "no-such-directory"))) {
      byte[] document = Documents.pdf();

      assertThatThrownBy(() -> analyze(broken, document, DocumentTypes.PDF))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("ended with code 1: ")
          .hasMessageContaining(ParserMain.class.getName());
    }
  }

  private static List<ProcessHandle> children() {
    return new ArrayList<>(ProcessHandle.current().children().toList());
  }

  /** Returns where a process keeps its files; its command line is longer than the JDK reads. */
  private static Path directoryOf(ProcessHandle process) throws IOException {
    Path commandLine = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    assumeTrue(Files.exists(commandLine), "needs /proc");
    String option = "-Djava.io.tmpdir=";
    return Stream.of(Files.readString(commandLine).split("\0", -1))
        .filter(argument -> argument.startsWith(option))
        .map(argument -> Path.of(argument.substring(option.length())))
        .findFirst()
        .orElseThrow();
  }
}

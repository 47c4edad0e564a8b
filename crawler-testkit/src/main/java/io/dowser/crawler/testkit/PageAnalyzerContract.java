package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link PageAnalyzer} of HTML; analyzers of other documents extend {@link
 * DocumentAnalyzerContract}. An analyzer must name the types that it reads, find text and links of
 * an HTML page in document order, resolve links against the page, read the declared charset, give
 * the same for the same bytes from any number of threads, and never throw, whatever comes.
 *
 * <pre>{@code
 * class MyAnalyzerTest extends PageAnalyzerContract {
 *   @Override
 *   protected PageAnalyzer analyzer() {
 *     return new MyAnalyzer(CrawlFixtures.context(1));
 *   }
 * }
 * }</pre>
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
public abstract class PageAnalyzerContract {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://page.example/dir/page");
  private static final Candidate ARRIVAL =
      Candidate.seed(CrawlUrl.of("http://arrival.example/"), 3);

  private static final String HTML =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Light &amp; lasers</title></head>
      <body><h1>Über Licht</h1>
      <p>The <a href="/one?a=1&amp;b=2#part">first link</a> stands before
      the <a href="two">second</a>, <a href="http://OTHER.example:80/three">the third</a>,
      <a href="mailto:x@page.example">a letter</a>, <a href="javascript:void(0)">a script</a>
      and <a href="/one?a=1&amp;b=2">the first again</a>.</p>
      <p>光 <b>ends</b> here.</p></body></html>
      """;

  private static final List<String> TARGETS =
      List.of(
          "http://page.example/one?a=1&b=2",
          "http://page.example/dir/two",
          "http://other.example/three",
          "http://page.example/one?a=1&b=2");

  /** Called by subclasses. */
  protected PageAnalyzerContract() {}

  /** {@return a new analyzer under test} */
  protected abstract PageAnalyzer analyzer();

  @BeforeEach
  void readsHtml() {
    assertThat(analyzer().types())
        .as("types of an analyzer of HTML; those of other types extend DocumentAnalyzerContract")
        .extracting(PageAnalyzer.Type::mediaType)
        .contains("text/html");
  }

  @Test
  void typesAreDifferentAndAlwaysTheSame() {
    PageAnalyzer analyzer = analyzer();

    assertThat(analyzer.types()).isNotEmpty().isEqualTo(analyzer.types());
    assertThat(analyzer.types()).extracting(PageAnalyzer.Type::mediaType).doesNotHaveDuplicates();
  }

  @Test
  void titleTextAndLinksOfAPageAreFoundInDocumentOrder() {
    AnalyzedPage page = analyze(HTML);

    assertThat(page.title()).isEqualTo("Light & lasers");
    assertThat(page.text()).contains("Über Licht", "first link", "stands before", "光 ends here.");
    assertThat(targets(page)).isEqualTo(TARGETS);
    assertThat(page.links())
        .map(Link::anchorText)
        .containsExactly("first link", "second", "the third", "the first again");
    assertThat(page.links().get(1).contextBefore()).endsWith("stands before the");
    assertThat(page.links()).map(Link::position).containsExactly(0, 1, 2, 3);
  }

  @Test
  void pageKnowsWhereItIsAndHowItWasReached() {
    AnalyzedPage page = analyze(HTML);

    assertThat(page.url()).isEqualTo(PAGE);
    assertThat(page.arrival()).isEqualTo(ARRIVAL);
    assertThat(page.relevance()).isZero();
  }

  @Test
  void linksAreResolvedAgainstTheBaseElement() {
    AnalyzedPage page =
        analyze("<head><base href=\"http://base.example/x/\"></head><a href=\"y\">link</a>");

    assertThat(targets(page)).containsExactly("http://base.example/x/y");
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, charset=utf-8, ''",
    "ISO-8859-1, charset=iso-8859-1, ''",
    "GBK, charset=gbk, ''",
    "GBK, '', <meta charset=gbk>",
    "UTF-8, charset=utf-8, <meta charset=gbk>"
  })
  void textIsReadInTheDeclaredCharset(String charset, String parameter, String meta) {
    String text = charset.equals("ISO-8859-1") ? "Grüße über Äcker" : "激光是一种光束，光子很多";
    byte[] html = (meta + "<p>" + text + "</p>").getBytes(Charset.forName(charset));

    AnalyzedPage page = analyze(html, "text/html; " + parameter);

    assertThat(page.text()).isEqualTo(text);
  }

  @Test
  void noBytesGiveAPageWithoutTextAndLinks() {
    AnalyzedPage page = analyze(new byte[0], "text/html");

    assertThat(page.text()).isEmpty();
    assertThat(page.links()).isEmpty();
  }

  @Test
  void aPageMayBeTruncatedAnywhere() {
    byte[] html = HTML.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < html.length; length += 3) {
      byte[] cut = Arrays.copyOf(html, length);
      List<String> targets = targets(analyze(cut, "text/html"));
      int complete = completeLinks(new String(cut, StandardCharsets.UTF_8));

      assertThat(targets)
          .as("targets within the first %d bytes", length)
          .hasSizeBetween(complete, TARGETS.size());
      assertThat(targets.subList(0, complete))
          .as("complete links within the first %d bytes", length)
          .isEqualTo(TARGETS.subList(0, complete));
    }
  }

  /** Of the links to web addresses, those that were closed; the fourth and fifth are none. */
  private static int completeLinks(String html) {
    int closed = html.split("</a>", -1).length - 1;
    return closed <= 3 ? closed : Math.max(3, closed - 2);
  }

  @SeededTest
  void binaryGarbageIsNoReasonToThrow(long seed) {
    var random = new SplittableRandom(seed);
    for (String type : List.of("text/html", "", "image/png", "text/html; charset=no-such", ";;=")) {
      byte[] garbage = new byte[random.nextInt(5_000)];
      random.nextBytes(garbage);

      assertThat(analyze(garbage, type).url()).as("page of garbage as '%s'", type).isEqualTo(PAGE);
    }
  }

  @SeededTest
  void aPageWithSomeBytesReplacedIsNoReasonToThrow(long seed) {
    var random = new SplittableRandom(seed);
    byte[] html = HTML.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 40; i++) {
      html[random.nextInt(html.length)] = (byte) random.nextInt(256);
      assertThat(analyze(html, "text/html; charset=utf-8").url()).isEqualTo(PAGE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div>",
        "<a href=x>",
        "<a href=\"",
        "<table><tr><td>",
        "&#x10ffff;&",
        "<!--",
        "<p title='"
      })
  void hostilePagesAreReadInBoundedTimeAndStack(String chunk) {
    AnalyzedPage page = analyze(chunk.repeat(15_000));

    assertThat(page.links()).hasSizeLessThanOrEqualTo(15_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://",
        "http:///x",
        "//",
        "http://[::1",
        "http://a.example:99999/",
        "%%%",
        " "
      })
  void linksThatMakeNoSenseDoNotHideTheNext(String href) {
    AnalyzedPage page = analyze("<a href=\"" + href + "\">odd</a> <a href=\"/next\">next</a>");

    assertThat(targets(page)).last().isEqualTo("http://page.example/next");
  }

  @Test
  void sameBytesGiveTheSamePageFromManyThreads() {
    PageAnalyzer analyzer = analyzer();
    List<String> expected = describe(analyzer());

    assertThat(describe(analyzer)).isEqualTo(expected);
    assertThat(Together.call(() -> describe(analyzer)))
        .allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  private static List<String> describe(PageAnalyzer analyzer) {
    List<String> described = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String html = HTML.replace("second", "second " + i);
      AnalyzedPage page = analyzer.analyze(CrawlFixtures.fetched(PAGE, html), ARRIVAL);
      described.add(page.title() + page.text() + page.links());
    }
    return described;
  }

  private AnalyzedPage analyze(String html) {
    return analyze(html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8");
  }

  private AnalyzedPage analyze(byte[] body, String contentType) {
    FetchResult.Fetched fetched = CrawlFixtures.fetched(PAGE, body.clone(), contentType);
    return analyzer().analyze(fetched, ARRIVAL);
  }

  private static List<String> targets(AnalyzedPage page) {
    return page.links().stream().map(link -> link.target().toString()).toList();
  }
}

package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of every {@link PageAnalyzer} of documents other than HTML. An analyzer must name
 * the types that it reads, find text in a document, obey {@code X-Robots-Tag}, return the same page
 * for the same bytes from any number of threads, and never throw, whatever comes.
 *
 * <pre>{@code
 * class CalendarAnalyzerTest extends DocumentAnalyzerContract {
 *
 *   @Override
 *   protected PageAnalyzer analyzer() {
 *     return new CalendarAnalyzer(CrawlFixtures.context(1));
 *   }
 *
 *   @Override
 *   protected byte[] document() {
 *     return "BEGIN:VEVENT\nSUMMARY:High tide\nURL:/tides\nEND:VEVENT\n".getBytes(UTF_8);
 *   }
 * }
 * }</pre>
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
public abstract class DocumentAnalyzerContract {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://page.example/dir/page");
  private static final Candidate ARRIVAL =
      Candidate.seed(CrawlUrl.of("http://arrival.example/"), 3);
  private static final int TRUNCATIONS = 500;
  private static final int LONG = 2 << 20;

  /** Called by subclasses. */
  protected DocumentAnalyzerContract() {}

  /** {@return a new analyzer under test} */
  protected abstract PageAnalyzer analyzer();

  /** {@return a document of the first type of the analyzer, with text and at least one link} */
  protected abstract byte[] document();

  @Test
  void typesAreDifferentAndAlwaysTheSame() {
    PageAnalyzer analyzer = analyzer();

    assertThat(analyzer.types()).isNotEmpty().isEqualTo(analyzer.types());
    assertThat(analyzer.types()).extracting(PageAnalyzer.Type::mediaType).doesNotHaveDuplicates();
  }

  @Test
  void pageHasTextAndLinksAndKnowsHowItWasReached() {
    AnalyzedPage page = analyze(document());

    assertThat(page.url()).isEqualTo(PAGE);
    assertThat(page.arrival()).isEqualTo(ARRIVAL);
    assertThat(page.relevance()).isZero();
    assertThat(page.text()).isNotBlank();
    assertThat(page.links()).isNotEmpty();
    assertThat(page.isIndexable()).isTrue();
  }

  @Test
  void headersForRobotsAreObeyed() {
    assertThat(analyze(document(), "noindex").isIndexable()).isFalse();
    assertThat(analyze(document(), "nofollow").links()).isEmpty();
  }

  @Test
  void aTruncatedDocumentIsNoReasonToThrow() {
    byte[] document = document();
    int step = Math.max(1, document.length / TRUNCATIONS);
    for (int length = 0; length < document.length; length += step) {
      assertThat(analyze(Arrays.copyOf(document, length)).url())
          .as("page of the first %d bytes", length)
          .isEqualTo(PAGE);
    }
  }

  @SeededTest
  void garbageIsNoReasonToThrow(long seed) {
    byte[] garbage = new byte[5_000];
    new SplittableRandom(seed).nextBytes(garbage);

    assertThat(analyze(garbage).url()).isEqualTo(PAGE);
  }

  @SeededTest
  void aDocumentWithSomeBytesReplacedIsNoReasonToThrow(long seed) {
    var random = new SplittableRandom(seed);
    byte[] document = document();
    for (int i = 0; i < 40; i++) {
      document[random.nextInt(document.length)] = (byte) random.nextInt(256);
      assertThat(analyze(document).url()).isEqualTo(PAGE);
    }
  }

  @Test
  void aLongDocumentIsReadInBoundedTimeAndStack() {
    byte[] document = document();
    byte[] repeated = new byte[LONG];
    for (int i = 0; i < LONG; i++) {
      repeated[i] = document[i % document.length];
    }

    assertThat(analyze(repeated).url()).isEqualTo(PAGE);
  }

  @Test
  void sameBytesGiveTheSamePageFromManyThreads() {
    PageAnalyzer analyzer = analyzer();
    String expected = describe(analyzer());

    assertThat(Together.call(() -> describe(analyzer)))
        .allSatisfy(each -> assertThat(each).isEqualTo(expected));
  }

  private String describe(PageAnalyzer analyzer) {
    AnalyzedPage page = analyzer.analyze(fetched(document(), "all"), ARRIVAL);
    return page.title() + page.text() + page.links();
  }

  private AnalyzedPage analyze(byte[] document) {
    return analyze(document.clone(), "all");
  }

  private AnalyzedPage analyze(byte[] document, String robots) {
    return analyzer().analyze(fetched(document, robots), ARRIVAL);
  }

  private FetchResult.Fetched fetched(byte[] document, String robots) {
    String type = analyzer().types().get(0).mediaType();
    Map<String, List<String>> headers =
        Map.of("Content-Type", List.of(type), "X-Robots-Tag", List.of(robots));
    return new FetchResult.Fetched(
        PAGE,
        200,
        HttpHeaders.of(headers, (name, value) -> true),
        Body.of(document),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }
}

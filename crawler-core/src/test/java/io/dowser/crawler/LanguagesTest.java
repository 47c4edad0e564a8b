package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that want pages in some languages alone. */
class LanguagesTest {

  private static final String GERMAN =
      "Der Laser wurde im Jahr 1960 erfunden, und seitdem haben viele Forscher an seinen"
          + " Anwendungen gearbeitet, zum Beispiel in der Medizin und in der Industrie.";
  private static final String ENGLISH =
      "The laser was invented in 1960, and since then many researchers have worked on its"
          + " applications, for example in medicine and throughout the industry.";
  private static final String CHINESE = "激光器发明于一九六零年，laser 一词由此而来。从那时起，许多研究人员致力于它的应用。";

  private static InMemoryWeb web() {
    return InMemoryWeb.builder()
        .page("http://a.test/", "Laser", GERMAN, "/en", "/de")
        .page("http://a.test/en", "Laser", ENGLISH, "/zh")
        .page("http://a.test/de", "Laser", GERMAN + GERMAN)
        .page("http://a.test/zh", "laser", CHINESE)
        .build();
  }

  private static Crawler.Builder crawl() {
    return Crawls.of(web(), "http://a.test/");
  }

  @Test
  void pagesInOtherLanguagesAreVisitedAndNotRelevant() {
    List<String> others = new ArrayList<>();
    CrawlReport report =
        Crawls.run(
            crawl()
                .strategy(Strategy.builder().languages("zh", "en").build())
                .listener(event -> collect(event, others)));

    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(report.statistics().relevant()).isEqualTo(2);
    assertThat(others).containsExactlyInAnyOrder("http://a.test/ de", "http://a.test/de de");
    assertThat(report.metrics().toString()).contains("page in another language: de");
  }

  private static void collect(CrawlEvent event, List<String> others) {
    if (event instanceof CrawlEvent.OtherLanguage other) {
      assertThat(other.visit().relevant()).isFalse();
      assertThat(other.visit().relevance()).isZero();
      others.add(other.visit().url() + " " + other.language());
    }
  }

  @Test
  void withoutTheSettingEachLanguageCanBeRelevant() {
    assertThat(Crawls.run(crawl()).statistics().relevant()).isEqualTo(4);
  }

  @Test
  void judgeDoesNotSeePagesInOtherLanguages() {
    List<AnalyzedPage> seen = Collections.synchronizedList(new ArrayList<>());
    Crawls.run(
        crawl()
            .strategy(Strategy.builder().languages("de").build())
            .judge(
                page -> {
                  seen.add(page);
                  return 1;
                }));

    assertThat(seen.stream().map(page -> page.url().path())).containsExactlyInAnyOrder("/", "/de");
  }

  @Test
  void linksOfOtherPagesCanBeLeftOut() {
    CrawlReport report =
        Crawls.run(
            crawl()
                .strategy(
                    Strategy.builder()
                        .languages("zh", "en")
                        .linkPolicy(LinkPolicy.fromRelevantPages())
                        .build()));

    assertThat(report.statistics().visited()).isEqualTo(1);
  }

  @Test
  void resumedCrawlWantsTheSameLanguages(@TempDir Path directory) {
    Crawls.run(
        crawl()
            .strategy(Strategy.builder().languages("en").build())
            .directory(directory)
            .maxPages(1));
    CrawlReport report =
        Crawls.run(Crawler.resume(directory).fetcher(web().fetcher()).maxPages(Long.MAX_VALUE));

    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(report.statistics().relevant()).isEqualTo(1);
  }

  @Test
  void unknownLanguageIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> crawl().strategy(Strategy.builder().languages("en", "english").build()))
        .withMessageContaining("languages must be of [af, ")
        .withMessageContaining("but one was 'english'");
  }
}

package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;

class InformationGainScorerTest {

  private static final CrawlUrl TARGET = CrawlUrl.of("http://a.example/x");

  private final KnowledgeBase known = new KnowledgeBase(List.of("storm", "tide"));

  private int[] preview(String text) {
    return known.numbers(tokens(text));
  }

  private static Tokens tokens(String text) {
    return Tokens.of(text, TextAnalyzer.PLAIN);
  }

  @Test
  void relevanceIsBm25OverVisitedPagesAndFoundPreviews() {
    known.addPage(tokens("storm of ice"));
    known.addPage(tokens("sand and ice"));
    known.addPreview(2);
    known.addPreview(6); // the mean is 4

    double idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    double half = 1.2 * (0.25 + 0.75 * 3 / 4);
    assertThat(known.relevance(preview("storm after storm")))
        .isCloseTo(idf * 2 * 2.2 / (2 + half), within(1e-12));
    assertThat(known.relevance(preview("ice"))).isZero();
    assertThat(known.relevance(preview("tide"))) // no page has it, so it is rarer
        .isGreaterThan(known.relevance(preview("storm")));
  }

  @Test
  void noveltyIsOneLessTheCosineWithTheNearestPage() {
    known.addPage(tokens("one two three four"));
    known.addPage(tokens("five two"));

    assertThat(known.novelty(preview("two three"))).isCloseTo(1 - 2 / Math.sqrt(8), within(1e-12));
    assertThat(known.novelty(preview("five two five"))).isCloseTo(0, within(1e-12));
    assertThat(known.novelty(preview("six"))).isEqualTo(1);
  }

  @Test
  void coverageIsTheShareOfPagesWithEachTermAndABonusForFrequency() {
    assertThat(known.coverage()).isZero();
    known.addPage(tokens("storm storm storm"));
    known.addPage(tokens("sand"));

    assertThat(known.coverage()).isCloseTo(0.5 * (1 + Math.log10(1 + 3 / 2.0)) / 2, within(1e-12));
    for (int i = 0; i < 20; i++) {
      known.addPage(tokens("storm tide storm tide"));
    }
    assertThat(known.coverage()).isEqualTo(1);
  }

  @Test
  void saturationIsTheLossOfNewTermsSinceTheFirstPage() {
    known.addPage(tokens("one two three four"));
    assertThat(known.saturation()).isZero();
    known.addPage(tokens("four five six six"));
    assertThat(known.saturation()).isEqualTo(0.5);
    known.addPage(tokens("1 b c d e f g h"));
    assertThat(known.saturation()).isZero();
  }

  @Test
  void authorityFallsWithFoldersAndQueries() {
    assertThat(authority("http://a.example/x.html")).isEqualTo(1);
    assertThat(authority("http://a.example/b/c/x.html")).isEqualTo(1 / 1.2);
    assertThat(authority("http://a.example/b/?q=1")).isEqualTo(0.8 / 1.1);
  }

  private static double authority(String url) {
    return InformationGainScorer.authority(CrawlUrl.of(url));
  }

  @Test
  void pagesThatSayTheSameLowerTheGainOfPendingLinks() {
    LearningScorer scorer =
        (LearningScorer)
            PluginRegistry.linkScorers(getClass().getClassLoader())
                .create(
                    "crawl4ai-adaptive",
                    Settings.none(),
                    CrawlContext.about(Topic.of("storm", "tide")));
    AnalyzedPage page = CrawlFixtures.page("http://a.example/", "storm tables");
    PageScoring scoring = scorer.forPage(page);
    Link link = Link.of(TARGET, "storm warning");
    double score = scoring.score(link);
    Candidate pending =
        new Candidate(TARGET, 1, 1, score, 0, 0, PathState.NONE, scoring.features(link));
    assertThat(scorer.modelMoved()).isFalse();

    scorer.learn(CrawlFixtures.visit(1, page), List.of());

    assertThat(scorer.modelMoved()).isTrue();
    double first = scorer.rescore(pending);
    assertThat(first).isEqualTo(scorer.forPage(page).score(link)).isPositive();
    AnalyzedPage same = CrawlFixtures.page("http://a.example/y", "storm warning");
    scorer.learn(CrawlFixtures.visit(2, same), List.of());
    assertThat(scorer.rescore(pending)).isLessThan(first);
    assertThat(scorer.learnedWeights()).containsOnlyKeys("coverage", "saturation");
  }
}

package io.dowser.crawler.langchain4j;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.LinkScorerContract;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EmbeddingScorerTest extends LinkScorerContract {

  private static final String URL = "http://example.org/";

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    double[] weights = {0, 1, random.nextDouble()};
    return EmbeddingScorer.builder(new NgramModel())
        .topicText("storm surges")
        .topicText("tides")
        .anchorWeight(weights[random.nextInt(weights.length)])
        .contextCharacters(random.nextBoolean() ? 1 : 100)
        .textsPerRequest(random.nextInt(1, 300))
        .build();
  }

  @Override
  protected List<String> knownWords() {
    return List.of("storm", "surges", "tides");
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }

  private static AnalyzedPage links() {
    return page(
        URL,
        "",
        new WebLink("http://example.org/1", "storm surge warnings", "Flood reports:"),
        new WebLink("http://example.org/2", "apple pie", "The storm surges:"),
        new WebLink("http://example.org/3", "apple pie", "Fresh recipes of bakers:"));
  }

  private static List<Double> scores(EmbeddingScorer scorer, AnalyzedPage page) {
    PageScoring scoring = scorer.forPage(page);
    return page.links().stream().map(scoring::score).toList();
  }

  @Test
  void anchorAndContextNearTheTopicScoreHigher() {
    EmbeddingScorer scorer =
        EmbeddingScorer.builder(new NgramModel())
            .topicText("storm surges")
            .contextCharacters(20)
            .build();

    List<Double> scores = scores(scorer, links());

    assertThat(scores.get(0)).isGreaterThan(scores.get(1));
    assertThat(scores.get(1)).isGreaterThan(scores.get(2));
    assertThat(scores).allMatch(score -> score >= 0 && score <= 1);
  }

  @Test
  void eachTextIsSentOnceAndKept() {
    var model = new NgramModel();
    EmbeddingScorer scorer =
        EmbeddingScorer.builder(model).topicText("storm surges").anchorWeight(1).build();

    List<Double> first = scores(scorer, links());
    List<Double> again = scores(scorer, links());

    assertThat(again).isEqualTo(first);
    assertThat(model.requests())
        .containsExactly(List.of("storm surges"), List.of("storm surge warnings", "apple pie"));
  }

  @Test
  void weightOutOfRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmbeddingScorer.builder(new NgramModel()).anchorWeight(1.1))
        .withMessageContaining("anchorWeight must be 0.0 to 1.0, but was 1.1");
  }
}

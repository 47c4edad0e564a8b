package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class UrlKeywordsScorerTest {

  @Test
  void scoreIsTheShareOfKeywordsInTheUrl() {
    var scorer = new UrlKeywordsScorer(List.of("crawl", "async", "docs", "java"));

    assertThat(scorer.score(CrawlUrl.of("http://docs.example/Async-Crawler"))).isEqualTo(0.75);
    assertThat(scorer.score(CrawlUrl.of("http://www.example/"))).isZero();
  }

  @Test
  void phrasesOfTheTopicAreTokenizedAndAnchorsDoNotCount() {
    LinkScorer scorer =
        PluginRegistry.linkScorers(getClass().getClassLoader())
            .create(
                "crawl4ai-keywords",
                Settings.none(),
                CrawlContext.about(Topic.of("storm surge", "surge tide")));
    CrawlUrl url = CrawlUrl.of("http://a.example/surge");

    double score =
        scorer
            .forPage(CrawlFixtures.page("http://a.example/", ""))
            .score(Link.of(url, "storm and tide"));

    assertThat(score).isEqualTo(1.0 / 3);
  }
}

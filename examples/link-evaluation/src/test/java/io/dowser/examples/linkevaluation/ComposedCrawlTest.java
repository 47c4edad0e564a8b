package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComposedCrawlTest {

  private static final RandomWeb WEB = RandomWeb.builder(1).pages(300).build();

  @TempDir Path directory;

  @Test
  void strategiesComposedByNameAndByBuilderVisitTheSamePages() throws IOException {
    LinkModel model =
        LinkTrainer.builder()
            .analyzer(MixedScriptAnalyzer.create())
            .build()
            .train(
                Stream.concat(
                    WEB.topic().terms().stream().flatMap(word -> links(word, true)),
                    links("something else", false)));
    Path file = directory.resolve("links.model");
    model.save(file);

    List<CrawlUrl> byName = visits(ComposedCrawl.byName(WEB.topic(), file));
    List<CrawlUrl> byBuilder = visits(ComposedCrawl.byBuilder(WEB.topic(), model));

    assertThat(byName).hasSize(60).isEqualTo(byBuilder);
    assertThat(byName).filteredOn(WEB.onTopic()::contains).hasSizeGreaterThan(12);
  }

  private static Stream<LabelledLink> links(String anchor, boolean onTopic) {
    return Stream.of(LabelledLink.of(anchor, onTopic), LabelledLink.of(anchor, onTopic));
  }

  private static List<CrawlUrl> visits(Crawler.Builder builder) {
    List<CrawlUrl> visits = new ArrayList<>();
    builder
        .seeds(List.of(WEB.seed().toString()))
        .fetcher(WEB.web().fetcher())
        .judge(WEB.judge())
        .politeness(Politeness.builder().robots(RobotsPolicy.IGNORE).delay(Duration.ZERO).build())
        .means(Means.builder().workers(1).build())
        .maxPages(60)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                visits.add(visited.visit().url());
              }
            });
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    return visits;
  }
}

package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageBayesScorer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The metric of Zou et al. 2009, which has no numbers: late in a crawl the harvest of the Bayes
 * crawler is above that of the PageRank crawler. Both have the same web, seeds, budget and judge,
 * and the judge knows the truth.
 */
@Tag("slow")
class LateHarvestTest {

  private static final int WINDOW = 100;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void bayesStaysAbovePageRankOnGeneratedWebs(long seed) {
    RandomWeb training = RandomWeb.builder(1_000 + seed).pages(600).build();
    // pages on the topic are not linked to much more than others, or PageRank would know them
    RandomWeb web = RandomWeb.builder(seed).pages(3_000).topicLocality(0.1).build();
    PageModel model = PageTrainer.builder("on").build().train(documents(training));
    String start = web.seed().toString();
    Crawler.Builder byPageRank =
        crawl(web.web(), web.judge(), start)
            .frontier("pagerank", Map.of())
            .scorer(page -> link -> 0);
    Crawler.Builder byBayes =
        crawl(web.web(), web.judge(), start)
            .strategy(Strategy.builder().textAnalyzer(TextAnalyzer.PLAIN).build())
            .scorer(PageBayesScorer.of(model, Settings.none()));

    assertThat(lateHarvest(byBayes, 500))
        .as("seed %d", seed)
        .isGreaterThan(lateHarvest(byPageRank, 500));
  }

  private static Stream<LabelledText> documents(RandomWeb web) {
    return web.web().urls().stream()
        .map(
            url -> {
              WebPage page = web.web().page(url).orElseThrow();
              return new LabelledText(web.onTopic().contains(url) ? "on" : "off", page.text());
            });
  }

  @Test
  void bayesStaysAbovePageRankOnTheWebOfTwoUniversities() throws IOException {
    List<LabelledText> training = Corpora.universityTexts("misc.jsonl.gz");
    PageModel model =
        PageTrainer.builder("student").analyzer(Corpora.WORDS).build().train(training.stream());
    Set<CrawlUrl> students = new HashSet<>();
    InMemoryWeb web = universities(students);
    RelevanceJudge truth = page -> students.contains(page.url()) ? 1 : 0;
    String[] seeds = {"http://www.cs.cornell.edu/", "http://www.cs.utexas.edu/"};
    Crawler.Builder byBayes =
        crawl(web, truth, seeds)
            .strategy(Strategy.builder().textAnalyzer(Corpora.WORDS).build())
            .scorer(PageBayesScorer.of(model, Settings.none()));
    Crawler.Builder byPageRank =
        crawl(web, truth, seeds).frontier("pagerank", Map.of()).scorer(page -> link -> 0);

    assertThat(lateHarvest(byBayes, 400)).isGreaterThan(lateHarvest(byPageRank, 400));
  }

  private static InMemoryWeb universities(Set<CrawlUrl> students) throws IOException {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    Set<CrawlUrl> known = new HashSet<>(); // some pages are there under two forms
    for (Corpora.UniversityPage page : Corpora.universities("cornell-texas.jsonl.gz")) {
      if (known.add(page.url())) {
        web.document(page.url().toString(), "text/html; charset=utf-8", page.html());
      }
      if (page.label().equals("student")) {
        students.add(page.url());
      }
    }
    return web.build();
  }

  private static Crawler.Builder crawl(InMemoryWeb web, RelevanceJudge truth, String... seeds) {
    return Crawler.builder()
        .seeds(List.of(seeds))
        .fetcher(web.fetcher())
        .judge(truth)
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .means(Means.builder().workers(1).build());
  }

  /** The share of relevant pages among the last pages of a crawl. */
  private static double lateHarvest(Crawler.Builder builder, int budget) {
    List<Boolean> relevant = new ArrayList<>();
    builder
        .maxPages(budget)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                relevant.add(visited.visit().relevant());
              }
            });
    try (Crawler crawler = builder.build()) {
      crawler.run();
    }
    assertThat(relevant).hasSize(budget);
    List<Boolean> late = relevant.subList(budget - WINDOW, budget);
    return late.stream().filter(each -> each).count() / (double) WINDOW;
  }
}

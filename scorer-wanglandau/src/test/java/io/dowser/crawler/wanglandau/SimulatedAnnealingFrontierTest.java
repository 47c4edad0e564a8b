package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedAnnealingFrontierTest {

  @Test
  void aColdCrawlTakesBetterLinksThanAHotOne() {
    double hot = meanScore(1_000);
    double cold = meanScore(0.0001);

    assertThat(cold).as("mean score; hot it is %s", hot).isGreaterThan(hot + 0.15);
    assertThat(hot).as("hot links are taken as they come").isCloseTo(0.5, within(0.1));
  }

  @Test
  void hostsWithRelevantPagesAreTakenSooner() {
    var memory = new HostMemory(2);
    assertThat(memory.mean("a")).as("before the first page").isEqualTo(1);
    memory.add("a", 1);
    memory.add("b", 0);
    memory.add("b", 0);

    double all = 1.0 / 3;
    assertThat(memory.mean("a")).isCloseTo((2 * all + 1) / 3, within(1e-12));
    assertThat(memory.mean("b")).isCloseTo(2 * all / 4, within(1e-12));
    assertThat(memory.mean("c")).isCloseTo(all, within(1e-12));
  }

  @Test
  void theTemperatureFallsToItsLeast() {
    SimulatedAnnealingFrontier frontier =
        Walks.annealing(
            Map.of("startTemperature", "1", "cooling", "0.5", "leastTemperature", "0.2"));
    var crawl = new RandomCrawl(1);
    crawl.seeds().forEach(frontier::seed);
    frontier.poll(HostGate.OPEN);
    assertThat(frontier.temperature).isEqualTo(0.5);
    frontier.poll(HostGate.OPEN);
    frontier.poll(HostGate.OPEN);
    assertThat(frontier.temperature).isEqualTo(0.2);
  }

  @Test
  void hostsAreRememberedByTheScorersRelevanceAndNotByTheJudges() {
    SimulatedAnnealingFrontier frontier =
        Walks.annealing(
            Map.of(
                "startTemperature",
                "1e-6",
                "cooling",
                "1",
                "leastTemperature",
                "1e-6",
                "hostWeight",
                "1",
                "hostPrior",
                "0"));
    frontier.seed(CrawlFixtures.candidate("http://a.example/0", 0, 0.5));
    frontier.seed(CrawlFixtures.candidate("http://b.example/1", 1, 0.5));
    for (int i = 0; i < 2; i++) {
      Candidate polled = frontier.poll(HostGate.OPEN).orElseThrow();
      double relevance = polled.sequence(); // a: 0 and b: 1; the judge says the contrary
      AnalyzedPage page = CrawlFixtures.page(polled, "").withRelevance(1 - relevance, true);
      frontier.expand(Visits.carrying(page, RelevancePathState.of(relevance)), List.of());
    }
    frontier.seed(CrawlFixtures.candidate("http://a.example/2", 2, 0.9));
    frontier.seed(CrawlFixtures.candidate("http://b.example/3", 3, 0.1));

    assertThat(frontier.poll(HostGate.OPEN)).map(Candidate::sequence).contains(3L);
  }

  /** The mean score of the first 300 links that are no seeds. */
  private static double meanScore(double temperature) {
    SimulatedAnnealingFrontier frontier =
        Walks.annealing(
            Map.of(
                "startTemperature",
                "" + temperature,
                "cooling",
                "1",
                "leastTemperature",
                "1e-6",
                "hostWeight",
                "0",
                "hostPrior",
                "2"),
            new SplittableRandom(5));
    var crawl = new RandomCrawl(5);
    crawl.seeds().forEach(frontier::seed);
    double sum = 0;
    int count = 0;
    while (count < 300) {
      Candidate next = frontier.poll(HostGate.OPEN).orElseThrow();
      crawl.polled(next);
      List<ScoredLink> links = crawl.links(next);
      frontier.expand(crawl.visit(next, links), links);
      if (!next.isSeed()) {
        sum += next.score();
        count++;
      }
    }
    return sum / count;
  }
}

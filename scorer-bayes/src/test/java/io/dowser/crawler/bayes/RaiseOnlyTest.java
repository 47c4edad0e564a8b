package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The queue of Han et al. 2010: a pending URL is raised by a better parent and never lowered. */
class RaiseOnlyTest {

  @Test
  void offersOfTheExampleLeaveTheLargerKeys() {
    Frontier frontier =
        PluginRegistry.frontiers(getClass().getClassLoader())
            .create("best-first", Settings.none(), CrawlContext.builder().build());
    offer(frontier, "http://u1.example/", 1, 1.2, false);
    offer(frontier, "http://u2.example/", 2, 0.4, false);
    offer(frontier, "http://u1.example/", 1, 0.9, true);
    offer(frontier, "http://u2.example/", 2, 2.0, true);

    Candidate first = frontier.poll(HostGate.OPEN).orElseThrow();
    Candidate second = frontier.poll(HostGate.OPEN).orElseThrow();
    assertThat(first.url()).hasToString("http://u2.example/");
    assertThat(first.score()).isEqualTo(2.0);
    assertThat(second.score()).isEqualTo(1.2);
    assertThat(frontier.poll(HostGate.OPEN)).isEmpty();
  }

  private static void offer(
      Frontier frontier, String url, long sequence, double key, boolean pending) {
    AnalyzedPage parent = CrawlFixtures.page("http://parent.example/", "");
    Candidate candidate = CrawlFixtures.candidate(url, sequence, key);
    frontier.expand(
        CrawlFixtures.visit(1, parent), List.of(CrawlFixtures.scoredLink(candidate, pending)));
  }
}

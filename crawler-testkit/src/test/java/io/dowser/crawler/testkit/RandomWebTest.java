package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomWebTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyPageCanBeReachedFromTheSeed(long seed) {
    RandomWeb random = RandomWeb.builder(seed).pages(300).linksPerPage(1).build();

    assertThat(reachable(random)).isEqualTo(random.web().urls()).hasSize(300);
  }

  @Test
  void sameSeedGivesTheSameWebAndAnotherSeedAnotherOne() {
    assertThat(pages(7)).isEqualTo(pages(7)).isNotEqualTo(pages(8));
  }

  @Test
  void pagesOnTheTopicLinkMostlyToEachOther() {
    RandomWeb random = RandomWeb.builder(11).pages(1000).build();

    long links = 0;
    long onTopic = 0;
    for (CrawlUrl url : random.onTopic()) {
      for (WebLink link : random.web().page(url).orElseThrow().links()) {
        links++;
        onTopic += random.onTopic().contains(CrawlUrl.of(link.target())) ? 1 : 0;
      }
    }
    assertThat((double) onTopic / links).isBetween(0.5, 0.9);
    assertThat(random.onTopic()).hasSizeBetween(150, 250);
  }

  @Test
  void topicWordsAreCommonOnTheTopicAndRareElsewhere() {
    RandomWeb random = RandomWeb.builder(12).build();

    assertThat(topicWords(random, true)).isGreaterThan(20 * topicWords(random, false));
    assertThat(topicWords(random, false)).isGreaterThan(0);
  }

  @Test
  void usesEveryHost() {
    RandomWeb random = RandomWeb.builder(13).pages(50).hosts(30).build();

    assertThat(random.web().urls().stream().map(CrawlUrl::host).distinct()).hasSize(30);
  }

  @Test
  void judgeKnowsTheTruth() {
    RandomWeb random = RandomWeb.builder(14).build();
    CrawlUrl relevant = random.onTopic().iterator().next();

    assertThat(random.judge().relevance(CrawlFixtures.page(relevant.toString(), ""))).isEqualTo(1);
    assertThat(random.judge().relevance(CrawlFixtures.page(random.seed().toString(), "")))
        .isEqualTo(0);
  }

  @Test
  void refusesShapesThatCannotBe() {
    assertThatThrownBy(() -> RandomWeb.builder(1).topicLocality(Double.NaN))
        .hasMessage("topicLocality must be 0.0 to 1.0, but was NaN");
    assertThatThrownBy(() -> RandomWeb.builder(1).pages(0))
        .hasMessage("pages must be 1 to 1000000, but was 0");
  }

  @Test
  void aWebOfOnePageHasNoOtherTarget() {
    RandomWeb random = RandomWeb.builder(1).pages(1).hosts(1).build();

    assertThat(reachable(random)).containsExactly(random.seed());
  }

  private static String pages(long seed) {
    InMemoryWeb web = RandomWeb.builder(seed).pages(20).build().web();
    return web.urls().stream().map(url -> web.page(url).orElseThrow().toHtml()).toList().toString();
  }

  private static double topicWords(RandomWeb random, boolean onTopic) {
    return random.web().urls().stream()
        .filter(url -> random.onTopic().contains(url) == onTopic)
        .mapToInt(url -> random.web().page(url).orElseThrow().text().split("laser", -1).length - 1)
        .average()
        .orElseThrow();
  }

  private static Set<CrawlUrl> reachable(RandomWeb random) {
    Set<CrawlUrl> seen = new LinkedHashSet<>(Set.of(random.seed()));
    var queue = new ArrayDeque<>(seen);
    while (!queue.isEmpty()) {
      for (WebLink link : random.web().page(queue.remove()).orElseThrow().links()) {
        CrawlUrl target = CrawlUrl.of(link.target());
        if (seen.add(target)) {
          queue.add(target);
        }
      }
    }
    return seen;
  }
}

package io.dowser.crawler.frontier;

import static io.dowser.crawler.frontier.Crawls.candidate;
import static io.dowser.crawler.frontier.Crawls.expand;
import static io.dowser.crawler.frontier.Crawls.expandAgain;
import static io.dowser.crawler.frontier.Crawls.seed;
import static io.dowser.crawler.testkit.CrawlFixtures.drain;
import static io.dowser.crawler.testkit.CrawlFixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class BestFirstFrontierTest {

  private final BestFirstFrontier frontier =
      new BestFirstFrontier(Settings.none(), HostGrouping.FULL_HOST);
  private final Candidate start = seed("start", 0);

  @Test
  void higherScoreGoesFirstAndEqualScoresGoByAge() {
    begin(frontier, candidate("a", 1, 0.5), candidate("b", 2, 0.7), candidate("a", 3, 0.5));

    assertThat(drain(frontier)).containsExactly(2L, 1L, 3L);
  }

  @Test
  void linkFoundAgainIsRaisedButNeverLowered() {
    begin(frontier, candidate("a", 1, 0.5), candidate("b", 2, 0.7), candidate("a", 3, 0.6));

    expandAgain(frontier, start, candidate("a", 1, 0.9), candidate("b", 2, 0.1));

    assertThat(drain(frontier)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void rekeyGivesNewScoresToAllButSeeds() {
    frontier.seed(seed("z", 9));
    begin(frontier, candidate("a", 1, 0.5), candidate("b", 2, 0.7));

    frontier.rekey(candidate -> -candidate.score());

    assertThat(poll(frontier)).isEqualTo(seed("z", 9));
    assertThat(poll(frontier)).isEqualTo(candidate("a", 1, -0.5));
    assertThat(poll(frontier)).isEqualTo(candidate("b", 2, -0.7));
  }

  @Test
  void theWorstIsTheSmallestScoreAndOfEqualsTheLatestAndMayComeBack() {
    begin(frontier, candidate("a", 1, 0.5), candidate("b", 2, 0.5), candidate("c", 3, 0.9));

    assertThat(frontier.removeWorst()).contains(candidate("b", 2, 0.5));
    assertThat(frontier.removeWorst()).contains(candidate("a", 1, 0.5));
    frontier.putBack(candidate("b", 2, 0.5));
    expandAgain(frontier, start, candidate("b", 2, 0.95));

    assertThat(drain(frontier)).containsExactly(2L, 3L);
  }

  @Test
  void hostWindowSpreadsThePolls() {
    BestFirstFrontier windowed = create(Settings.of(Map.of("hostWindow", "3")));
    begin(
        windowed,
        candidate("a", 1, 9),
        candidate("a", 2, 8),
        candidate("b", 3, 7),
        candidate("a", 4, 6),
        candidate("c", 5, 5),
        candidate("b", 6, 4),
        candidate("d", 7, 3));

    assertThat(drain(windowed)).containsExactly(1L, 3L, 5L, 2L, 6L, 7L, 4L);
  }

  @Test
  void strictHostWindowRatherServesNothing() {
    BestFirstFrontier windowed =
        create(Settings.of(Map.of("hostWindow", "2", "strictHostWindow", "true")));
    begin(windowed, candidate("a", 1, 9), candidate("a", 2, 8));

    assertThat(drain(windowed)).containsExactly(1L);
    assertThat(windowed.size()).isEqualTo(1);
  }

  @Test
  void providersAreFoundByName() {
    assertThat(ServiceLoader.load(FrontierProvider.class))
        .extracting(FrontierProvider::name)
        .contains("best-first", "breadth-first", "pagerank");
  }

  @Test
  void settingsReachTheFrontier() {
    Map<String, String> values = Map.of("hostWindow", "2", "strictHostWindow", "true");
    var made = create(Settings.of(values));
    begin(
        made,
        candidate("a", 1, 9),
        candidate("a", 2, 8),
        candidate("a", 3, 7),
        candidate("a", 4, 6));

    assertThat(drain(made)).containsExactly(1L);
  }

  @Test
  void badSettingsAreRefused() {
    assertThatThrownBy(() -> create(Settings.of(Map.of("hostWindow", "wide"))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("hostWindow");
    assertThatThrownBy(() -> create(Settings.of(Map.of("strictHostWindow", "yes"))))
        .isInstanceOf(SettingException.class);
    assertThatThrownBy(() -> create(Settings.of(Map.of("hostWindow", "-1"))))
        .isInstanceOf(SettingException.class);
  }

  private static BestFirstFrontier create(Settings settings) {
    return new BestFirstFrontier(settings, HostGrouping.FULL_HOST);
  }

  private void begin(BestFirstFrontier frontier, Candidate... links) {
    expand(frontier, start, links);
  }
}

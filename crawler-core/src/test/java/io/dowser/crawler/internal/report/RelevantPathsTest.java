package io.dowser.crawler.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.report.CrawlMetrics.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelevantPathsTest {

  private final RelevantPaths<String> paths = new RelevantPaths<>();
  private int number;

  private void add(String page, String parent, int depth, boolean relevant) {
    paths.add(page, new Step(++number, page, "", 0, 0), parent, depth, relevant);
  }

  private List<List<String>> longest() {
    return paths.longest().stream().map(path -> path.stream().map(Step::url).toList()).toList();
  }

  @Test
  void theLongestWayComesFirstAndEqualsByTheirTime() {
    add("seed", "", 0, true);
    add("hub", "seed", 1, false);
    add("late", "hub", 2, true);
    add("later", "hub", 2, true);

    assertThat(longest())
        .containsExactly(
            List.of("seed", "hub", "late"), List.of("seed", "hub", "later"), List.of("seed"));
  }

  @Test
  void aWayBeginsLaterIfAPageBeforeWasNotKept() {
    add("far", "never kept", 7, true);

    assertThat(longest()).containsExactly(List.of("far"));
  }

  @Test
  void pagesThatLeadToEachOtherEndTheWay() {
    add("a", "b", 1, true);
    add("b", "a", 2, false);

    assertThat(longest()).containsExactly(List.of("b", "a"));
  }

  @Test
  void onlyTheFirstVisitsAreKept() {
    for (int i = 1; i < RelevantPaths.MOST_VISITS; i++) {
      add("page " + i, "", 0, false);
    }
    assertThat(paths.hasRoom()).isTrue();
    add("last", "", 0, true);
    assertThat(paths.hasRoom()).isFalse();
    add("too late", "", 1, true);

    assertThat(longest()).containsExactly(List.of("last"));
  }

  @Test
  void withoutRelevantPagesThereAreNone() {
    assertThat(longest()).isEmpty();
    add("seed", "", 0, false);
    assertThat(longest()).isEmpty();
  }
}

package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class QuickstartCommandTest {

  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^(breadth-first|best-first|adaptive) +(\\d+) +(\\d+) +([\\d.]+) +([\\d.]+)$");

  @Test
  void bestFirstAndAdaptiveFindMoreThanBreadthFirstWithinTheSameBudget() {
    CommandRun run = CommandRun.of("quickstart", "-q");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("of 471 pages on 4 hosts").contains("breadth-first needs");
    Matcher rows = ROW.matcher(run.out());
    double breadthFirst = recall(rows, "breadth-first");
    assertThat(recall(rows, "best-first")).isGreaterThan(1.5 * breadthFirst);
    assertThat(recall(rows, "adaptive")).isGreaterThan(1.5 * breadthFirst);
  }

  private static double recall(Matcher rows, String name) {
    assertThat(rows.find()).isTrue();
    assertThat(rows.group(1)).isEqualTo(name);
    return Double.parseDouble(rows.group(5));
  }

  @Test
  void wrongUseIsOneLineAndAHint() {
    CommandRun run = CommandRun.of("quickstart", "--max-pages=0");

    assertThat(run.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(run.err()).startsWith("dowser: ").contains("maxPages").hasLineCount(2);
  }
}

package io.dowser.crawler.wanglandau;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Wang-Landau sampling against breadth-first, best-first and annealing on replayed corpora, judged
 * by labels. No order of the methods is asserted: the tables are reported as they come out.
 */
@Tag("slow")
class ComparisonTest {

  @Test
  void aSampleIsCountedPageByPage() {
    Task whole = Tasks.packaging();
    var task = new Task(whole.name(), whole.topic(), whole.web(), List.of(20, 60));
    ComparisonTable table = new ComparisonTable(task).run(1, ComparisonTable.allMethods());

    for (Method method : Method.values()) {
      double pages = table.mean(method, 1, Replay.Row::dp);
      assertThat(pages).as("pages of %s", method.title).isEqualTo(60);
      assertThat(table.mean(method, 1, Replay.Row::lp))
          .as("relevant pages of %s", method.title)
          .isEqualTo(Math.rint(pages * table.mean(method, 1, Replay.Row::accuracy)), within(1e-9))
          .isBetween(1.0, (double) task.relevant());
      assertThat(table.mean(method, 1, Replay.Row::kept))
          .as("pages that %s kept", method.title)
          .isLessThanOrEqualTo(pages);
    }
    assertThat(table.toTsv()).contains("\t60\tWL, FETCH_ON_EXPAND\t");
    double ranks = Stream.of(Method.values()).mapToDouble(table::meanRank).sum();
    assertThat(ranks).as("sum of the mean ranks").isEqualTo(15, within(1e-9));
  }

  /** Writes the tables of docs/papers/liu2023.md to {@code target/liu2023*}. */
  @Test
  @Tag("exhaustive")
  void allTablesAreWritten() throws IOException {
    var rows = new StringBuilder(ComparisonTable.COLUMNS).append('\n');
    var ranks = new StringBuilder(ComparisonTable.RANKS).append('\n');
    var meanRanks = new TreeMap<String, Double>();
    List<Task> tasks = Tasks.all();
    for (Task task : tasks) {
      ComparisonTable table = new ComparisonTable(task).run(5, ComparisonTable.allMethods());
      rows.append(table.toTsv());
      ranks.append(table.ranks());
      for (Method method : Method.values()) {
        meanRanks.merge(method.title, table.meanRank(method) / tasks.size(), Double::sum);
      }
    }
    var text = new StringBuilder("| Method | Mean of the mean ranks |\n|---|---|\n");
    meanRanks.forEach(
        (method, rank) -> text.append(String.format(Locale.ROOT, "| %s | %.2f |%n", method, rank)));
    Path target = Files.createDirectories(Path.of("target"));
    Files.writeString(target.resolve("liu2023.md"), text, UTF_8);
    Files.writeString(target.resolve("liu2023.tsv"), rows, UTF_8);
    Files.writeString(target.resolve("liu2023-ranks.tsv"), ranks, UTF_8);

    assertThat(rows.toString()).contains("zh-docs", "zh-news", "webkb");
  }
}

package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryCommandTest {

  private static final String HEADER =
      "guide,strategy,question,pages,measure,mean,low,high,difference,difference low,difference"
          + " high\n";

  @TempDir Path directory;

  @Test
  void questionsOfAllWebsAreAveragedAndPaired() throws IOException {
    write("one", "labels", "best-first", "bees", 0.4, 40);
    write("one", "labels", "mine", "bees", 0.6, 20);
    write("two", "labels", "best-first", "wasps", 0.5, 100);
    write("two", "labels", "mine", "wasps", 0.4, 110);

    CommandRun run = run();

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("**Guided by labels, 2 questions**")
        .contains("| best-first | 0.450 | 0.450 | 0.450 |")
        .contains( // t is 12.706 for one degree of freedom, and the deviation 0.3 / sqrt(2)
            "| mine | 0.500 | 0.500 | 0.500 | 0.050 ± 1.906 |")
        .contains("| 1; 0.100 wasps | 0.80 (2) | 0.050 |");
    assertThat(Files.readAllLines(directory.resolve("all.tsv")))
        .contains("wasps\tlabels\tmine\t0.400\t0.400\t0.400\t110.000\t0.400");
  }

  @Test
  void strategyWithoutOneOfTheQuestionsHasNoMean() throws IOException {
    write("one", "labels", "best-first", "bees", 0.4, 40);
    write("two", "labels", "best-first", "wasps", 0.5, 100);
    write("two", "labels", "mine", "wasps", 0.4, 110);

    assertThat(run().out()).contains("best-first").doesNotContain("mine");
  }

  @Test
  void twoResultsForOneNumberAreRefused() throws IOException {
    write("one", "labels", "best-first", "bees", 0.4, 40);
    write("two", "labels", "best-first", "bees", 0.5, 40);

    CommandRun run = run();

    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("another directory has the strategy best-first on bees");
  }

  private CommandRun run() {
    return CommandRun.of(
        "summary",
        directory.resolve("one").toString(),
        directory.resolve("two").toString(),
        "--out=" + directory.resolve("all.tsv"));
  }

  private void write(
      String comparison, String guide, String strategy, String question, double value, int half)
      throws IOException {
    Path file = Files.createDirectories(directory.resolve(comparison)).resolve("results.csv");
    String old = Files.exists(file) ? Files.readString(file) : HEADER;
    var text = new StringBuilder(old);
    for (String measure :
        new String[] {"recall at 10 %", "recall at 20 %", "mean harvest", "CPU ms a page"}) {
      text.append(line(guide, strategy, question, measure, value));
    }
    text.append(line(guide, strategy, question, "pages to 50 %", half));
    text.append(line(guide, strategy, "all", "mean harvest", 1));
    Files.writeString(file, text);
  }

  private static String line(
      String guide, String strategy, String question, String measure, double value) {
    return String.join(",", guide, strategy, question, "9", measure, value + ",,,,,\n");
  }
}

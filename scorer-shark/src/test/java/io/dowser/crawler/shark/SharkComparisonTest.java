package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.shark.SharkComparison.Experiment;
import io.dowser.crawler.shark.SharkComparison.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A small sample of the comparison; all of it is in docs/papers/liu2009.md. */
class SharkComparisonTest {

  private static final Path DATA = Path.of(System.getProperty("dowser.data", "no-data"));

  @Test
  void onManualsInChineseTheMethodIsAheadOfBreadthFirstAndOfPlainSharkSearch() throws IOException {
    assumeTrue(
        Files.isDirectory(DATA.resolve("zh-docs")),
        "the corpus zh-docs is absent: set the system property dowser.data to its directory");
    var comparison = new SharkComparison(DATA);
    Experiment filters =
        comparison.experiments().stream()
            .filter(experiment -> experiment.name().equals("zh-docs: filters"))
            .findFirst()
            .orElseThrow();

    Result result = comparison.run(filters.within(200), 1);

    int last = result.budgets().size() - 1;
    double method = result.mean("Liu, RECOMMENDED", last);
    assertThat(method)
        .as("relevant pages among 200")
        .isGreaterThan(result.mean("breadth-first", last))
        .isGreaterThan(result.mean(SharkComparison.BASELINE, last));
    assertThat(result.toMarkdown()).contains("### zh-docs: filters", "| Liu, RECOMMENDED | 200 |");
  }
}

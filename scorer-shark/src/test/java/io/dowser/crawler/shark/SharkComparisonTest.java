package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.shark.SharkComparison.Experiment;
import io.dowser.crawler.shark.SharkComparison.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small sample of the comparison; all of it is in docs/papers/liu2009.md. */
@Tag("slow")
class SharkComparisonTest {

  @Test
  void onManualsInChineseTheMethodIsAheadOfBreadthFirstAndOfPlainSharkSearch() {
    var comparison = new SharkComparison();
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
    assertThat(result.toTsv()).contains("zh-docs: filters\t", "\tLiu, RECOMMENDED\t200\t");
  }
}

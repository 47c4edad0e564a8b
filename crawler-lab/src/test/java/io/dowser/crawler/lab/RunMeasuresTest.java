package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.CrawlUrl;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Five pages of relevance 0.9, 0.4, 0.7, 0.1, 0.65 and threshold 0.62, fetched in this order. */
class RunMeasuresTest {

  private final RunMeasures measures = measures(0.9, 0.4, 0.7, 0.1, 0.65);

  /** How much the pages are like the topic; the first one is a seed. */
  private static RunMeasures measures(double... relevances) {
    double[] likeness = {0.8, 0.1, 0.2, 0.5, 0.19};
    var web = new Web();
    var census = new Census(web, 0.62);
    for (int i = 0; i < relevances.length; i++) {
      CrawlUrl url = CrawlUrl.of("http://tides.example/" + i);
      web.add(url, new Web.Page(url, List.of()));
      census.add(new Census.Finding(relevances[i], likeness[i]));
    }
    List<RunResult.Step> steps =
        IntStream.range(0, relevances.length)
            .mapToObj(page -> new RunResult.Step(page, page == 0 ? RunResult.NO_PARENT : 0, 0))
            .toList();
    return new RunMeasures(new RunResult("s", 0, 1, steps, 5_000_000, 1, 0, ""), census, 5);
  }

  @Test
  void harvestCurveAgreesWithTheWorkedNumbers() {
    assertThat(IntStream.rangeClosed(1, 5).mapToDouble(measures::harvestAt).toArray())
        .containsExactly(new double[] {1, 0.5, 0.666667, 0.5, 0.6}, within(1e-6));
  }

  @Test
  void metricsAgreeWithTheWorkedNumbers() {
    HarvestMetrics harvest = measures.harvest();

    assertThat(harvest.meanHarvestRate()).isEqualTo(0.653333, within(1e-6));
    assertThat(harvest.meanRelevance()).isEqualTo(0.55, within(1e-6));
    assertThat(harvest.relevanceDeviation()).isEqualTo(0.275681, within(1e-6));
    assertThat(harvest.meanRelevanceOfRelevant()).isEqualTo(0.75, within(1e-6));
    assertThat(harvest.relevanceDeviationOfRelevant()).isEqualTo(0.108012, within(1e-6));
    assertThat(Measure.CPU.of().applyAsDouble(measures, 5)).isEqualTo(1);
  }

  @Test
  void recallCountsAgainstAllRelevantPagesAndStaysWhenTheRunHasEnded() {
    assertThat(measures.recallAt(3)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(measures.recallAt(50)).isEqualTo(1);
  }

  @Test
  void pagesForARecallAreCountedUpToThePageThatReachesIt() {
    assertThat(measures.pagesFor(0.1)).isEqualTo(1);
    assertThat(measures.pagesFor(2.0 / 3)).isEqualTo(3);
    assertThat(measures.pagesFor(1)).isEqualTo(5);
  }

  @Test
  void countOfThePaperLeavesOutSeedsAndPagesUnlikeTheTopic() {
    assertThat(IntStream.rangeClosed(1, 5).mapToDouble(measures::keptAt).toArray())
        .containsExactly(0, 0, 1, 2, 2);
    assertThat(IntStream.rangeClosed(1, 5).mapToDouble(measures::harvestOfKeptAt).toArray())
        .containsExactly(0, 0, 1, 0.5, 0.5);
  }

  @Test
  void recallBeyondTheBudgetIsLeftOpen() {
    Measure fifth = Measure.RECALLS.get(4);

    assertThat(fifth.of().applyAsDouble(measures, 5)).isEqualTo(1.0 / 3, within(1e-12));
    assertThat(fifth.of().applyAsDouble(measures, 0)).isNaN();
  }
}

package io.dowser.crawler.lab;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One metric of a run.
 *
 * @param name its name
 * @param decimals the number of decimals to show
 * @param of computes it from a run and the budget; NaN if the run has none
 */
record Measure(String name, int decimals, ToDoubleBiFunction<RunMeasures, Integer> of) {

  static final Measure HARVEST = new Measure("harvest rate", 3, RunMeasures::harvestAt);
  static final Measure WINDOWED = new Measure("windowed harvest", 3, RunMeasures::windowedAt);
  static final Measure MEAN_HARVEST =
      new Measure("mean harvest", 3, (run, budget) -> run.harvest().meanHarvestRate());
  static final Measure RECALL = new Measure("target recall", 3, RunMeasures::recallAt);
  static final Measure PAGES = new Measure("pages", 0, (run, budget) -> run.pages());
  static final Measure LP = new Measure("LP", 1, (run, budget) -> run.harvest().relevantPages());
  static final Measure ARDP =
      new Measure("ARDP", 3, (run, budget) -> run.harvest().meanRelevance());
  static final Measure SDDP =
      new Measure("SDDP", 3, (run, budget) -> run.harvest().relevanceDeviation());
  static final Measure ARLP =
      new Measure("ARLP", 3, (run, budget) -> run.harvest().meanRelevanceOfRelevant());
  static final Measure SDLP =
      new Measure("SDLP", 3, (run, budget) -> run.harvest().relevanceDeviationOfRelevant());
  static final Measure HOSTS =
      new Measure("hosts", 1, (run, budget) -> run.harvest().relevantHosts());
  static final Measure CPU =
      new Measure("CPU ms a page", 2, (run, budget) -> run.run().cpuNanos() / 1e6 / run.pages());

  static final Measure DP_PAPER = new Measure("DP paper", 1, RunMeasures::keptAt);
  static final Measure ACCURACY_PAPER =
      new Measure("accuracy paper", 3, RunMeasures::harvestOfKeptAt);

  static final List<Measure> HARVESTS =
      List.of(PAGES, HARVEST, WINDOWED, MEAN_HARVEST, RECALL, HOSTS, CPU);
  static final List<Measure> RELEVANCES =
      List.of(HARVEST, LP, ARDP, SDDP, ARLP, SDLP, DP_PAPER, ACCURACY_PAPER);

  /** Recall after some shares of the web, in percent. */
  static final List<Measure> RECALLS =
      DoubleStream.of(1, 2, 5, 10, 20).mapToObj(Measure::recallAtShare).toList();

  /** The numbers of pages that are needed to reach some recalls. */
  static final List<Measure> EFFORTS =
      DoubleStream.of(10, 25, 50, 75, 90)
          .mapToObj(
              share ->
                  new Measure(
                      "pages to " + (int) share + " %",
                      1,
                      (run, budget) -> run.pagesFor(share / 100)))
          .toList();

  static final List<Measure> ALL =
      Stream.of(HARVESTS, RELEVANCES, RECALLS, EFFORTS).flatMap(List::stream).distinct().toList();

  /**
   * Returns the columns of Liu 2023 after some pages, and at the end his own count of pages with
   * its accuracy; the time is present only for whole runs. The windowed harvest, which shows how a
   * crawl changes over time, is not one of his.
   */
  static List<Measure> relevancesAfter(int pages) {
    return List.of(
        new Measure("accuracy", 3, (run, budget) -> run.harvest(pages).harvestRate()),
        new Measure("LP", 1, (run, budget) -> run.harvest(pages).relevantPages()),
        new Measure("ARDP", 3, (run, budget) -> run.harvest(pages).meanRelevance()),
        new Measure("SDDP", 3, (run, budget) -> run.harvest(pages).relevanceDeviation()),
        new Measure("ARLP", 3, (run, budget) -> run.harvest(pages).meanRelevanceOfRelevant()),
        new Measure("SDLP", 3, (run, budget) -> run.harvest(pages).relevanceDeviationOfRelevant()),
        new Measure("CPU s", 2, (run, budget) -> pages < budget ? Double.NaN : cpuSeconds(run)),
        new Measure(DP_PAPER.name(), 1, (run, budget) -> run.keptAt(pages)),
        new Measure(ACCURACY_PAPER.name(), 3, (run, budget) -> run.harvestOfKeptAt(pages)),
        new Measure(WINDOWED.name(), 3, (run, budget) -> run.windowedAt(pages)));
  }

  private static double cpuSeconds(RunMeasures run) {
    return run.run().cpuNanos() / 1e9;
  }

  /** Returns the same measure under another name. */
  Measure as(String newName) {
    return new Measure(newName, decimals, of);
  }

  private static Measure recallAtShare(double percent) {
    return new Measure(
        "recall at " + (int) percent + " %",
        3,
        (run, budget) -> {
          int pages = (int) Math.ceil(percent / 100 * run.webSize());
          return pages > budget ? Double.NaN : run.recallAt(pages);
        });
  }
}

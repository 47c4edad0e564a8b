package io.dowser.examples.lab;

import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One figure of a run.
 *
 * @param name its name
 * @param of takes it from a run and the budget; NaN if the run has none
 */
record Measure(String name, ToDoubleBiFunction<RunMeasures, Integer> of) {

  static final Measure HARVEST = new Measure("harvest rate", RunMeasures::harvestAt);
  static final Measure WINDOWED =
      new Measure("last " + RunMeasures.WINDOW + " pages", RunMeasures::windowedAt);
  static final Measure MEAN_HARVEST =
      new Measure("mean harvest", (run, budget) -> run.harvest().meanHarvestRate());
  static final Measure RECALL = new Measure("target recall", RunMeasures::recallAt);
  static final Measure LP = new Measure("LP", (run, budget) -> run.harvest().relevantPages());
  static final Measure ARDP =
      new Measure("ARDP", (run, budget) -> run.harvest().meanRelevance());
  static final Measure SDDP =
      new Measure("SDDP", (run, budget) -> run.harvest().relevanceDeviation());
  static final Measure ARLP =
      new Measure("ARLP", (run, budget) -> run.harvest().meanRelevanceOfRelevant());
  static final Measure SDLP =
      new Measure("SDLP", (run, budget) -> run.harvest().relevanceDeviationOfRelevant());
  static final Measure HOSTS =
      new Measure("hosts", (run, budget) -> run.harvest().relevantHosts());
  static final Measure CPU =
      new Measure("CPU ms a page", (run, budget) -> run.run().cpuNanos() / 1e6 / run.pages());

  static final List<Measure> HARVESTS = List.of(HARVEST, WINDOWED, MEAN_HARVEST, RECALL, HOSTS, CPU);
  static final List<Measure> RELEVANCES = List.of(HARVEST, LP, ARDP, SDDP, ARLP, SDLP);

  /** Recall after some shares of the web, in percent. */
  static final List<Measure> RECALLS =
      DoubleStream.of(1, 2, 5, 10, 20).mapToObj(Measure::recallAtShare).toList();

  /** Pages that it takes to some recalls. */
  static final List<Measure> EFFORTS =
      DoubleStream.of(10, 25, 50, 75, 90)
          .mapToObj(
              share ->
                  new Measure(
                      "pages to " + (int) share + " % recall",
                      (run, budget) -> run.pagesFor(share / 100)))
          .toList();

  static final List<Measure> ALL =
      Stream.of(HARVESTS, RELEVANCES, RECALLS, EFFORTS)
          .flatMap(List::stream)
          .distinct()
          .toList();

  private static Measure recallAtShare(double percent) {
    return new Measure(
        "recall at " + (int) percent + " % of the web",
        (run, budget) -> {
          int pages = (int) Math.ceil(percent / 100 * run.webSize());
          return pages > budget ? Double.NaN : run.recallAt(pages);
        });
  }
}

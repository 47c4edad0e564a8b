package io.dowser.crawler.lab;

import java.util.function.IntPredicate;

/** The metrics of one run. */
final class RunMeasures {

  private static final int LARGEST_WINDOW = 100;
  private static final int SMALLEST_WINDOW = 10;

  /** The least similarity to the topic of downloaded pages that Liu 2023 keeps and counts. */
  private static final double KEPT = 0.2;

  private final RunResult run;
  private final Census census;
  private final int webSize;
  private final int targets;
  private final int[] relevantAfter;
  private final double[] windowedAfter;
  private final HarvestMetrics harvest;

  RunMeasures(RunResult run, Census census, int budget) {
    this.run = run;
    this.census = census;
    this.webSize = census.size();
    this.targets = census.relevantPages();
    this.harvest = new HarvestMetrics(census.threshold(), window(budget));
    int pages = run.steps().size();
    relevantAfter = new int[pages + 1];
    windowedAfter = new double[pages + 1];
    for (int i = 0; i < pages; i++) {
      add(harvest, run.steps().get(i).page());
      relevantAfter[i + 1] = (int) harvest.relevantPages();
      windowedAfter[i + 1] = harvest.windowedHarvestRate();
    }
  }

  private void add(HarvestMetrics metrics, int page) {
    metrics.add(census.web().url(page).host(), census.relevance(page));
  }

  /**
   * Returns the number of latest pages of the windowed harvest rate: a fifth of the budget or 100.
   */
  static int window(int budget) {
    return Math.max(SMALLEST_WINDOW, Math.min(LARGEST_WINDOW, budget / 5));
  }

  RunResult run() {
    return run;
  }

  HarvestMetrics harvest() {
    return harvest;
  }

  int webSize() {
    return webSize;
  }

  int pages() {
    return relevantAfter.length - 1;
  }

  /** Returns the metrics of the first pages alone. */
  HarvestMetrics harvest(int pages) {
    if (within(pages) == pages()) {
      return harvest;
    }
    var first = new HarvestMetrics(census.threshold(), 1);
    for (RunResult.Step step : run.steps().subList(0, within(pages))) {
      add(first, step.page());
    }
    return first;
  }

  /**
   * Returns the number of pages that Liu 2023 would count among the first ones; NaN without a
   * topic.
   */
  double keptAt(int pages) {
    return kept(pages, page -> true);
  }

  /** Returns the share of relevant ones among the pages that Liu 2023 would count. */
  double harvestOfKeptAt(int pages) {
    double all = keptAt(pages);
    return all == 0 ? 0 : kept(pages, census::isRelevant) / all;
  }

  /** Counts kept pages, without seeds. */
  private double kept(int pages, IntPredicate wanted) {
    double count = 0;
    for (RunResult.Step step : run.steps().subList(0, within(pages))) {
      double likeness = census.likeness(step.page());
      if (Double.isNaN(likeness)) {
        return Double.NaN;
      }
      boolean seed = step.parent() == RunResult.NO_PARENT;
      count += !seed && likeness >= KEPT && wanted.test(step.page()) ? 1 : 0;
    }
    return count;
  }

  private int within(int pages) {
    return Math.min(pages, pages());
  }

  /**
   * Returns the share of relevant ones among the first pages; among all, if the crawl ended before.
   */
  double harvestAt(int pages) {
    int seen = within(pages);
    return seen == 0 ? 0 : (double) relevantAfter[seen] / seen;
  }

  double windowedAt(int pages) {
    return windowedAfter[within(pages)];
  }

  /** Returns the share of all relevant pages that are among the first ones. */
  double recallAt(int pages) {
    return targets == 0 ? 0 : (double) relevantAfter[within(pages)] / targets;
  }

  /**
   * Returns the number of pages that were fetched to reach a share of all relevant ones; NaN if it
   * was not reached.
   */
  double pagesFor(double recall) {
    int needed = (int) Math.ceil(recall * targets - 1e-9);
    for (int pages = 0; pages < relevantAfter.length; pages++) {
      if (relevantAfter[pages] >= needed) {
        return pages;
      }
    }
    return Double.NaN;
  }
}

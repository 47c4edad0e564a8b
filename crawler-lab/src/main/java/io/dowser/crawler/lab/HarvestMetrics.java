package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;

import com.google.common.math.StatsAccumulator;
import io.dowser.crawler.api.internal.Checks;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The harvest of a crawl, page by page in the order in which pages are fetched.
 *
 * <p>A page is every page that was downloaded for the crawl. Robots files, redirects and failed
 * requests are none. Some strategies download pages to rate them and throw part of them away; the
 * paper of Liu, Chen and Zhao 2023 then counts only those that it kept, which flatters its rate.
 * Here all count. Compare strategies with one judge for all of them: a strategy that rates its own
 * pages looks better than it is.
 *
 * <p>Not thread-safe. Takes one bit a page of the window and one entry a host with a relevant page.
 */
final class HarvestMetrics {

  private final double threshold;
  private final int window;
  private final BitSet recent = new BitSet(); // whether page number n modulo window is relevant
  private final StatsAccumulator all = new StatsAccumulator();
  private final StatsAccumulator relevant = new StatsAccumulator();
  private final StatsAccumulator harvest = new StatsAccumulator();
  private final Set<String> relevantHosts = new HashSet<>();

  /**
   * Creates metrics without pages.
   *
   * @param threshold the relevance from which a page is relevant, 0 to 1
   * @param window the number of latest pages of the windowed harvest rate, 1 or more
   * @throws IllegalArgumentException if a number is out of its range
   */
  HarvestMetrics(double threshold, int window) {
    Checks.within("threshold", threshold, 0, 1);
    Checks.positive("window", window);
    this.threshold = threshold;
    this.window = window;
  }

  /**
   * Counts a page.
   *
   * @param host the host it came from
   * @param relevance the judge's relevance, 0 to 1
   * @throws IllegalArgumentException if the relevance is out of its range
   */
  void add(String host, double relevance) {
    requireNonNull(host, "host");
    Checks.within("relevance", relevance, 0, 1);
    boolean isRelevant = relevance >= threshold;
    recent.set((int) (all.count() % window), isRelevant);
    all.add(relevance);
    if (isRelevant) {
      relevant.add(relevance);
      relevantHosts.add(host);
    }
    harvest.add(harvestRate());
  }

  /** {@return the number of pages that were downloaded (DP), 0 or more} */
  long pages() {
    return all.count();
  }

  /** {@return the number of relevant ones of all pages (LP), 0 or more} */
  long relevantPages() {
    return relevant.count();
  }

  /**
   * {@return the share of relevant pages among all, which papers also call accuracy or precision, 0
   * to 1, and 0 before the first page}
   */
  double harvestRate() {
    return share(relevant.count(), all.count());
  }

  /**
   * {@return the share of relevant pages among the last ones, 0 to 1 over the window, over all
   * pages while they are fewer; 0 before the first page}
   */
  double windowedHarvestRate() {
    return share(recent.cardinality(), Math.min(window, all.count()));
  }

  /**
   * {@return the mean of the harvest rates after each page so far, which rewards early harvest, 0
   * to 1, and 0 before the first page}
   */
  double meanHarvestRate() {
    return mean(harvest);
  }

  /** {@return the mean relevance of all pages (ARDP), 0 to 1, and 0 before the first page} */
  double meanRelevance() {
    return mean(all);
  }

  /** {@return the population standard deviation of the relevance of all pages (SDDP), 0 to 0.5} */
  double relevanceDeviation() {
    return deviation(all);
  }

  /**
   * {@return the mean relevance of the relevant pages (ARLP); the threshold to 1, or 0 before the
   * first relevant page}
   */
  double meanRelevanceOfRelevant() {
    return mean(relevant);
  }

  /**
   * {@return the population standard deviation of the relevance of the relevant pages (SDLP), 0 to
   * 0.5}
   */
  double relevanceDeviationOfRelevant() {
    return deviation(relevant);
  }

  /** {@return the number of hosts with a relevant page (host diversity), 0 or more} */
  int relevantHosts() {
    return relevantHosts.size();
  }

  private static double mean(StatsAccumulator values) {
    return values.count() == 0 ? 0 : values.mean();
  }

  private static double deviation(StatsAccumulator values) {
    return values.count() == 0 ? 0 : values.populationStandardDeviation();
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "HarvestMetrics[%d of %d pages relevant, mean relevance %s]",
        relevantPages(),
        pages(),
        meanRelevance());
  }
}

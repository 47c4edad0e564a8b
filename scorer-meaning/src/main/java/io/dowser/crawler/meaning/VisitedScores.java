package io.dowser.crawler.meaning;

import static java.util.Comparator.comparingDouble;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Learns from the scores of visited pages how much words and meaning weigh, and which sum a good
 * page has. Confined to the engine thread.
 *
 * <p>Meaning weighs a third of its mean, in standard deviations, over the pages that are best by
 * words: if pages that have the words are those that are close by meaning, the topic is one that
 * meaning finds. The best pages are at most 50, and at most a tenth of the crawl.
 */
final class VisitedScores {

  private static final int BEST = 50;
  private static final int SHARE = 10; // at most one page in ten of the crawl is among the best
  private static final double MOST_DEVIATIONS = 3; // of agreement, above which it counts no more
  private static final double MOST_SHARE = 0.8; // of meaning
  private static final double PRIOR_VISITS = 20;
  private static final double PRIOR_AGREEMENT = 1.5;
  private static final double PRIOR_LEVEL = 2;
  private static final double LEAST_LEVEL = 0.25;

  private final Moments words = new Moments(0.2, 0.25);
  private final Moments meaning = new Moments(0.1, 0.13);
  private List<PageScores> bestByWords = List.of();
  private List<PageScores> best = List.of();
  private long visits;

  /** The mean and variance of a score, with those of usual pages as if they had been visited. */
  private static final class Moments {

    private static final double LEAST_DEVIATION = 0.01;

    private double mean;
    private double variance;

    Moments(double mean, double deviation) {
      this.mean = mean;
      this.variance = deviation * deviation;
    }

    void add(double score, long visits) {
      double weight = 1 / (visits + PRIOR_VISITS);
      double distance = score - mean;
      mean += distance * weight;
      variance = (1 - weight) * (variance + distance * distance * weight);
    }

    Measure.Scale scale() {
      return new Measure.Scale(mean, Math.max(LEAST_DEVIATION, Math.sqrt(variance)));
    }

    void save(StateWriter out) throws IOException {
      out.writeDouble(mean);
      out.writeDouble(variance);
    }

    void restore(StateReader in) throws IOException {
      mean = in.readDouble(-1, 1, "mean of a score");
      variance = in.readDouble(0, 4, "variance of a score");
    }
  }

  void add(PageScores page) {
    visits++;
    words.add(page.words(), visits);
    meaning.add(page.meaning(), visits);
    if (page.words() > 0) {
      bestByWords = best(bestByWords, page, PageScores::words);
    }
    best = best(best, page, weighed()::sum);
  }

  /** Returns the measure by all visits so far. */
  Measure measure() {
    Measure weighed = weighed();
    double level = Math.max(LEAST_LEVEL, withPrior(median(weighed), PRIOR_LEVEL));
    return new Measure(weighed.words(), weighed.meaning(), weighed.share(), level);
  }

  /** Returns the measure with a usual level. */
  private Measure weighed() {
    Measure.Scale byMeaning = meaning.scale();
    double agreement =
        withPrior(
            bestByWords.stream()
                .limit(most())
                .mapToDouble(page -> byMeaning.standard(page.meaning()))
                .average()
                .orElse(PRIOR_AGREEMENT),
            PRIOR_AGREEMENT);
    double share = Math.max(0, Math.min(MOST_SHARE, agreement / MOST_DEVIATIONS));
    return new Measure(words.scale(), byMeaning, share, PRIOR_LEVEL);
  }

  /** Returns the median of the best pages. */
  private double median(Measure measure) {
    double[] sums = best.stream().mapToDouble(measure::sum).sorted().toArray();
    int middle = (int) (Math.min(sums.length, most()) - 1) / 2;
    return sums.length == 0 ? PRIOR_LEVEL : sums[sums.length - 1 - middle];
  }

  private long most() {
    return Math.max(1, visits / SHARE);
  }

  private double withPrior(double value, double prior) {
    return (value * visits + prior * PRIOR_VISITS) / (visits + PRIOR_VISITS);
  }

  /** Returns the best pages with another one, if it is among them. */
  private static List<PageScores> best(
      List<PageScores> pages, PageScores other, ToDoubleFunction<PageScores> score) {
    return Stream.concat(pages.stream(), Stream.of(other))
        .sorted(comparingDouble(page -> -score.applyAsDouble(page))) // stable: earlier pages first
        .limit(BEST)
        .toList();
  }

  void save(StateWriter out) throws IOException {
    out.writeLong(visits);
    words.save(out);
    meaning.save(out);
    PageScores.saveAll(bestByWords, out);
    PageScores.saveAll(best, out);
  }

  void restore(StateReader in) throws IOException {
    visits = in.readNumber("visits");
    words.restore(in);
    meaning.restore(in);
    bestByWords = PageScores.restoreAll(in, BEST);
    best = PageScores.restoreAll(in, BEST);
  }
}

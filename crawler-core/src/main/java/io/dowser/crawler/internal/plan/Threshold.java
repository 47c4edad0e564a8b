package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.RelevanceJudge.Answer;
import java.util.Collection;
import java.util.stream.DoubleStream;

/**
 * The relevance from which on pages are relevant: that of the judge until answers of people say
 * otherwise. Thread-safe.
 */
public final class Threshold {

  /** A few answers must not lead astray. */
  private static final double FARTHEST = 0.2;

  private static final double STEP = 1e-6; // above the relevance of a page that is not relevant

  private final double own;
  private volatile double value;

  /** Creates the threshold of a judge. */
  public Threshold(double own) {
    this.own = own;
    this.value = own;
  }

  public double value() {
    return value;
  }

  /**
   * Moves the threshold to where fewest answers contradict it; of several such places to the one
   * that is nearest to the judge's own threshold.
   */
  public void calibrate(Collection<Answer> answers) {
    double best = own;
    long fewest = contradictions(own, answers);
    for (double candidate : candidates(answers).sorted().toArray()) {
      long wrong = contradictions(candidate, answers);
      boolean isNearer = Math.abs(candidate - own) < Math.abs(best - own);
      if (wrong < fewest || (wrong == fewest && isNearer)) {
        best = candidate;
        fewest = wrong;
      }
    }
    value = best;
  }

  private DoubleStream candidates(Collection<Answer> answers) {
    return answers.stream()
        .mapToDouble(each -> each.relevant() ? each.relevance() : each.relevance() + STEP)
        .filter(each -> Math.abs(each - own) <= FARTHEST && each >= 0 && each <= 1);
  }

  private static long contradictions(double threshold, Collection<Answer> answers) {
    return answers.stream()
        .filter(each -> (each.relevance() >= threshold) != each.relevant())
        .count();
  }
}

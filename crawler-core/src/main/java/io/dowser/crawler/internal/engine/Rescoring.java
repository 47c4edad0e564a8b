package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.PluginKind;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Asks a learning scorer for new scores, and lets a link keep its score where it fails. */
final class Rescoring implements ToDoubleFunction<Candidate> {

  private final LearningScorer scorer;
  private Outcome.@Nullable Trouble first;

  Rescoring(LearningScorer scorer) {
    this.scorer = scorer;
  }

  boolean modelMoved() {
    try {
      return scorer.modelMoved();
    } catch (RuntimeException e) {
      failed(e);
      return false;
    }
  }

  @Override
  public double applyAsDouble(Candidate candidate) {
    try {
      double score = scorer.rescore(candidate);
      if (Double.isFinite(score)) {
        return score;
      }
      failed(new CrawlException("a score must be finite, but was " + score + " for " + candidate));
    } catch (RuntimeException e) {
      failed(e);
    }
    return candidate.score();
  }

  List<Outcome.Trouble> troubles() {
    return first == null ? List.of() : List.of(first);
  }

  private void failed(RuntimeException cause) {
    if (first == null) {
      first = PageProcessor.trouble(PluginKind.LINK_SCORER, scorer, cause);
    }
  }
}

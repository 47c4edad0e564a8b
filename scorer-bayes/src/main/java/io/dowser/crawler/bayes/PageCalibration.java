package io.dowser.crawler.bayes;

import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Finds the threshold of a {@link PageModel} on training documents that were held out.
 *
 * <p>The documents of each class are dealt to five folds in turn. A model of four folds scores the
 * fifth, and the scores of all folds together determine the threshold. Log-odds are compared
 * relative to those of a text without terms: the latter are a sum over the vocabulary, which
 * differs by hundreds from fold to fold.
 */
final class PageCalibration {

  private static final int FOLDS = 5;

  private final PageCounts counts;
  private final PageSettings settings;
  private final List<Scored> scores = new ArrayList<>();

  private record Scored(double score, boolean positive) {}

  private PageCalibration(PageCounts counts, PageSettings settings) {
    this.counts = counts;
    this.settings = settings.toBuilder().calibrated(false).build();
  }

  /** Returns whether each fold has documents of both classes. */
  static boolean isPossible(PageCounts counts) {
    return Math.min(counts.documents(true), counts.documents(false)) >= FOLDS;
  }

  /** Returns the threshold with the best F1 on documents that were held out. */
  static double threshold(PageCounts counts, PageSettings settings) {
    var calibration = new PageCalibration(counts, settings);
    for (int fold = 0; fold < FOLDS; fold++) {
      calibration.score(fold);
    }
    return calibration.best();
  }

  private void score(int fold) {
    PageStatistics rest = counts.only(place -> place % FOLDS != fold).statistics(settings.minDf());
    var model = new PageModel(rest, settings, 0, Map.of());
    PageCounts heldOut = counts.only(place -> place % FOLDS == fold);
    double withoutTerms = model.logOdds(TermCounts.EMPTY);
    for (boolean positive : new boolean[] {true, false}) {
      heldOut
          .texts(positive)
          .forEach(text -> scores.add(new Scored(model.logOdds(text) - withoutTerms, positive)));
    }
  }

  /** Returns the best threshold, halfway between two scores; 0 if all scores are equal. */
  private double best() {
    scores.sort(Comparator.comparingDouble(Scored::score).reversed());
    int positives = counts.documents(true);
    double threshold = 0;
    double best = 0;
    int found = 0;
    for (int i = 0; i + 1 < scores.size(); i++) {
      found += scores.get(i).positive ? 1 : 0;
      double next = scores.get(i + 1).score;
      double f1 = 2.0 * found / (i + 1 + positives);
      if (f1 > best && scores.get(i).score > next) {
        best = f1;
        threshold = (scores.get(i).score + next) / 2;
      }
    }
    return threshold;
  }
}

package io.dowser.crawler.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes in sentences the strategy that found most, and its advantage. */
final class Verdict {

  private final StudyResult result;

  Verdict(StudyResult result) {
    this.result = result;
  }

  /** Returns the strategies that are not references, the one with the highest recall first. */
  static List<Strategy> ranked(StudyResult result) {
    return result.strategies().stream()
        .filter(strategy -> !strategy.isReference())
        .sorted(Comparator.comparingDouble((Strategy each) -> recall(result, each)).reversed())
        .toList();
  }

  /** Returns the sentences; empty if there is nothing to compare. */
  Optional<String> text() {
    List<Strategy> ranked = ranked(result);
    if (ranked.size() < 2) {
      return Optional.empty();
    }
    double best = recall(result, ranked.get(0));
    List<Strategy> winners =
        ranked.stream().filter(each -> share(recall(result, each)).equals(share(best))).toList();
    String names = winners.stream().map(Strategy::name).collect(Collectors.joining(" and "));
    var sentences = new ArrayList<String>();
    sentences.add(
        String.format(
            Locale.ROOT,
            "%s found most, %s: %s of the relevant pages with the first %s pages.",
            names,
            result.guide().title(),
            share(best),
            result.budget()));
    if (winners.size() == 1) {
      sentences.add(comparison(ranked.get(0), ranked.get(1)));
    }
    Strategy baseline = result.baseline();
    if (!winners.contains(baseline) && (winners.size() > 1 || ranked.indexOf(baseline) > 1)) {
      sentences.add(comparison(winners.get(0), baseline));
    }
    return Optional.of(String.join(" ", sentences));
  }

  private String comparison(Strategy winner, Strategy other) {
    double recall = recall(result, other);
    Estimate difference = result.difference(winner, other, Measure.RECALL);
    String factor =
        recall == 0
            ? ""
            : String.format(Locale.ROOT, ", %.2f times as much", recall(result, winner) / recall);
    String doubt =
        difference.count() < 2
            ? ", in one run"
            : Math.abs(difference.mean()) > difference.halfWidth()
                ? ""
                : ", which may be an accident of the order of links";
    return String.format(
        Locale.ROOT,
        "That is %s more than %s (%s)%s%s.",
        share(difference.mean()),
        other.name(),
        share(recall),
        factor,
        doubt);
  }

  private static double recall(StudyResult result, Strategy strategy) {
    return result.estimate(strategy, Measure.RECALL).mean();
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}

package io.dowser.crawler.adaptive;

import io.dowser.crawler.adaptive.AdaptiveScorer.Part;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rates the links of one page with the current model. Not thread-safe. */
final class AdaptiveScoring implements PageScoring {

  private static final int MOST_HOPS = 15;
  private static final double ROUNDING = 1e-6;

  private final AdaptiveModel model;
  private final FeatureReader reader;
  private final int hops;
  private final StackedScorers stacked;
  private final MeaningModel meaning;
  private final List<PageScoring> scorings;
  private @Nullable Link last;
  private int[] features = {};

  AdaptiveScoring(
      AnalyzedPage page,
      TopicCloseness closeness,
      AdaptiveModel model,
      StackedScorers stacked,
      MeaningModel meaning,
      Set<Part> parts) {
    this.model = model;
    this.stacked = stacked;
    this.meaning = meaning;
    this.scorings = stacked.forPage(page, 1);
    this.hops = page.relevant() ? 0 : hops(page.arrival().pathState());
    this.reader = new FeatureReader(page, closeness, parts, hops);
  }

  private static int hops(PathState before) {
    return before.isEmpty() ? MOST_HOPS : (int) Math.min(MOST_HOPS, before.get(0) + 1);
  }

  private int[] of(Link link) {
    if (link != last) {
      features =
          IntStream.concat(
                  IntStream.concat(
                      scores(link), Arrays.stream(meaning.features(link.anchorText()))),
                  Arrays.stream(reader.read(link)))
              .toArray();
      last = link;
    }
    return features;
  }

  private IntStream scores(Link link) {
    return scorings.stream().mapToInt(scoring -> StackedScorers.feature(scoring.score(link)));
  }

  @Override
  public double score(Link link) {
    int[] read = of(link);
    return model.score(read, model.signals(read));
  }

  /** Drops links that one of the stacked scorers drops. */
  @Override
  public Optional<String> drop(Link link) {
    return scorings.stream().flatMap(scoring -> scoring.drop(link).stream()).findFirst();
  }

  @Override
  public LinkFeatures features(Link link) {
    return LinkFeatures.of(of(link));
  }

  @Override
  public Explanation explain(Link link) {
    int[] read = of(link);
    double[] signals = model.signals(read);
    Map<String, Double> sums = new LinkedHashMap<>();
    model.explain(read, signals, sums);
    double score = model.score(read, signals);
    List<Explanation> explained = new ArrayList<>();
    sums.forEach((part, value) -> explained.add(new Explanation(part, value, nearest(part, read))));
    for (int i = 0; i < scorings.size(); i++) {
      explained.add(stacked(i, signals, link));
    }
    double sum = explained.stream().mapToDouble(Explanation::value).sum();
    double beyond = Math.abs(score - sum) < ROUNDING ? 0 : score - sum;
    explained.add(Explanation.of("beyond the largest score", beyond));
    return new Explanation("adaptive", score, explained);
  }

  private List<Explanation> nearest(String part, int[] read) {
    return part.equals(MeaningModel.PART)
        ? meaning.nearest(read, stacked.size()).stream().toList()
        : List.of();
  }

  /**
   * Explains a signal by its weight, its distance from the mean, and the scorer's own explanation.
   */
  private Explanation stacked(int index, double[] signals, Link link) {
    double weight = model.stackedWeight(index);
    double signal = signals[Signal.COUNT + index];
    String name = String.format(Locale.ROOT, "%.3f x standardised %s", weight, stacked.name(index));
    return new Explanation(name, weight * signal, List.of(scorings.get(index).explain(link)));
  }

  @Override
  public PathState pathState() {
    var numbers = DoubleStream.concat(DoubleStream.of(hops), StackedScorers.pathStates(scorings));
    return PathState.of(numbers.toArray());
  }
}

package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The score over the words of a link alone equals the product that each event model writes out,
 * over all features of the training links, absent ones included.
 */
class LinkSparseIsDenseTest {

  private static final int LINKS = 20;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("dowser.exhaustive") ? 2_000 : 40);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void scoreEqualsTheFullProduct(long seed) {
    var random = new SplittableRandom(seed);
    LinkSettings settings = RandomModels.linkSettings(random);
    List<Example> examples = new ArrayList<>();
    examples.add(new Example(HanExamples.evidence("laser", "beam", false, false), true));
    examples.add(new Example(HanExamples.evidence("rain", "goal", false, false), false));
    for (int i = random.nextInt(60); i > 0; i--) {
      examples.add(new Example(link(random), random.nextInt(3) == 0));
    }
    var counts = new LinkCounts(settings);
    examples.forEach(example -> counts.add(example.link, example.onTopic));
    LinkModel model =
        new LinkModel(
            counts.statistics(), settings, RandomModels.dictionary(random), settings.facts());
    var dense = new DenseBayes(examples, model);

    for (int i = 0; i < LINKS; i++) {
      LinkModel.Evidence link = link(random);
      double expected = dense.logOdds(link);
      assertThat(model.logOdds(link))
          .as("seed %d, %s, %s", seed, settings, link)
          .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
    }
  }

  private static LinkModel.Evidence link(SplittableRandom random) {
    return new LinkModel.Evidence(
        SparseIsDenseTest.counts(RandomModels.text(random)),
        SparseIsDenseTest.counts(RandomModels.text(random)),
        random.nextBoolean(),
        random.nextBoolean());
  }

  private record Example(LinkModel.Evidence link, boolean onTopic) {}

  /** The formulas, written down feature by feature without any thought of speed. */
  private static final class DenseBayes {

    private final List<Example> examples;
    private final LinkSettings settings;
    private final boolean indicators;
    private final Map<String, double[]> occurrences = new TreeMap<>(); // of each feature, by class
    private final double[] links = new double[2];

    DenseBayes(List<Example> examples, LinkModel model) {
      this.examples = examples;
      this.settings = model.settings();
      this.indicators =
          settings.group() == LinkSettings.FeatureGroup.ALL && !model.dictionary().isEmpty();
      for (Example example : examples) {
        int c = example.onTopic ? 0 : 1;
        links[c]++;
        features(example.link)
            .forEach((name, n) -> occurrences.computeIfAbsent(name, any -> new double[2])[c] += n);
      }
    }

    /** The features of a link by name, with how often each occurs. */
    private Map<String, Integer> features(LinkModel.Evidence link) {
      Map<String, Integer> features = new TreeMap<>();
      add(link.anchor(), settings.merged() ? "" : "a:", features);
      if (settings.group() != LinkSettings.FeatureGroup.ANCHOR_WORDS) {
        add(link.context(), settings.merged() ? "" : "c:", features);
      }
      return features;
    }

    private static void add(TermCounts words, String prefix, Map<String, Integer> features) {
      words.forEach((word, count) -> features.merge(prefix + word, count, Integer::sum));
    }

    double logOdds(LinkModel.Evidence link) {
      Map<String, Integer> present = features(link);
      double sum = Math.log(links[0] / links[1]);
      for (String feature : occurrences.keySet()) {
        int times = present.getOrDefault(feature, 0);
        sum +=
            switch (settings.eventModel()) {
              case PRESENT_ONLY -> times == 0 ? 0 : ratio(feature, true);
              case FULL_BERNOULLI -> ratio(feature, times > 0);
              case MULTINOMIAL -> times * Math.log(share(feature, 0) / share(feature, 1));
            };
      }
      return indicators
          ? sum
              + indicator(LinkModel.Evidence::a, link.a())
              + indicator(LinkModel.Evidence::x, link.x())
          : sum;
    }

    private double ratio(String feature, boolean with) {
      return ratio(link -> features(link).containsKey(feature) ? 1 : 0, with);
    }

    private double indicator(java.util.function.Predicate<LinkModel.Evidence> has, boolean with) {
      return ratio(link -> has.test(link) ? 1 : 0, with);
    }

    /** The log ratio of the shares of links that have something, or do not. */
    private double ratio(ToDoubleFunction<LinkModel.Evidence> has, boolean with) {
      double[] shares = new double[2];
      for (int c = 0; c < 2; c++) {
        boolean onTopic = c == 0;
        double count =
            examples.stream()
                .filter(example -> example.onTopic == onTopic)
                .mapToDouble(example -> has.applyAsDouble(example.link))
                .sum();
        double added = added(links, c);
        double share = (count + added) / (links[c] + 2 * added);
        shares[c] = with ? share : 1 - share;
      }
      return Math.log(shares[0] / shares[1]);
    }

    private double added(double[] sizes, int c) {
      return settings.smoothing() == LinkSettings.Smoothing.ADD_ONE
          ? 1
          : 2 * sizes[c] / (sizes[0] + sizes[1]);
    }

    /** The share of a feature in all occurrences of a class. */
    private double share(String feature, int c) {
      double[] totals = new double[2];
      for (double[] each : occurrences.values()) {
        totals[0] += each[0];
        totals[1] += each[1];
      }
      double added = added(totals, c);
      double own = requireNonNull(occurrences.get(feature))[c];
      return (own + added) / (totals[c] + added * occurrences.size());
    }
  }
}

package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.text.TermWeighting;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The score over the terms of a text alone equals the sum that the formulas write out: all terms of
 * the vocabulary, all training documents, absent terms included.
 */
class SparseIsDenseTest {

  private static final int TEXTS = 20;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("dowser.exhaustive") ? 2_000 : 40);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void scoreEqualsTheFullDoubleSum(long seed) {
    var random = new SplittableRandom(seed);
    List<LabelledText> documents = RandomModels.documents(random);
    PageSettings settings =
        RandomModels.pageSettings(random).toBuilder().balanced(false).calibrated(false).build();
    PageModel model =
        PageTrainer.builder("on").settings(settings).threads(1).build().train(documents.stream());
    var dense = new DenseBayes(documents, settings);

    for (int i = 0; i < TEXTS; i++) {
      TermCounts text = counts(RandomModels.text(random));
      double expected = dense.logOdds(text);
      assertThat(model.logOdds(text))
          .as("seed %d, %s, %s", seed, settings, text)
          .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
    }
  }

  static TermCounts counts(String text) {
    return TermCounts.of(Tokens.of(text, TextAnalyzer.PLAIN));
  }

  /** The formulas of the paper, written down without any thought of speed. */
  private static final class DenseBayes {

    private final List<TermCounts> on = new ArrayList<>();
    private final List<TermCounts> off = new ArrayList<>();
    private final TreeSet<String> terms = new TreeSet<>();
    private final PageSettings settings;

    DenseBayes(List<LabelledText> documents, PageSettings settings) {
      this.settings = settings;
      for (LabelledText document : documents) {
        TermCounts counts = counts(document.text());
        (document.label().equals("on") ? on : off).add(counts);
        counts.forEach((term, count) -> terms.add(term));
      }
      terms.removeIf(term -> df(term) == on.size() + off.size());
    }

    private long df(String term) {
      return on.stream().filter(text -> text.count(term) > 0).count()
          + off.stream().filter(text -> text.count(term) > 0).count();
    }

    private double idf(String term) {
      return Math.log((double) (on.size() + off.size()) / df(term));
    }

    private double weight(TermCounts text, String term) {
      return text.count(term) > 0
          ? TermWeighting.AUGMENTED.termFrequency(text.count(term), text.largest(), text.total())
              * idf(term)
          : 0;
    }

    double logOdds(TermCounts text) {
      double sum = Math.log((double) on.size() / off.size());
      for (String term : terms) {
        double x = weight(text, term);
        sum += ln(on, term, x) - ln(off, term, x);
      }
      return sum;
    }

    private double ln(List<TermCounts> documents, String term, double x) {
      double ln =
          settings.density() == PageSettings.Density.KERNEL
              ? lnKernel(documents, term, x)
              : lnNormal(x, mean(documents, term), variance(documents, term));
      double floor = Math.log(settings.e() / idf(term));
      double own = Math.log1p(-settings.e()) + ln;
      double larger = Math.max(own, floor);
      return larger + Math.log(Math.exp(own - larger) + Math.exp(floor - larger));
    }

    private double lnKernel(List<TermCounts> documents, String term, double x) {
      double n = settings.sharedWidth() ? (on.size() + off.size()) / 2.0 : documents.size();
      double[] exponents =
          documents.stream()
              .mapToDouble(document -> lnNormal(x, weight(document, term), 1 / n))
              .toArray();
      double largest = Double.NEGATIVE_INFINITY;
      for (double exponent : exponents) {
        largest = Math.max(largest, exponent);
      }
      double sum = 0;
      for (double exponent : exponents) {
        sum += Math.exp(exponent - largest);
      }
      return largest + Math.log(sum) - Math.log(documents.size());
    }

    private static double lnNormal(double x, double mean, double variance) {
      double deviation = x - mean;
      return -deviation * deviation / (2 * variance) - Math.log(2 * Math.PI * variance) / 2;
    }

    private double mean(List<TermCounts> documents, String term) {
      return documents.stream().mapToDouble(text -> weight(text, term)).average().orElseThrow();
    }

    private double variance(List<TermCounts> documents, String term) {
      List<TermCounts> all = new ArrayList<>(on);
      all.addAll(off);
      double n = documents.size();
      return (n * squares(documents, term) + squares(all, term)) / (n + 1);
    }

    private double squares(List<TermCounts> documents, String term) {
      double mean = mean(documents, term);
      return documents.stream()
          .mapToDouble(text -> Math.pow(weight(text, term) - mean, 2))
          .average()
          .orElseThrow();
    }
  }
}

package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weka.classifiers.bayes.NaiveBayes;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;
import weka.estimators.KernelEstimator;

/**
 * Weka's naive Bayes with kernel estimates, on dense data where its definitions and ours agree.
 *
 * <p>They cannot agree everywhere. Weka's kernels have the width {@code range/sqrt(n)}, so here
 * each term has weights from 0 to 1 in both classes. Weka takes the mean density over an interval
 * of the data's own precision where we take the density itself, rounds values to that precision,
 * and stops summing at an error of one in a hundred; so the tolerances below are of that size. Its
 * priors are smoothed, so here the classes are equal.
 */
class WekaComparisonTest {

  /** Its first use makes a directory for packages, by default in the user's home. */
  @TempDir private static Path home;

  private static final int DOCUMENTS = 150;
  private static final int TERMS = 6;
  private static final int DENOMINATOR = 1_000;

  @BeforeAll
  static void keepItsFilesAndComplaintsTogether() {
    System.setProperty("WEKA_HOME", home.toString());
    System.setProperty("weka.packageManager.offline", "true");
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, UTF_8));
    try {
      assertThat(new NaiveBayes().getCapabilities()).isNotNull(); // complains of absent matrices
    } finally {
      System.setOut(out);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void densitiesAreThoseOfItsKernelEstimator(long seed) {
    var random = new SplittableRandom(seed);
    int[][] data = data(random, 1);
    var ours = densities(List.of(data, data), 1);
    var theirs = new KernelEstimator(1e-4);
    for (int[] document : data) {
      theirs.addValue(weight(document[0]), 1);
    }

    for (double x = 0; x <= 1; x += 0.05) {
      assertThat(ours.ln(0, x))
          .as("seed %d, x %s", seed, x)
          .isCloseTo(Math.log(theirs.getProbability(x)), within(0.02));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void probabilitiesAreThoseOfItsClassifier(long seed) throws Exception {
    var random = new SplittableRandom(seed);
    List<int[][]> classes = List.of(data(random, 1), data(random, 2.5));
    KernelDensity ours = densities(classes, TERMS);
    NaiveBayes theirs = weka(classes);

    int sameClass = 0;
    int[][] tests = data(random, 1.5);
    for (int[] test : tests) {
      double logOdds = 0;
      for (int term = 0; term < TERMS; term++) {
        double x = weight(test[term]);
        logOdds += ours.ln(2 * term, x) - ours.ln(2 * term + 1, x);
      }
      double expected = theirs.distributionForInstance(instance(test, header()))[0];
      double probability = LogOdds.probability(logOdds);
      assertThat(probability).as("seed %d", seed).isCloseTo(expected, within(0.05));
      sameClass += probability > 0.5 == expected > 0.5 ? 1 : 0;
    }
    assertThat(sameClass).as("seed %d", seed).isGreaterThan((int) (0.97 * tests.length));
  }

  /** Numerators of tf/maxtf, 0 for an absent term; each term has the least and the largest. */
  private static int[][] data(SplittableRandom random, double skew) {
    int[][] data = new int[DOCUMENTS][TERMS];
    for (int i = 0; i < DOCUMENTS; i++) {
      for (int term = 0; term < TERMS; term++) {
        int drawn = 1 + (int) ((DENOMINATOR - 1) * Math.pow(random.nextDouble(), skew));
        data[i][term] = random.nextInt(5) == 0 ? 0 : drawn;
      }
    }
    Arrays.fill(data[0], 0);
    Arrays.fill(data[1], DENOMINATOR);
    return data;
  }

  private static double weight(int numerator) {
    return numerator == 0 ? 0 : 0.5 + 0.5 * numerator / DENOMINATOR;
  }

  /** Kernels over terms that all have an inverse document frequency of 1. */
  private static KernelDensity densities(List<int[][]> classes, int terms) {
    var values = new CellValues.Builder();
    for (int term = 0; term < terms; term++) {
      for (int[][] data : classes) {
        int column = term;
        int[] times = new int[DENOMINATOR + 1];
        Arrays.stream(data).forEach(document -> times[document[column]]++);
        IntStream.rangeClosed(1, DENOMINATOR)
            .filter(numerator -> times[numerator] > 0)
            .forEach(numerator -> values.add(numerator, DENOMINATOR, times[numerator]));
        values.endCell();
      }
    }
    var vocabulary = Vocabulary.of(IntStream.range(0, terms).mapToObj(term -> "t" + term).toList());
    double[] idf = new double[terms];
    Arrays.fill(idf, 1);
    var statistics = new PageStatistics(vocabulary, DOCUMENTS, DOCUMENTS, values.build());
    return new KernelDensity(statistics, idf, false);
  }

  private static Instances header() {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int term = 0; term < TERMS; term++) {
      attributes.add(new Attribute("t" + term));
    }
    attributes.add(new Attribute("class", List.of("on", "off")));
    var header = new Instances("documents", attributes, 0);
    header.setClassIndex(TERMS);
    return header;
  }

  private static Instance instance(int[] document, Instances header) {
    var instance = new DenseInstance(TERMS + 1);
    instance.setDataset(header);
    for (int term = 0; term < TERMS; term++) {
      instance.setValue(term, weight(document[term]));
    }
    return instance;
  }

  private static NaiveBayes weka(List<int[][]> classes) throws Exception {
    Instances training = header();
    for (int c = 0; c < 2; c++) {
      for (int[] document : classes.get(c)) {
        Instance instance = instance(document, training);
        instance.setClassValue(c);
        training.add(instance);
      }
    }
    var classifier = new NaiveBayes();
    classifier.setUseKernelEstimator(true);
    classifier.buildClassifier(training);
    return classifier;
  }
}

package io.dowser.benchmarks;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.hmm.HiddenMarkovModel;
import io.dowser.crawler.hmm.HmmLinkScorer;
import io.dowser.crawler.hmm.HmmModel;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import smile.sequence.HMM;

/**
 * The hidden Markov model with 6 states and 50 clusters: scoring a page of 2,000 distinct terms,
 * tokenized before, and one Baum-Welch round on 10,000 paths of 10 pages (90,000 transitions),
 * compared with Smile 1.5.3 from the same start.
 *
 * <p>Words are drawn by their rank as in natural texts, and nearly all of them are known to the
 * model. A few pages are used in turn, as warm in the processor's cache as one that was just
 * tokenized.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh HmmBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class HmmBenchmark {

  private static final int STATES = 6;
  private static final int CLUSTERS = 50;
  private static final int WORDS = 40_000;
  private static final int PAGES = 4;
  private static final int TRAINING_PAGES = 600;
  private static final int PATHS = 10_000;
  private static final int PATH_LENGTH = 10;
  private static final int LINKS = 30;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<int[]> paths = new ArrayList<>();
  private final double[] pi = row(STATES, 0);
  private final double[][] a = new double[STATES][];
  private final double[][] b = new double[STATES][];

  private AnalyzedPage[] pages = new AnalyzedPage[0];
  private int next;
  private @Nullable HmmLinkScorer pageScorer;
  private @Nullable HmmLinkScorer linkScorer;
  private @Nullable HiddenMarkovModel start;

  /** Creates the benchmark; JMH does. */
  public HmmBenchmark() {}

  /** Draws paths and trains the model. */
  @Setup
  public void prepare() {
    for (int i = 0; i < STATES; i++) {
      a[i] = row(STATES, i - 1);
      b[i] = row(CLUSTERS, 0);
    }
    start = HiddenMarkovModel.of(pi, a, b);
    for (int i = 0; i < PATHS; i++) {
      paths.add(random.ints(PATH_LENGTH, 0, CLUSTERS).toArray());
    }
    HmmModel model = model();
    pageScorer = HmmLinkScorer.of(model, Settings.of(Map.of("kappa", "0", "anchorWeight", "0")));
    linkScorer = HmmLinkScorer.of(model, Settings.none());
    pages = new AnalyzedPage[PAGES];
    for (int i = 0; i < PAGES; i++) {
      pages[i] = page(i, 2_000);
    }
  }

  private double[] row(int length, int zeros) {
    var row = new double[length];
    double sum = 0;
    for (int i = Math.max(0, zeros); i < length; i++) {
      row[i] = random.nextDouble(0.1, 1);
      sum += row[i];
    }
    for (int i = 0; i < length; i++) {
      row[i] /= sum;
    }
    return row;
  }

  private HmmModel model() {
    TrainingSet.Builder set = TrainingSet.builder();
    for (int i = 0; i < TRAINING_PAGES; i++) {
      set.page(page(i, random.nextInt(100, 1_500)), i % 20 == 0);
    }
    return HmmTrainer.builder()
        .states(STATES)
        .otherClusters(CLUSTERS - 1)
        .build()
        .train(set.build());
  }

  /**
   * A page of this many distinct words about one of 50 topics, with 30 links; its terms are
   * tokenized.
   */
  private AnalyzedPage page(int number, int words) {
    AnalyzedPage.Builder builder =
        AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://a.example/" + number), number));
    var seen = new HashSet<Integer>();
    int links = 0;
    while (seen.size() < words) {
      int word = word(number % CLUSTERS);
      builder.text(" " + form(word));
      if (seen.add(word) && seen.size() % (words / LINKS) == 0 && links++ < LINKS) {
        int target = random.nextInt(TRAINING_PAGES);
        builder.text(" ").link(CrawlUrl.of("http://a.example/" + target), form(word));
      }
    }
    AnalyzedPage page = builder.build();
    page.terms();
    return page;
  }

  /** Few words are frequent; a third of them belong to the topic. */
  private int word(int topic) {
    double place = random.nextDouble();
    int rank = (int) (WORDS * place * place * place);
    return random.nextInt(3) == 0 ? (rank + 797 * topic) % WORDS : rank;
  }

  private static String form(int word) {
    return "w" + Integer.toString(word * 7 + 1_000, 36);
  }

  /** Scores a page: its cluster, belief and prediction. */
  @Benchmark
  public double page() {
    AnalyzedPage page = pages[next++ % PAGES];
    return requireNonNull(pageScorer).forPage(page).score(page.links().get(0));
  }

  /** Scores a page and the texts of its 30 links, as a crawl does. */
  @Benchmark
  public double pageAndLinks() {
    AnalyzedPage page = pages[next++ % PAGES];
    PageScoring scoring = requireNonNull(linkScorer).forPage(page);
    double sum = 0;
    for (Link link : page.links()) {
      sum += scoring.score(link) + scoring.tieBreak(link);
    }
    return sum;
  }

  /** One Baum-Welch round. */
  @Benchmark
  public HiddenMarkovModel baumWelch() {
    return requireNonNull(start).baumWelchRound(paths, 0, 0);
  }

  /** One Baum-Welch round of Smile. */
  @Benchmark
  public HMM<Integer> baumWelchSmile() {
    return new HMM<Integer>(pi, a, b).learn(paths.toArray(new int[0][]), 1);
  }
}

package io.dowser.benchmarks;

import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Links scored per second: kernel densities over the terms of a context alone, compared with the
 * sum over all terms and all training documents of the formula; and the link model on tokenized
 * words.
 *
 * <p>2,000 training documents of some 150 words that follow Zipf's law; contexts of 20 terms.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh BayesScoringBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BayesScoringBenchmark {

  private static final int DOCUMENTS = 2_000;
  private static final int CONTEXTS = 256;

  /** Terms of the vocabulary. */
  @Param({"50000"})
  public int size = 50_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<TermCounts> contexts = new ArrayList<>();
  private final List<LinkModel.Evidence> links = new ArrayList<>();
  private PageModel model = tiny();
  private LinkModel linkModel = tinyLinks();
  private DenseKernels dense = new DenseKernels(List.of());
  private int next;

  /** Creates the benchmark; JMH does. */
  public BayesScoringBenchmark() {}

  private static PageModel tiny() {
    return PageTrainer.builder("on")
        .settings(PageSettings.PAPER)
        .build()
        .train(List.of(new LabelledText("on", "a"), new LabelledText("off", "b")).stream());
  }

  private static LinkModel tinyLinks() {
    return LinkTrainer.builder().build().train(BayesTexts.links(List.of("a a", "a b")));
  }

  /** Trains the models. */
  @Setup
  public void train() {
    var texts = new BayesTexts(size, random);
    List<String> documents = texts.documents(DOCUMENTS);
    model =
        PageTrainer.builder("on")
            .settings(PageSettings.RECOMMENDED.toBuilder().minDf(1).build())
            .build()
            .train(BayesTexts.labelled(documents));
    linkModel = LinkTrainer.builder().build().train(BayesTexts.links(documents));
    dense = new DenseKernels(documents);
    for (int i = 0; i < CONTEXTS; i++) {
      contexts.add(BayesTexts.counts(texts.distinct(20)));
      TermCounts anchor = BayesTexts.counts(texts.distinct(5));
      links.add(new LinkModel.Evidence(anchor, contexts.get(i), false, false));
    }
  }

  /** Ours. */
  @Benchmark
  public double sparse() {
    return model.logOdds(contexts.get(next++ % CONTEXTS));
  }

  /** The formula as it stands, about a second for each link. */
  @Benchmark
  @Warmup(iterations = 1, time = 1, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 3, time = 1, timeUnit = TimeUnit.MILLISECONDS)
  public double dense() {
    return dense.logOdds(contexts.get(next++ % CONTEXTS));
  }

  /** A link by its words. */
  @Benchmark
  public double link() {
    return linkModel.logOdds(links.get(next++ % CONTEXTS));
  }
}

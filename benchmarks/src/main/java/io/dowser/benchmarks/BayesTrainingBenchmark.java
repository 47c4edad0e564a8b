package io.dowser.benchmarks;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Characters of Chinese training documents per second, beside cutting them into words on as many
 * threads and nothing else.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh BayesTrainingBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BayesTrainingBenchmark {

  private static final int DOCUMENTS = 200;
  private static final int CHARACTERS = 2_000;
  private static final int PIECE = 100;

  private final TextAnalyzer analyzer = MixedScriptAnalyzer.create();
  private List<LabelledText> documents = List.of();

  /** Makes the benchmark; JMH does. */
  public BayesTrainingBenchmark() {}

  /** Puts the documents together from pieces of text. */
  @Setup
  public void read() {
    String text = String.join("", Resources.lines("text-zh.txt"));
    var random = new SplittableRandom(1);
    documents =
        IntStream.range(0, DOCUMENTS)
            .mapToObj(i -> new LabelledText(i % 2 == 0 ? "on" : "off", document(text, random)))
            .toList();
  }

  private static String document(String text, SplittableRandom random) {
    var document = new StringBuilder(CHARACTERS);
    while (document.length() < CHARACTERS) {
      int start = random.nextInt(text.length() - PIECE);
      document.append(text, start, start + PIECE);
    }
    return document.toString();
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS * CHARACTERS)
  public PageModel train() {
    return PageTrainer.builder("on").analyzer(analyzer).build().train(documents.stream());
  }

  /** The analyzer alone. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS * CHARACTERS)
  public int analyze() {
    return documents.parallelStream()
        .mapToInt(document -> Tokens.of(document.text(), analyzer).size())
        .sum();
  }
}

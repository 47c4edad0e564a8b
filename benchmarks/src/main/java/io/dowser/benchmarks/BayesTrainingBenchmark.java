package io.dowser.benchmarks;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Characters of 10,000 Chinese documents that are trained on per second. Compared with tokenizing
 * alone on the same number of threads, with Dowser's analyzer and with plain smartcn of Lucene. An
 * iteration is one run, since a run takes seconds. Its processor time, garbage collection included,
 * is reported as {@code cpuSeconds}, which other work on the machine disturbs less.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh BayesTrainingBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 1)
public class BayesTrainingBenchmark {

  private static final int DOCUMENTS = 10_000;
  private static final int CHARACTERS = 2_000;
  private static final int CHUNK = 100;

  /** Documents of a run; with fewer, only that a run ends is of interest, and not its rate. */
  @Param("" + DOCUMENTS)
  public int size = DOCUMENTS;

  private final TextAnalyzer analyzer = MixedScriptAnalyzer.create();
  private List<LabelledText> documents = List.of();

  /** Creates the benchmark; JMH does. */
  public BayesTrainingBenchmark() {}

  /** The processor time of one run. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Processors {

    /** Processor time of the process in seconds. */
    public double cpuSeconds;

    /** Creates the counter; JMH does. */
    public Processors() {}

    private static double now() {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean system
          ? system.getProcessCpuTime() / 1e9
          : Double.NaN;
    }
  }

  /** Puts the documents together from chunks of text. */
  @Setup
  public void read() {
    String text = String.join("", Resources.lines("text-zh.txt"));
    var random = new SplittableRandom(1);
    documents =
        IntStream.range(0, size)
            .mapToObj(i -> new LabelledText(i % 2 == 0 ? "on" : "off", document(text, random)))
            .toList();
  }

  private static String document(String text, SplittableRandom random) {
    var document = new StringBuilder(CHARACTERS);
    while (document.length() < CHARACTERS) {
      int start = random.nextInt(text.length() - CHUNK);
      document.append(text, start, start + CHUNK);
    }
    return document.toString();
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS * CHARACTERS)
  public PageModel train(Processors processors) {
    double before = Processors.now();
    PageModel model =
        PageTrainer.builder("on").analyzer(analyzer).build().train(documents.stream());
    processors.cpuSeconds += Processors.now() - before;
    return model;
  }

  /** The analyzer alone. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS * CHARACTERS)
  public int analyze(Processors processors) {
    double before = Processors.now();
    int words =
        documents.parallelStream()
            .mapToInt(document -> Tokens.of(document.text(), analyzer).size())
            .sum();
    processors.cpuSeconds += Processors.now() - before;
    return words;
  }

  /** Lucene's own analyzer for Chinese alone, of which ours takes the segmenter. */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS * CHARACTERS)
  public int smartcn(Processors processors) {
    double before = Processors.now();
    int words;
    try (var smartcn = new SmartChineseAnalyzer()) { // thread-safe
      words = documents.parallelStream().mapToInt(document -> count(smartcn, document)).sum();
    }
    processors.cpuSeconds += Processors.now() - before;
    return words;
  }

  private static int count(SmartChineseAnalyzer smartcn, LabelledText document) {
    try (TokenStream words = smartcn.tokenStream("text", document.text())) {
      words.reset();
      int count = 0;
      while (words.incrementToken()) {
        count++;
      }
      words.end();
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

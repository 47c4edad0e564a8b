package io.dowser.benchmarks;

import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * Characters of page text searched for topic terms, per second, compared with one regular
 * expression of all terms. The terms are words of the text, so that there is something to find.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh TopicMatcherBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TopicMatcherBenchmark {

  /** Characters of one text, which is one invocation. */
  static final int CHARACTERS = 10_000;

  private static final int TEXTS = 8;

  /** Language of texts and terms. */
  @Param({"en", "zh"})
  public String language = "en";

  /** The number of terms of the topic. */
  @Param({"5", "50"})
  public int terms = 5;

  private final String[] texts = new String[TEXTS];
  private TopicMatcher matcher = TopicMatcher.of(List.of("term"), TextNormalizer.PLAIN);
  private Pattern pattern = Pattern.compile("term");
  private int next;

  /** Creates the benchmark; JMH does. */
  public TopicMatcherBenchmark() {}

  /** Tokenizes the texts and picks the terms. */
  @Setup
  public void read() {
    String text = String.join(" ", Resources.lines("text-" + language + ".txt"));
    for (int i = 0; i < TEXTS; i++) {
      int start = i * (text.length() - CHARACTERS) / TEXTS;
      texts[i] = text.substring(start, start + CHARACTERS);
    }
    Set<String> picked = pick(text);
    matcher = TopicMatcher.of(picked, TextNormalizer.PLAIN);
    pattern = Pattern.compile(alternatives(picked), Pattern.CASE_INSENSITIVE);
  }

  private Set<String> pick(String text) {
    var word = Pattern.compile(language.equals("en") ? "\\b[a-z]{5,9}\\b" : "\\p{IsHan}{2,3}");
    var random = new SplittableRandom(1);
    var picked = new LinkedHashSet<String>();
    while (picked.size() < terms) {
      Matcher found = word.matcher(text);
      if (found.find(random.nextInt(text.length() / 2))) {
        picked.add(found.group());
      }
    }
    return picked;
  }

  private String alternatives(Set<String> picked) {
    String border = language.equals("en") ? "\\b" : "";
    return picked.stream().collect(Collectors.joining("|", border + "(?:", ")" + border));
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(CHARACTERS)
  public TopicMatches match() {
    return matcher.match(texts[next++ % TEXTS]);
  }

  /** A matcher as one would write it by hand. */
  @Benchmark
  @OperationsPerInvocation(CHARACTERS)
  public int matchRegularExpression() {
    Matcher found = pattern.matcher(texts[next++ % TEXTS]);
    int count = 0;
    while (found.find()) {
      count++;
    }
    return count;
  }
}

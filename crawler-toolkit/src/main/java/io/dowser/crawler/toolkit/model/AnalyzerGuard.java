package io.dowser.crawler.toolkit.model;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that a model is used with the text analyzer it was trained with.
 *
 * <p>With another one, or another version of it, a model finds few of its terms and fails silently.
 * Analyzers are distinguished by their results: a trainer stores the terms of a sample text among
 * the facts of its model, under {@value #FACT}, and a crawl's analyzer must tokenize that text into
 * the same terms. The sample has words of several scripts, plurals, stop words, numbers and signs.
 * A model without this fact is not checked.
 *
 * <pre>{@code
 * Map<String, String> facts = Map.of(AnalyzerGuard.FACT, AnalyzerGuard.sample(analyzer)); // training
 * AnalyzerGuard.of("my-model", facts).check(page); // in a crawl: throws if pages are tokenized otherwise
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class AnalyzerGuard {

  /** The name of the fact with the terms of the sample. */
  public static final String FACT = "analyzerSample";

  private static final String SAMPLE =
      "The Banks' e-mail of 2012, v2.0: running naïve cafés! 股市大涨，银行下调利率。證券市場"
          + " ＡＢＣ１ カタカナ 한국어 Москва";

  private final String model;
  private final @Nullable String trained;
  private volatile boolean passed;

  private AnalyzerGuard(String model, @Nullable String trained) {
    this.model = model;
    this.trained = trained;
    this.passed = trained == null;
  }

  /**
   * {@return a guard of a model}
   *
   * @param model the name of the model in the message, for example its kind
   * @param facts the facts of the model; under {@link #FACT} the terms of the sample, if its
   *     trainer stored them
   */
  public static AnalyzerGuard of(String model, Map<String, String> facts) {
    return new AnalyzerGuard(requireNonNull(model, "model"), facts.get(FACT));
  }

  /**
   * {@return the terms that an analyzer finds in the sample, in the order of their first
   * occurrence, for {@link #FACT}}
   *
   * @param analyzer the analyzer
   */
  public static String sample(TextAnalyzer analyzer) {
    return terms(TermCounts.of(Tokens.of(SAMPLE, analyzer)));
  }

  /**
   * {@return the terms that the analyzer of a page finds in the sample, in the order of their first
   * occurrence, for {@link #FACT}}
   *
   * @param page any page that it tokenizes
   */
  public static String sample(AnalyzedPage page) {
    return terms(page.termsOf(SAMPLE));
  }

  private static String terms(TermCounts counts) {
    var terms = new StringJoiner(" ");
    counts.forEach((term, count) -> terms.add(count == 1 ? term : term + "*" + count));
    return terms.toString();
  }

  /**
   * Checks the analyzer of a page; costs nothing once one has passed.
   *
   * @param page a page of the crawl
   * @throws MismatchException if it finds other terms in the sample than the model's analyzer
   */
  public void check(AnalyzedPage page) {
    if (!passed) {
      check(sample(page));
    }
  }

  private void check(String found) {
    if (trained != null && !trained.equals(found)) {
      throw new MismatchException(model, trained, found);
    }
    passed = true;
  }

  @Override
  public String toString() {
    return "AnalyzerGuard[" + model + "]";
  }

  /** Thrown if a model is used with another text analyzer than the one that it was trained with. */
  public static final class MismatchException extends CrawlException {

    private static final long serialVersionUID = 1L;

    MismatchException(String model, String trained, String found) {
      super(
          "the text analyzer of the crawl must be the one that the "
              + model
              + " model was trained with, which tokenizes the sample text as ["
              + trained
              + "], but it tokenizes it as ["
              + found
              + "]; set the same analyzer on the trainer and on the crawl, or train the model"
              + " again");
    }
  }
}

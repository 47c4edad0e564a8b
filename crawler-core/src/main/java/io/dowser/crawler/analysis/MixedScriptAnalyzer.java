package io.dowser.crawler.analysis;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokenizes text that mixes Chinese with other languages.
 *
 * <p>Runs of Han characters are simplified as {@link HanNormalizer} does and segmented by Lucene's
 * smartcn (a hidden Markov model over the dictionary of ICTCLAS 1.0). Everything else is segmented
 * by Lucene's standard tokenizer (Unicode Standard Annex 29) and normalised; words of the letters a
 * to z are stemmed as Lucene's English analyzer does (M. F. Porter, <i>An algorithm for suffix
 * stripping</i>, Program 14(3), 1980; possessive endings are truncated before). Stop words are left
 * out, and so are tokens without a letter, that is punctuation and numbers. Offsets refer to the
 * original text.
 *
 * <p>With Lucene's kuromoji on the class path, Japanese is segmented by its dictionary (IPADIC),
 * and with nori, Korean by its own (mecab-ko-dic): words in their base forms, without particles and
 * endings. A run of kana and Han characters is Japanese if it has kana, or a Han character that
 * neither Chinese script has, such as 気; another run of Han characters is segmented as Chinese.
 * Without these libraries, Japanese is segmented at the borders of its scripts, and Korean at
 * spaces.
 *
 * <p>A Han character beyond the basic plane is a separate word. Surrogate pairs are never split. A
 * word of 256 or more Latin letters is cut into chunks.
 *
 * <p>The dictionary is loaded at the first Han character, which takes some 200 ms and 9 MB. Short
 * runs of Han characters are kept in a cache of fixed size, because menus and link texts repeat.
 * Thread-safe.
 */
public final class MixedScriptAnalyzer implements TextAnalyzer {

  private static final Logger LOG = LoggerFactory.getLogger(MixedScriptAnalyzer.class);
  private static final int MAX_IDLE = 32;

  private final Queue<ScriptTokenizer> idle = new ArrayBlockingQueue<>(MAX_IDLE);
  private final HanNormalizer normalizer = HanNormalizer.create();
  private final Set<String> stopWords;
  private final boolean stemming;
  private final int maxHanCharacters;
  private final int maxCharacters;

  private MixedScriptAnalyzer(Builder builder) {
    this.stopWords = builder.stopWords;
    this.stemming = builder.stemming;
    this.maxHanCharacters = builder.maxHanCharacters;
    this.maxCharacters = builder.maxCharacters;
    warnWithout(OptionalLibrary.SMARTCN, "each character is a word");
    warnWithout(OptionalLibrary.OPENCC4J, "traditional characters stay as they are");
  }

  private static void warnWithout(OptionalLibrary library, String consequence) {
    if (!library.isPresent()) {
      LOG.warn("{}; {}", library.missing(), consequence);
    }
  }

  /**
   * Creates an analyzer with all defaults.
   *
   * @return the analyzer
   */
  public static MixedScriptAnalyzer create() {
    return builder().build();
  }

  /** {@return a builder with all defaults} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void analyze(String text, TermSink sink) {
    requireNonNull(sink, "sink");
    ScriptTokenizer tokenizer = idle.poll();
    if (tokenizer == null) {
      tokenizer =
          new ScriptTokenizer(normalizer, stopWords, stemming, maxHanCharacters, maxCharacters);
    }
    tokenizer.tokenize(text, sink);
    var unused = idle.offer(tokenizer); // not after an exception: it is in the middle of a text
  }

  /**
   * Builds a {@link MixedScriptAnalyzer}. Each call checks its value at once. A second call that
   * sets the same throws an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private Set<String> stopWords = StopWords.ofBothLanguages();
    private boolean stemming = true;
    private int maxHanCharacters = 20_000;
    private int maxCharacters = 1_000_000;

    private Builder() {}

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the words that are left out.
     *
     * @param words words in normal form, not stemmed; by default Lucene's 33 English ones and some
     *     250 Chinese function words; empty for none. Japanese and Korean ones are left out by
     *     their part of speech in any case
     * @return this
     */
    public Builder stopWords(Set<String> words) {
      return set("stopWords", () -> stopWords = Set.copyOf(words));
    }

    /**
     * Sets whether words in Latin letters are reduced to their stems.
     *
     * @param enabled by default true
     * @return this
     */
    public Builder stemming(boolean enabled) {
      return set("stemming", () -> stemming = enabled);
    }

    /**
     * Sets the most Han and Japanese characters of one text that are segmented. Characters beyond
     * give no terms, because segmenting is slow: 20,000 characters take about 10 ms.
     *
     * @param count 0 or more, by default 20,000
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public Builder maxHanCharacters(int count) {
      return set(
          "maxHanCharacters",
          () -> maxHanCharacters = Checks.notNegative("maxHanCharacters", count));
    }

    /**
     * Sets the most characters of one text that are read, of any script. Characters beyond give no
     * terms.
     *
     * @param count 0 or more, by default 1,000,000
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public Builder maxCharacters(int count) {
      return set("maxCharacters", () -> maxCharacters = Checks.notNegative("maxCharacters", count));
    }

    /**
     * Creates the analyzer.
     *
     * @return an analyzer with the settings so far
     */
    public MixedScriptAnalyzer build() {
      return new MixedScriptAnalyzer(this);
    }
  }
}

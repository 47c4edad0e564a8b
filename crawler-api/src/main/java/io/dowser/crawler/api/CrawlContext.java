package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The environment of a plugin: topic, text analysis, time, randomness and shared state of a crawl.
 * A plugin that is created in code gets that of its crawl by {@code judgeFrom(context -> ..)},
 * {@code scorerFrom} and the like. Outside of a crawl, use {@link #about(Topic)} or {@link
 * #builder}.
 *
 * <pre>{@code
 * public LinkScorer create(Settings settings, CrawlContext context) {
 *   return new MyScorer(context.requireTopic("my-scorer"), context.textNormalizer());
 * }
 * }</pre>
 */
public interface CrawlContext {

  /**
   * {@return the topic, if the crawl has one in words}
   *
   * <p>A term of more than four words is a sentence: its words take its place, each with its
   * weight, except stop words and words of one letter. Pages rarely have a sentence as a whole.
   */
  Optional<Topic> topic();

  /** {@return the normalizer of words} */
  TextNormalizer textNormalizer();

  /** {@return the tokenizer} */
  TextAnalyzer textAnalyzer();

  /** {@return the grouping of URLs by host} */
  HostGrouping hostGrouping();

  /**
   * {@return the crawl's source of randomness} For use on the thread that calls the frontier only.
   */
  RandomGenerator random();

  /** {@return the crawl's source of time} */
  InstantSource clock();

  /** {@return the objects that the plugins of the crawl share} */
  Shared shared();

  /** {@return the records of the hosts} */
  Hosts hosts();

  /** {@return the canonicalizer of links} */
  Canonicalizer canonicalizer();

  /**
   * {@return the product token by which directives of pages address the crawl, in lower case; empty
   * where only directives for all robots count}
   */
  String robotName();

  /**
   * {@return the time that analyzer, judge, link policy and scorer together may take for a page; a
   * minute by default}
   */
  Duration analysisTimeout();

  /**
   * Creates a context for a plugin outside of a crawl, such as in a test, with the defaults of
   * {@link #builder}. It knows plain text only: terms in simplified Chinese do not match
   * traditional characters, and English words are not stemmed. In a crawl, use the context that
   * {@code judgeFrom} and {@code scorerFrom} of the builder pass to their function.
   *
   * <pre>{@code
   * LinkScorer scorer = BestFirstScorer.of(Settings.none(), CrawlContext.about(topic));
   * }</pre>
   *
   * @param topic the topic that the plugin looks for
   * @return the context
   */
  static CrawlContext about(Topic topic) {
    return builder().topic(topic).build();
  }

  /**
   * Creates a context for a plugin outside of a crawl, as {@link #about(Topic)}, with other forms
   * and tokens.
   *
   * @param topic the topic that the plugin looks for
   * @param normalizer brings forms to one form
   * @param analyzer tokenizes text
   * @return the context
   */
  static CrawlContext about(Topic topic, TextNormalizer normalizer, TextAnalyzer analyzer) {
    return builder().topic(topic).textNormalizer(normalizer).textAnalyzer(analyzer).build();
  }

  /**
   * {@return a builder of a context for a plugin outside of a crawl} By default it has no topic,
   * plain text, full host names, the random seed 1, the clock of the system, {@link
   * Canonicalizer#PLAIN}, a minute for each page, nothing shared, no records of hosts and no name
   * of a robot.
   */
  static Builder builder() {
    return new Builder();
  }

  /**
   * {@return the topic to a plugin that cannot work without one}
   *
   * @param plugin the name of the plugin that asks
   * @throws CrawlException if the crawl has none; the message names the plugin
   */
  default Topic requireTopic(String plugin) {
    return topic()
        .orElseThrow(
            () ->
                new CrawlException("'" + plugin + "' needs a topic, but the crawl was given none"));
  }

  /**
   * Creates canonical URLs of what the links of a page hold. Thread-safe.
   *
   * <pre>{@code
   * context.canonicalizer().resolve(fetched.url(), "report.pdf#page=3")
   *     .ifPresent(target -> page.link(target, "the report"));
   * }</pre>
   */
  @FunctionalInterface
  interface Canonicalizer {

    /**
     * Resolves as RFC 3986 says, and takes what is in canonical form then, without its fragment;
     * other URLs are left out.
     */
    Canonicalizer PLAIN =
        (base, href) -> {
          try {
            String resolved = URI.create(base.toString()).resolve(href.strip()).toString();
            int fragment = resolved.indexOf('#');
            return Optional.of(
                CrawlUrl.of(fragment < 0 ? resolved : resolved.substring(0, fragment)));
          } catch (IllegalArgumentException e) { // no URI, or not canonical
            return Optional.empty();
          }
        };

    /**
     * {@return the target of a link, or empty if it is no web address}
     *
     * @param base the URL of the page
     * @param href the reference in the link, relative or absolute
     */
    Optional<CrawlUrl> resolve(CrawlUrl base, String href);
  }

  /**
   * The records of the hosts of a crawl. Thread-safe.
   *
   * <p>A visit counts before {@link LearningScorer#learn} and {@link Frontier#expand}, and a
   * failure before {@link Frontier#abandon} and {@link LearningScorer#abandoned}. {@link
   * LinkScorer#forPage}, which runs on other threads, sees all that counted before the request for
   * its page started, and perhaps more. A resumed crawl continues the records; a kill loses some
   * seconds of them, as of the states of plugins. In rounds on Spark nothing is counted.
   */
  @FunctionalInterface
  interface Hosts {

    /**
     * {@return the record of a URL's host, by the crawl's grouping of hosts}
     *
     * @param url any URL
     */
    HostRecord of(CrawlUrl url);
  }

  /**
   * The visits and failures of one host so far.
   *
   * @param visits its visited pages
   * @param relevant those of them that are relevant
   * @param failures the links to it that were abandoned with {@link AbandonReason#FETCH_FAILED}
   */
  record HostRecord(int visits, int relevant, int failures) {

    /** The record of an unknown host. */
    public static final HostRecord NONE = new HostRecord(0, 0, 0);
  }

  /**
   * Objects that the plugins of one crawl share, one of each type: for example the model of a
   * frontier and a scorer that belong together.
   *
   * <pre>{@code
   * public Frontier create(Settings settings, CrawlContext context) {
   *   return new MyFrontier(context.shared().get(MyModel.class, MyModel::new));
   * }
   * }</pre>
   *
   * <p>The provider of the scorer does the same, and the frontier gets the model of the scorer,
   * whichever is created first. One of them saves it, the scorer if it learns.
   *
   * <p>Thread-safe; whether the shared objects are is their own matter.
   */
  final class Shared {

    private final Map<Class<?>, Object> objects = new ConcurrentHashMap<>();

    /** Creates one without objects. */
    public Shared() {}

    /**
     * Returns the object of a type, which the first call creates.
     *
     * @param <T> the type
     * @param type the type, of a class loader that both plugins know
     * @param create called if there is none yet; must not call this method
     * @return the same object at each call
     */
    public <T> T get(Class<T> type, Supplier<? extends T> create) {
      return type.cast(objects.computeIfAbsent(type, unused -> create.get()));
    }
  }

  /** Describes a {@link CrawlContext}. Not thread-safe. */
  final class Builder {

    private Optional<Topic> topic = Optional.empty();
    private TextNormalizer textNormalizer = TextNormalizer.PLAIN;
    private TextAnalyzer textAnalyzer = TextAnalyzer.PLAIN;
    private HostGrouping hostGrouping = HostGrouping.FULL_HOST;
    private RandomGenerator random = new SplittableRandom(1);
    private InstantSource clock = InstantSource.system();
    private Shared shared = new Shared();
    private Hosts hosts = url -> HostRecord.NONE;
    private Canonicalizer canonicalizer = Canonicalizer.PLAIN;
    private String robotName = "";
    private Duration analysisTimeout = Duration.ofMinutes(1);

    private Builder() {}

    /**
     * Sets the topic.
     *
     * @param words the topic that the plugin looks for
     * @return this
     */
    public Builder topic(Topic words) {
      topic = Optional.of(words);
      return this;
    }

    /**
     * Sets the normalizer of words.
     *
     * @param normalizer by default {@link TextNormalizer#PLAIN}
     * @return this
     */
    public Builder textNormalizer(TextNormalizer normalizer) {
      textNormalizer = requireNonNull(normalizer, "textNormalizer");
      return this;
    }

    /**
     * Sets the tokenizer.
     *
     * @param analyzer by default {@link TextAnalyzer#PLAIN}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer analyzer) {
      textAnalyzer = requireNonNull(analyzer, "textAnalyzer");
      return this;
    }

    /**
     * Sets the grouping of URLs by host.
     *
     * @param grouping by default {@link HostGrouping#FULL_HOST}
     * @return this
     */
    public Builder hostGrouping(HostGrouping grouping) {
      hostGrouping = requireNonNull(grouping, "hostGrouping");
      return this;
    }

    /**
     * Sets the source of randomness.
     *
     * @param generator by default one with the seed 1
     * @return this
     */
    public Builder random(RandomGenerator generator) {
      random = requireNonNull(generator, "random");
      return this;
    }

    /**
     * Sets the source of time.
     *
     * @param source by default the clock of the system
     * @return this
     */
    public Builder clock(InstantSource source) {
      clock = requireNonNull(source, "clock");
      return this;
    }

    /**
     * Sets the objects that plugins share.
     *
     * @param objects by default none; contexts of several plugins may have the same
     * @return this
     */
    public Builder shared(Shared objects) {
      shared = requireNonNull(objects, "shared");
      return this;
    }

    /**
     * Sets the records of hosts.
     *
     * @param records by default none
     * @return this
     */
    public Builder hosts(Hosts records) {
      hosts = requireNonNull(records, "hosts");
      return this;
    }

    /**
     * Sets the product token by which directives of pages address the crawl.
     *
     * @param name in upper or lower case; by default empty
     * @return this
     */
    public Builder robotName(String name) {
      robotName = name.toLowerCase(Locale.ROOT);
      return this;
    }

    /**
     * Sets the canonicalizer of links.
     *
     * @param links by default {@link Canonicalizer#PLAIN}
     * @return this
     */
    public Builder canonicalizer(Canonicalizer links) {
      canonicalizer = requireNonNull(links, "canonicalizer");
      return this;
    }

    /**
     * Sets the time limit for a page.
     *
     * @param timeout by default a minute
     * @return this
     */
    public Builder analysisTimeout(Duration timeout) {
      analysisTimeout = requireNonNull(timeout, "analysisTimeout");
      return this;
    }

    /** {@return a new context} */
    public CrawlContext build() {
      return new ContextValues(
          topic.map(words -> TopicWords.of(words, textAnalyzer)),
          textNormalizer,
          textAnalyzer,
          hostGrouping,
          random,
          clock,
          shared,
          hosts,
          canonicalizer,
          robotName,
          analysisTimeout);
    }
  }
}

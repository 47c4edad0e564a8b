package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What a crawl offers to the plugins that are made for it.
 *
 * @param topic the topic, if the crawl has one in words
 * @param textNormalizer brings forms to one form
 * @param textAnalyzer tokenizes text
 * @param hostGrouping which URLs belong to one host
 * @param random the crawl's source of randomness; for use on the thread that calls the frontier
 *     only
 * @param clock the crawl's source of time
 * @param shared what the plugins of the crawl share
 * @param hosts what each host has given so far
 * @param canonicalizer how links become canonical URLs
 * @param robotName the product token by which directives of pages address the crawl, in lower case;
 *     empty where only directives for all robots count
 * @param analysisTimeout how long analyzer, judge, link policy and scorer together may take for a
 *     page
 */
public record CrawlContext(
    Optional<Topic> topic,
    TextNormalizer textNormalizer,
    TextAnalyzer textAnalyzer,
    HostGrouping hostGrouping,
    RandomGenerator random,
    InstantSource clock,
    Shared shared,
    Hosts hosts,
    Canonicalizer canonicalizer,
    String robotName,
    Duration analysisTimeout) {

  /** How long a page may take unless a crawl says otherwise. */
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(1);

  /**
   * Refuses nulls.
   *
   * @param topic the topic, if the crawl has one in words
   * @param textNormalizer brings forms to one form
   * @param textAnalyzer tokenizes text
   * @param hostGrouping which URLs belong to one host
   * @param random the crawl's source of randomness
   * @param clock the crawl's source of time
   * @param shared what the plugins of the crawl share
   * @param hosts what each host has given so far
   * @param canonicalizer how links become canonical URLs
   * @param robotName the product token by which directives of pages address the crawl
   * @param analysisTimeout how long a page may take
   */
  public CrawlContext {
    requireNonNull(topic, "topic");
    requireNonNull(textNormalizer, "textNormalizer");
    requireNonNull(textAnalyzer, "textAnalyzer");
    requireNonNull(hostGrouping, "hostGrouping");
    requireNonNull(random, "random");
    requireNonNull(clock, "clock");
    requireNonNull(shared, "shared");
    requireNonNull(hosts, "hosts");
    requireNonNull(canonicalizer, "canonicalizer");
    requireNonNull(robotName, "robotName");
    requireNonNull(analysisTimeout, "analysisTimeout");
  }

  /**
   * Creates a context in which nothing is shared yet and no host has given anything, with {@link
   * Canonicalizer#PLAIN}, without a name of the robot, and with a minute for each page.
   *
   * @param topic the topic, if the crawl has one in words
   * @param textNormalizer brings forms to one form
   * @param textAnalyzer tokenizes text
   * @param hostGrouping which URLs belong to one host
   * @param random the crawl's source of randomness
   * @param clock the crawl's source of time
   */
  public CrawlContext(
      Optional<Topic> topic,
      TextNormalizer textNormalizer,
      TextAnalyzer textAnalyzer,
      HostGrouping hostGrouping,
      RandomGenerator random,
      InstantSource clock) {
    this(
        topic,
        textNormalizer,
        textAnalyzer,
        hostGrouping,
        random,
        clock,
        new Shared(),
        url -> HostRecord.NONE,
        Canonicalizer.PLAIN,
        "",
        USUAL_TIMEOUT);
  }

  /**
   * Creates a context for a plugin that is created in code: with plain text, full host names, the
   * random seed 1 and the clock of the system.
   *
   * <pre>{@code
   * LinkScorer scorer = BestFirstScorer.of(Settings.none(), CrawlContext.about(topic));
   * }</pre>
   *
   * @param topic what the plugin looks for
   * @return the context
   */
  public static CrawlContext about(Topic topic) {
    return about(topic, TextNormalizer.PLAIN, TextAnalyzer.PLAIN);
  }

  /**
   * Creates a context for a plugin that is created in code, as {@link #about(Topic)}, with other
   * forms and tokens.
   *
   * @param topic what the plugin looks for
   * @param normalizer brings forms to one form
   * @param analyzer tokenizes text
   * @return the context
   */
  public static CrawlContext about(Topic topic, TextNormalizer normalizer, TextAnalyzer analyzer) {
    return new CrawlContext(
        Optional.of(topic),
        normalizer,
        analyzer,
        HostGrouping.FULL_HOST,
        new SplittableRandom(1),
        InstantSource.system());
  }

  /**
   * {@return the topic to a plugin that cannot work without one}
   *
   * @param plugin the name of the plugin that asks
   * @throws CrawlException if the crawl has none; the message names the plugin
   */
  public Topic requireTopic(String plugin) {
    return topic.orElseThrow(
        () -> new CrawlException("'" + plugin + "' needs a topic, but the crawl was given none"));
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
  public interface Canonicalizer {

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
     * @param href what the link holds, relative or absolute
     */
    Optional<CrawlUrl> resolve(CrawlUrl base, String href);
  }

  /**
   * What each host has given in the crawl so far. Thread-safe.
   *
   * <p>A visit counts before a scorer learns from it, and an abandoned link before {@link
   * LearningScorer#abandoned}. {@link LinkScorer#forPage}, which runs on other threads, sees all
   * that counted before the request for its page started, and perhaps more. A resumed crawl has the
   * records of the one before. In rounds on Spark nothing is counted.
   */
  @FunctionalInterface
  public interface Hosts {

    /**
     * {@return what the host of a URL has given, by the crawl's grouping of hosts}
     *
     * @param url any URL
     */
    HostRecord of(CrawlUrl url);
  }

  /**
   * What one host has given so far.
   *
   * @param visits its visited pages
   * @param relevant those of them that are relevant
   * @param failures the links to it that were abandoned with {@link AbandonReason#FETCH_FAILED}
   */
  public record HostRecord(int visits, int relevant, int failures) {

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
  public static final class Shared {

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
}

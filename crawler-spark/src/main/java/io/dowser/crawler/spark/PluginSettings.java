package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The methods of a {@link SparkCrawl.Builder} that set the topic and the plugins.
 *
 * @param <B> the builder
 */
abstract class PluginSettings<B extends PluginSettings<B>> {

  private static final String ADDED = "addPageAnalyzer";

  final Map<String, String> texts = new TreeMap<>();
  UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
  private final Set<String> given = new HashSet<>();

  PluginSettings() {}

  abstract B self();

  /** Returns a value that is set by the first call of a method, and refuses a second one. */
  final <T> T once(String name, T value) {
    requireNonNull(value, name);
    if (!given.add(name)) {
      throw new IllegalStateException(
          "a call before has set " + name + ", and this one would discard it; set it once");
    }
    return value;
  }

  final void refuseAfter(String name, String other) {
    if (given.contains(other)) {
      throw new IllegalStateException(name + "(..) must come before " + other + "(..)");
    }
  }

  final void noteGiven(String name) {
    given.add(name);
  }

  /**
   * Sets the topic of the crawl; judge and scorer use it unless they have other means.
   *
   * @param topic by default none, and then a judge and a scorer that need no topic must be given
   * @return this
   */
  public B topic(Topic topic) {
    return given(spec -> spec.topic.set(Optional.of(topic)));
  }

  /**
   * Sets the judge by name.
   *
   * @param name as for {@link #scorer}, by default {@code topic-terms}
   * @param settings its settings
   * @return this
   */
  public B judge(String name, Map<String, String> settings) {
    return plugin("judge", name, settings);
  }

  /**
   * Sets the scorer by name.
   *
   * @param name the name of a provider that is on the class path of driver and executors, by
   *     default {@code best-first}
   * @param settings its settings; the value {@code file:NAME} becomes the local path of the {@link
   *     SparkCrawl.Builder#file} of that name
   * @return this
   */
  public B scorer(String name, Map<String, String> settings) {
    return plugin("scorer", name, settings);
  }

  /**
   * Sets the order of visits, by name.
   *
   * @param name {@code best-first} by default, {@code breadth-first} or {@code shark}, whose order
   *     a round can keep
   * @param settings of {@code shark}: {@code theta}, {@code upperLimit}, {@code lowerLimit}, {@code
   *     minPrior}, {@code minNormal} and {@code releaseRejected}
   * @return this
   * @throws SettingException if there is no such order, or a setting is wrong
   */
  public B frontier(String name, Map<String, String> settings) {
    return plugin("frontier", name, settings);
  }

  /**
   * Sets the fetcher by name.
   *
   * @param name as for {@link #scorer}, by default {@code okhttp}
   * @param settings its settings
   * @return this
   */
  public B fetcher(String name, Map<String, String> settings) {
    return plugin("fetcher", name, settings);
  }

  /**
   * Sets the page analyzer by name.
   *
   * @param name as for {@link #scorer}, by default {@code html}
   * @param settings its settings
   * @return this
   */
  public B pageAnalyzer(String name, Map<String, String> settings) {
    return plugin("pageAnalyzer", name, settings);
  }

  /**
   * Adds an analyzer of further media types, by name. Each executor has one, which all of its tasks
   * share, so its processes are limited for the executor.
   *
   * @param name as for {@link #scorer}, such as {@code tika} of {@code crawler-tika}
   * @param settings its settings
   * @return this
   */
  public B addPageAnalyzer(String name, Map<String, String> settings) {
    texts.merge(ADDED, name, (before, last) -> before + "," + last);
    settings.forEach((key, value) -> texts.put(ADDED + "." + name + "." + key, value));
    return self();
  }

  private B plugin(String kind, String name, Map<String, String> settings) {
    Map<String, String> own = new TreeMap<>(Map.of(kind, name));
    settings.forEach((key, value) -> own.put(kind + "." + key, value));
    return rules(own);
  }

  /** Takes what a call sets in a table of crawler-core. */
  final B given(Consumer<CrawlSpec> call) {
    var spec = new CrawlSpec();
    call.accept(spec);
    return rules(spec.givenWords());
  }

  /** Takes settings of crawler-core as text. */
  abstract B rules(Map<String, String> texts);
}

package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The methods of a {@link Crawler.Builder} that set the means of a crawl: class loader, text,
 * threads, listeners, time. Not thread-safe.
 *
 * @param <B> the builder
 */
abstract class EnvironmentSettings<B extends EnvironmentSettings<B>> extends StrategySettings<B> {

  private final List<CrawlListener> listeners = new ArrayList<>();

  // plugins by name, URLs and text

  /**
   * Sets where plugins are looked for by name.
   *
   * @param loader the one loader to look in; by default the context class loader of the thread that
   *     calls {@link Crawler.Builder#build}, then the loader of this library
   * @return this
   */
  public B classLoader(ClassLoader loader) {
    spec.classLoader.set(Optional.of(loader));
    return self();
  }

  /**
   * Sets how URLs are brought to one form.
   *
   * @param canonicalizer by default {@link UrlCanonicalizer#standard}; {@code
   *     UrlCanonicalizer.builder().sortQuery().build()} also sorts the parameters of a query
   * @return this
   */
  public B canonicalizer(UrlCanonicalizer canonicalizer) {
    spec.canonicalizer.set(requireNonNull(canonicalizer, "canonicalizer"));
    return self();
  }

  /**
   * Sets how forms of one word are brought together, in topic terms and in the texts that are
   * searched for them. The text analyzer normalises by itself: give it one that does the same.
   *
   * @param normalizer by default {@link HanNormalizer}
   * @return this
   */
  public B textNormalizer(TextNormalizer normalizer) {
    spec.textNormalizer.set(requireNonNull(normalizer, "textNormalizer"));
    return self();
  }

  /**
   * Sets how text is tokenized.
   *
   * @param analyzer by default {@link MixedScriptAnalyzer}
   * @return this
   */
  public B textAnalyzer(TextAnalyzer analyzer) {
    spec.textAnalyzer.set(requireNonNull(analyzer, "textAnalyzer"));
    return self();
  }

  // threads and time limits

  /**
   * Sets how many pages are worked on at once, from the request to the scores of the links.
   *
   * @param workers above 0, by default 20
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B workers(int workers) {
    spec.workers.set(Checks.positive("workers", workers));
    return self();
  }

  /**
   * Sets how much heap this crawl may take, where several share a JVM. 64 MB of it, at most three
   * quarters, are for what does not grow; of the rest, three eighths hold pending URLs, and a
   * quarter tables of known URLs and hosts; docs/politeness.md says what happens beyond.
   *
   * @param bytes above 0; by default the largest heap of the JVM
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxHeap(long bytes) {
    spec.memory.set(MemoryBudget.of(Checks.positive("maxHeap", bytes)));
    return self();
  }

  /**
   * Sets how many pages are analysed, judged and scored at once; other fetched pages are queued.
   * Plugins that only compute gain nothing from more than one for each processor. A plugin that
   * waits, such as for a model behind a network, needs as large a value as {@link #workers}. A
   * plugin that batches pages deadlocks if this is smaller than its batch.
   *
   * @param pages above 0, by default one for each processor; values above {@link #workers} have no
   *     effect
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxConcurrentAnalyses(int pages) {
    spec.maxConcurrentAnalyses.set(Optional.of(Checks.positive("maxConcurrentAnalyses", pages)));
    return self();
  }

  /**
   * Sets how long analyzer, link policy, judge and scorer together may take for one page. A page
   * that takes longer fails with a {@link io.dowser.crawler.api.CrawlEvent.PluginFailed} that names
   * the plugin. Its thread is interrupted, and replaced if it is the crawl's own. The crawl ends
   * with an error when {@link #maxPluginFailures} threads that were interrupted still hang.
   *
   * @param timeout above 0, at most 1 day; by default 1 minute. Waiting for a turn (see {@link
   *     #maxConcurrentAnalyses}) does not count
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public B analysisTimeout(Duration timeout) {
    spec.analysisTimeout.set(
        Checks.within("analysisTimeout", timeout, Duration.ofNanos(1), Duration.ofDays(1)));
    return self();
  }

  /**
   * Sets how often in a row a plugin may fail before the crawl ends with its error.
   *
   * @param failures above 0, by default 10
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxPluginFailures(int failures) {
    spec.maxPluginFailures.set(Checks.positive("maxPluginFailures", failures));
    return self();
  }

  /**
   * Sets whose threads do the work.
   *
   * @param executor by default threads of the crawl's own, one for each worker. The crawl does not
   *     shut down one that is given; it should have room for all workers at once. On Java 21 and
   *     newer, {@code Executors.newVirtualThreadPerTaskExecutor()} gives virtual threads
   * @return this
   */
  public B executor(Executor executor) {
    spec.executor.set(Optional.of(executor));
    return self();
  }

  // what the program sees

  /**
   * Names the crawl. The name is in the names of its threads ({@code tides-crawl}), in the report,
   * in front of the lines of {@link #progress}, and while its threads log under the key {@code
   * crawl} of SLF4J's MDC. It has nothing to do with the name of the robot, see {@link #userAgent}.
   *
   * @param name one line of 1 to 80 characters, such as {@code tides}; by default {@code dowser}
   * @return this
   * @throws IllegalArgumentException if it is blank, too long or has control characters
   */
  public B name(String name) {
    if (name.isBlank() || name.length() > 80 || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "name must be one line of 1 to 80 characters, but was '" + name + "'");
    }
    spec.name.set(name);
    return self();
  }

  /**
   * Adds a listener that sees what happens.
   *
   * @param listener gets each {@link io.dowser.crawler.api.CrawlEvent}; several are notified in the
   *     order in which they were added. It runs on the crawl's own thread
   * @return this
   */
  public B listener(CrawlListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    spec.listeners.preset(listeners);
    return self();
  }

  /**
   * Shows how far the crawl is: a line every ten seconds, or one line that is written over if the
   * stream is {@code System.out} or {@code System.err} and the program runs on a terminal. On Java
   * 22 to 24, where a console need not be a terminal, it is always a line every ten seconds. Java
   * cannot see that a shell sends {@code System.err} alone to a file; then give a stream of your
   * own, even {@code new PrintStream(System.err)}.
   *
   * @param out where to, by default nowhere
   * @return this
   */
  public B progress(PrintStream out) {
    spec.progress.set(Optional.of(out));
    return self();
  }

  // time and randomness

  /**
   * Sets the source of the time that events and visits bear; waiting is measured by the JVM's own
   * steady clock.
   *
   * @param clock by default the system's clock
   * @return this
   */
  public B clock(InstantSource clock) {
    spec.clock.set(requireNonNull(clock, "clock"));
    return self();
  }

  /**
   * Sets the source of all randomness.
   *
   * @param random for this crawl alone, such as {@code new SplittableRandom(7)}; by default a
   *     generator with a fixed seed, so that two crawls are alike
   * @return this
   */
  public B random(RandomGenerator random) {
    spec.random.set(requireNonNull(random, "random"));
    return self();
  }
}

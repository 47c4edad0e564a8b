package io.dowser.crawler.spark;

import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The methods of a {@link SparkCrawl.Builder} that set the limits of a crawl, the size of its
 * rounds, and its politeness.
 *
 * @param <B> the builder
 */
abstract class RoundSettings<B extends RoundSettings<B>> extends PluginSettings<B> {

  /** Most URLs of one round; their places must fit into the order of discovery. */
  static final int MOST_OF_ROUND = (1 << 24) - 1;

  private static final Duration DAY = Duration.ofDays(1);

  /** Settings of crawler-core that are kept in another form. */
  private static final Set<String> TAKEN =
      Set.of("seeds", "linkPolicy", "hostRules", "addPageAnalyzer");

  int roundSize = 1_000;
  int perHost = 100;
  int tasks;
  int buckets = 16;
  Duration roundTime = Duration.ofMinutes(10);
  Duration leaseTime = Duration.ofSeconds(30);
  boolean recrawls;
  private LinkPolicy linkPolicy = LinkPolicy.allLinks();
  private final Map<String, Map<String, String>> hostRules = new TreeMap<>();
  private Duration longestDelay = Duration.ofSeconds(30);

  RoundSettings() {}

  /**
   * Ends the crawl after this many visited pages.
   *
   * @param pages above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxPages(long pages) {
    return limits(Limits.builder().maxPages(pages).build());
  }

  /**
   * Sets the limits of the crawl. Limits of pages, bytes and time are checked between rounds; a
   * round never selects more URLs than pages are left.
   *
   * @param limits by default 10 redirects in a row and no other limits
   * @return this
   * @throws SettingException if it has a limit of the harvest or of what is found, because these
   *     look at each page in the order of visits
   * @throws IllegalStateException if one of its limits was set before
   */
  public B limits(Limits limits) {
    return rules(limits.asMap());
  }

  /**
   * Rechecks visited pages that are due, in a cycle that ends with the run. An interrupted cycle is
   * continued by the next run that rechecks pages.
   *
   * @param how the revisit policy, by its name, and the limits of the cycle
   * @return this
   * @throws IllegalArgumentException if the policy is an object, which does not reach executors
   * @throws SettingException if it has {@link Recrawl.Builder#keepUp}
   */
  public B recrawl(Recrawl how) {
    recrawls = once("recrawl", true);
    return settings(how.asMap());
  }

  /**
   * Sets the scope of the crawl.
   *
   * @param scope around the seeds; by default {@link Scope#ANYWHERE}
   * @return this
   * @throws IllegalArgumentException if it reaches beyond, because a URL does not have the page on
   *     which it was found
   */
  public B stayOn(Scope scope) {
    return given(spec -> spec.stayOn.set(scope));
  }

  /**
   * Sets the policy that selects the links in the scope that are followed.
   *
   * @param policy {@link LinkPolicy#fromRelevantPages}, or a {@link java.io.Serializable} one of
   *     your own; by default it follows all links
   * @return this
   * @throws IllegalArgumentException if it is not serializable
   */
  public B linkPolicy(LinkPolicy policy) {
    if (!(policy instanceof Serializable)) {
      throw new IllegalArgumentException(
          "linkPolicy on Spark must be Serializable, but was " + policy);
    }
    linkPolicy = once("linkPolicy", policy);
    return self();
  }

  /**
   * Sets rules for a host, or for a host and all below it. A number of pages holds for a task and
   * round.
   *
   * @param pattern {@code www.example.org}, or {@code *.example.org} for all of these hosts
   * @param rules what holds for each host that matches
   * @return this
   * @throws IllegalArgumentException if the pattern is none
   * @throws IllegalStateException if the pattern has rules already
   */
  public B hostRules(String pattern, HostRules rules) {
    String host = HostRules.pattern(pattern);
    hostRules.put(host, once("the rules of " + host, rules.asMap()));
    return self();
  }

  /**
   * Sets the rules for pages and links. Counts of {@link Strategy.Builder#traps} hold for one task
   * and round.
   *
   * @param strategy its plugins by name
   * @return this
   * @throws SettingException if a setting has no meaning in rounds
   * @throws IllegalStateException if one of its settings was set before, or a seed before the
   *     canonicalizer
   */
  public B strategy(Strategy strategy) {
    return rules(strategy.asMap());
  }

  /**
   * Sets the workers of a task, by default 20, and the time that plugins have for a page.
   *
   * @param means without what does not reach executors
   * @return this
   * @throws SettingException if a setting has no meaning in rounds
   * @throws IllegalStateException if one of its settings was set before
   */
  public B means(Means means) {
    return rules(means.asMap());
  }

  /**
   * Sets the number of URLs that a round selects. Small rounds follow the scores closely, large
   * ones make good use of the cluster.
   *
   * @param urls above 0, at most 16,777,215; by default 1,000
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundSize(int urls) {
    roundSize = once("roundSize", Checks.within("roundSize", urls, 1, MOST_OF_ROUND));
    return self();
  }

  /**
   * Limits the URLs of one host that a round selects. A host that is slower than the delay has
   * fewer, in proportion.
   *
   * @param urls above 0, by default 100
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B perHost(int urls) {
    perHost = once("perHost", Checks.positive("perHost", urls));
    return self();
  }

  /**
   * Sets the longest time of a round; what a task has not reached by then stays pending.
   *
   * @param duration above 0 up to 1 day, by default 10 minutes
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B roundTime(Duration duration) {
    Checks.positive("roundTime", duration);
    roundTime = once("roundTime", Checks.within("roundTime", duration, Duration.ZERO, DAY));
    return self();
  }

  /**
   * Sets the politeness rules. Failures of a host are counted within one task and round.
   *
   * @param rules by default {@code Politeness.builder().build()}
   * @return this
   * @throws IllegalArgumentException if hosts are grouped by other than full names or registrable
   *     domains, which alone reach executors; or by address, since hosts of one address may be in
   *     different tasks
   */
  public B politeness(Politeness rules) {
    if (rules.asMap().containsKey("hostRules")) {
      throw new IllegalArgumentException(
          "rules of single hosts on Spark are set by hostRules(..) of this builder");
    }
    return rules(rules.asMap());
  }

  /**
   * Sets settings from text, by the names of docs/operating.md. What has no meaning in rounds is
   * refused with the reason, see docs/spark.md.
   *
   * @param settings texts by name
   * @return this
   * @throws SettingException if a name is none of these, or a value is not allowed
   * @throws IllegalStateException if a setting was set before, or a seed before the canonicalizer
   */
  public B settings(Map<String, String> settings) {
    return rules(settings);
  }

  @Override
  final B rules(Map<String, String> given) {
    RefusedSettings.refuse(given);
    refuseObjects(given);
    var core = new CrawlSpec();
    core.setAll(given); // checks them
    take(core.stayOn, RoundSettings::refuseBeyond);
    take(core.frontier, VisitOrder::of);
    take(core.canonicalizer, this::take);
    take(core.seeds, this::seeds);
    take(core.linkPolicy, this::linkPolicy);
    take(core.hostRules, rules -> rules.forEach(this::hostRules));
    take(
        core.addedAnalyzers,
        all -> all.forEach(each -> addPageAnalyzer(each.name(), each.settings())));
    given.forEach(
        (name, text) -> {
          if (!TAKEN.contains(CrawlRules.section(name))) {
            texts.put(name, once(name, text));
          }
        });
    return self();
  }

  private static void refuseBeyond(Scope scope) {
    if (scope.reachesBeyond()) {
      throw new IllegalArgumentException(
          "a scope on Spark must not reach beyond, but was '"
              + scope
              + "': a URL does not have the page on which it was found");
    }
  }

  private void take(UrlCanonicalizer given) {
    refuseAfter("canonicalizer", "seed");
    canonicalizer = given;
  }

  private static void refuseObjects(Map<String, String> texts) {
    texts.forEach(
        (name, text) -> {
          if (text.startsWith("object of ")) {
            throw new IllegalArgumentException(
                name
                    + " on Spark must be one that has a name in docs/operating.md, but was an "
                    + text);
          }
        });
  }

  private static <T> void take(Setting<T> setting, Consumer<T> method) {
    if (setting.isGiven()) {
      method.accept(setting.get());
    }
  }

  /** Adds pages to start from. */
  abstract B seeds(Collection<String> urls);

  /**
   * Sets the longest time that a round waits for a host that failed. One that must be delayed
   * longer is put off to a later round, and given up after five rounds in a row.
   *
   * @param delay 0 up to 1 day, by default 30 seconds
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B longestDelay(Duration delay) {
    longestDelay = once("longestDelay", Checks.within("longestDelay", delay, Duration.ZERO, DAY));
    return self();
  }

  /**
   * Sets the number of tasks of a round; each has all URLs of its hosts.
   *
   * @param count above 0, by default the cluster's parallelism when the round begins
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B tasks(int count) {
    tasks = once("tasks", Checks.within("tasks", count, 1, 1_000_000));
    return self();
  }

  /**
   * Sets the number of buckets into which the table of URLs is divided when the crawl begins; one
   * task at a time works on each.
   *
   * @param count 1 to 100,000, by default 16
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B buckets(int count) {
    buckets = once("buckets", Checks.within("buckets", count, 1, 100_000));
    return self();
  }

  /**
   * Sets the time without a sign of life after which another driver takes over. That one then waits
   * for this time again, until tasks of the old one have stopped.
   *
   * @param time 1 second up to 1 day, by default 30 seconds; the same for all drivers of a crawl
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public B leaseTime(Duration time) {
    leaseTime = once("leaseTime", Checks.within("leaseTime", time, Duration.ofSeconds(1), DAY));
    return self();
  }

  CrawlRules rules() {
    return new CrawlRules(Map.copyOf(texts), Map.copyOf(hostRules), linkPolicy, longestDelay);
  }
}

package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Recrawl;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A crawl in rounds on a Spark cluster.
 *
 * <p>A round selects the best pending URLs, at most this many of one host; gives all URLs of one
 * host to one task, which fetches, analyses, judges and scores with crawler-core's own engine and
 * politeness; merges what came into the tables, by the rules of a crawl on one machine; and is then
 * committed. Running a crawl whose location has rounds already continues after the last one.
 *
 * <pre>{@code
 * CrawlReport report =
 *     SparkCrawl.builder(spark, "hdfs:///crawls/lasers")
 *         .seed("https://example.org/")
 *         .topic(Topic.of("laser", "lens"))
 *         .maxPages(1_000_000)
 *         .build()
 *         .run();
 * }</pre>
 *
 * <p>Not thread-safe. One driver at a time works on a crawl; another one waits.
 */
public final class SparkCrawl {

  private static final Logger LOG = LoggerFactory.getLogger(SparkCrawl.class);

  private final SparkSession spark;
  private final CrawlPlan plan;

  SparkCrawl(SparkSession spark, CrawlPlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * {@return a builder that needs at least one seed and a topic}
   *
   * @param spark the session whose cluster does the work; the crawl does not close it
   * @param location the place of the tables: a directory on any file system that Hadoop knows,
   *     which becomes an Iceberg catalog of type {@code hadoop}; or {@code
   *     iceberg:CATALOG.NAMESPACE}, a namespace in an Iceberg catalog of the session. If there is a
   *     crawl already, that one resumes
   */
  public static Builder builder(SparkSession spark, String location) {
    return new Builder(requireNonNull(spark, "spark"), location);
  }

  /**
   * Crawls, from the beginning or from the last committed round.
   *
   * @return the report of the crawl
   * @throws CrawlException if a setting is wrong, a plugin is missing here or on an executor, the
   *     location cannot be used or has a crawl with other settings, another driver took over, or a
   *     round failed; committed rounds stay as they are, and {@code run} can be called again
   * @throws InterruptedException if the calling thread is interrupted while it waits for hosts, or
   *     for another driver to end
   */
  public CrawlReport run() throws InterruptedException {
    if (plan.spec().isUnbounded()) {
      LOG.warn(
          "this crawl has neither a limit nor a scope, so it may run for weeks; set maxPages(..),"
              + " limits(..) or stayOn(..)");
    }
    try (var run = new CrawlRun(spark, plan)) {
      return run.run();
    } catch (RuntimeException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that its methods do not declare
      throw failed(e);
    }
  }

  /**
   * Returns the exception of a failed round. A failure on an executor is only text in the message
   * of Spark's own exception.
   */
  private static CrawlException failed(Throwable failure) {
    @Nullable Throwable cause = failure;
    while (cause != null && !(cause instanceof CrawlException)) {
      cause = cause.getCause();
    }
    String words = cause == null ? failure.getMessage() : cause.getMessage();
    return new CrawlException("a round failed: " + words, failure);
  }

  /**
   * The progress of a crawl after a round was committed.
   *
   * @param round the round, from 1
   * @param visited pages visited so far
   * @param relevant those of them that reached the judge's threshold
   * @param failed URLs that were given up so far because no page came of them
   * @param pending pending URLs
   * @param known distinct URLs seen so far
   * @param visitedInRound pages of this round
   * @param relevantInRound the relevant ones of them
   * @param fetching the time that selection and fetching took
   * @param merging the time that it took to merge and commit the results
   */
  public record Progress(
      int round,
      long visited,
      long relevant,
      long failed,
      long pending,
      long known,
      long visitedInRound,
      long relevantInRound,
      Duration fetching,
      Duration merging) {

    /** {@return a line for people} */
    public String toText() {
      return String.format(
          Locale.ROOT,
          "round %d committed: %,d pages, %,d of them relevant; so far %,d pages, %,d relevant, %,d"
              + " failed, %,d pending; fetched in %.1f s, merged in %.1f s",
          round,
          visitedInRound,
          relevantInRound,
          visited,
          relevant,
          failed,
          pending,
          fetching.toMillis() / 1e3,
          merging.toMillis() / 1e3);
    }
  }

  /**
   * Describes a crawl on Spark, by the methods of {@link io.dowser.crawler.Crawler.Builder} where
   * there are such. Plugins are chosen by name, because each executor creates its own. Each method
   * checks its argument at once and returns this builder. What is not set has the default that its
   * method names. A call that would discard an earlier one is refused with an {@link
   * IllegalStateException}. Not thread-safe.
   *
   * <table>
   * <caption>Methods by theme</caption>
   * <tr><th>Topic</th><td>{@link #topic}, {@link #judge}, {@link #scorer}, {@link #frontier}</td></tr>
   * <tr><th>Seeds and pages</th><td>{@link #seed}, {@link #fetcher}</td></tr>
   * <tr><th>Scope and limits</th><td>{@link #maxPages}, {@link #limits}, {@link #stayOn}, {@link
   *     #linkPolicy}, {@link #strategy}</td></tr>
   * <tr><th>Politeness</th><td>{@link #politeness}, {@link #hostRules}, {@link #longestDelay}</td></tr>
   * <tr><th>Rechecks</th><td>{@link #recrawl}</td></tr>
   * <tr><th>Rounds</th><td>{@link #roundSize}, {@link #perHost}, {@link #roundTime}, {@link
   *     #tasks}, {@link #buckets}, {@link #leaseTime}</td></tr>
   * <tr><th>Tables</th><td>{@link #keepPages}, {@link #keepTexts}</td></tr>
   * <tr><th>Plugins and means</th><td>{@link #pageAnalyzer}, {@link #addPageAnalyzer}, {@link #settings}, {@link
   *     #file}, {@link #listener}, {@link #clock}, {@link #randomSeed}, {@link #means}</td></tr>
   * </table>
   */
  public static final class Builder {

    private static final String ADDED = "addPageAnalyzer";
    private static final String ANALYZER = "the analyzer ";
    private static final String RULES = "hostRules of ";

    /** Settings that several calls may set. */
    private static final Set<String> SEVERAL = Set.of("seeds", "hostRules", ADDED);

    /** Settings of crawler-core that are kept in another form. */
    private static final Set<String> IN_ANOTHER_FORM =
        Set.of("seeds", "hostRules", ADDED, "linkPolicy");

    private final @Nullable SparkSession spark;
    private final String location;
    private final Set<String> seeds = new LinkedHashSet<>();
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final SettingCalls calls = new SettingCalls();
    private final Map<String, String> texts = new TreeMap<>();
    private final Map<String, String> rounds = new TreeMap<>();
    private final Map<String, Map<String, String>> hostRules = new TreeMap<>();
    private LinkPolicy linkPolicy = LinkPolicy.allLinks();
    private InstantSource clock = InstantSource.system();
    private Consumer<Progress> listener = progress -> {};

    /** Begins, for now without a session if it is null. */
    Builder(@Nullable SparkSession spark, String location) {
      this.spark = spark;
      this.location = requireNonNull(location, "location");
      if (location.isBlank()) {
        throw new IllegalArgumentException("location must not be blank");
      }
    }

    /**
     * Adds a page to start from. In a crawl that resumes, a new seed is added, one that failed or
     * was quarantined is tried again, and others change nothing.
     *
     * @param url an absolute http or https URL; it is canonicalised, and a seed given twice counts
     *     once
     * @return this
     * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user
     *     name or password
     */
    public Builder seed(String url) {
      seeds.add(UrlCanonicalizer.forSeeds().canonicalizeSeed(url).toString());
      return this;
    }

    /**
     * Adds pages to start from.
     *
     * @param urls see {@link #seed}
     * @return this
     * @throws IllegalArgumentException if one of them is not an absolute http or https URL
     */
    public Builder seeds(Collection<String> urls) {
      urls.forEach(this::seed);
      return this;
    }

    /**
     * Sets the topic of the crawl; judge and scorer use it unless they have other means.
     *
     * @param topic by default none, and then a judge and a scorer that need no topic must be given
     * @return this
     */
    public Builder topic(Topic topic) {
      return given(spec -> spec.topic.set(Optional.of(topic)));
    }

    /**
     * Sets the judge by name.
     *
     * @param name as for {@link #scorer}, by default {@code topic-terms}
     * @param settings its settings
     * @return this
     */
    public Builder judge(String name, Map<String, String> settings) {
      return plugin("judge", name, settings);
    }

    /**
     * Sets the scorer by name.
     *
     * @param name the name of a provider that is on the class path of driver and executors, by
     *     default {@code best-first}
     * @param settings its settings; the value {@code file:NAME} becomes the local path of the
     *     {@link SparkCrawl.Builder#file} of that name
     * @return this
     */
    public Builder scorer(String name, Map<String, String> settings) {
      return plugin("scorer", name, settings);
    }

    /**
     * Sets the order of visits, by name.
     *
     * @param name {@code best-first} by default, {@code breadth-first} or {@code shark}, whose
     *     order a round can keep
     * @param settings of {@code shark}: {@code theta}, {@code upperLimit}, {@code lowerLimit},
     *     {@code minPrior}, {@code minNormal} and {@code releaseRejected}
     * @return this
     * @throws SettingException if there is no such order, or a setting is wrong
     */
    public Builder frontier(String name, Map<String, String> settings) {
      return plugin("frontier", name, settings);
    }

    /**
     * Sets the fetcher by name.
     *
     * @param name as for {@link #scorer}, by default {@code okhttp}
     * @param settings its settings
     * @return this
     */
    public Builder fetcher(String name, Map<String, String> settings) {
      return plugin("fetcher", name, settings);
    }

    /**
     * Sets the page analyzer by name.
     *
     * @param name as for {@link #scorer}, by default {@code html}
     * @param settings its settings
     * @return this
     */
    public Builder pageAnalyzer(String name, Map<String, String> settings) {
      return plugin("pageAnalyzer", name, settings);
    }

    /**
     * Adds an analyzer of further media types, by name. Each executor has one, which all of its
     * tasks share, so its processes are limited for the executor.
     *
     * @param name as for {@link #scorer}, such as {@code tika} of {@code crawler-tika}
     * @param settings its settings
     * @return this
     */
    public Builder addPageAnalyzer(String name, Map<String, String> settings) {
      calls.set(ANALYZER + name, () -> add(name, settings));
      return this;
    }

    private void add(String analyzer, Map<String, String> settings) {
      texts.merge(ADDED, analyzer, (before, last) -> before + "," + last);
      settings.forEach((key, value) -> texts.put(ADDED + "." + analyzer + "." + key, value));
    }

    /**
     * Ends the crawl after this many visited pages.
     *
     * @param pages above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPages(long pages) {
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
    public Builder limits(Limits limits) {
      return settings(limits.asMap());
    }

    /**
     * Sets the scope of the crawl.
     *
     * @param scope around the seeds; by default {@link Scope#ANYWHERE}
     * @return this
     * @throws IllegalArgumentException if it reaches beyond, because a URL does not have the page
     *     on which it was found
     */
    public Builder stayOn(Scope scope) {
      return given(spec -> spec.stayOn.set(scope));
    }

    /**
     * Sets the policy that selects the links in the scope that are followed.
     *
     * @param policy {@link LinkPolicy#fromRelevantPages}, or a {@link java.io.Serializable} policy;
     *     by default it follows all links
     * @return this
     * @throws IllegalArgumentException if it is not serializable
     */
    public Builder linkPolicy(LinkPolicy policy) {
      if (!(policy instanceof Serializable)) {
        throw new IllegalArgumentException(
            "linkPolicy on Spark must be Serializable, but was " + policy);
      }
      calls.set("linkPolicy", () -> linkPolicy = policy);
      return this;
    }

    /**
     * Sets the rules for pages and links. Counts of {@link Strategy.Builder#traps} hold for one
     * task and round, except the number of pages of a host.
     *
     * @param strategy its plugins by name
     * @return this
     * @throws SettingException if a setting has no meaning in rounds
     * @throws IllegalStateException if one of its settings was set before
     */
    public Builder strategy(Strategy strategy) {
      return settings(strategy.asMap());
    }

    /**
     * Sets rules for a host, or for a host and all below it. A number of pages holds for a task and
     * round.
     *
     * @param pattern {@code www.example.org}, or {@code *.example.org} for all of these hosts
     * @param rules the rules of each host that matches
     * @return this
     * @throws IllegalArgumentException if the pattern is none
     * @throws IllegalStateException if the pattern has rules already
     */
    public Builder hostRules(String pattern, HostRules rules) {
      String host = HostRules.pattern(pattern);
      calls.set(RULES + host, () -> hostRules.put(host, rules.asMap()));
      return this;
    }

    /**
     * Sets the politeness rules. Failures of a host are counted within one task and round.
     *
     * @param rules by default {@code Politeness.builder().build()}
     * @return this
     * @throws IllegalArgumentException if hosts are grouped by other than full names or registrable
     *     domains, which alone reach executors; or by address, since hosts of one address may be in
     *     different tasks; or if there are rules of single hosts, which {@link #hostRules} sets
     */
    public Builder politeness(Politeness rules) {
      if (rules.asMap().containsKey("hostRules")) {
        throw new IllegalArgumentException(
            "rules of single hosts on Spark are set by hostRules(..) of this builder");
      }
      return settings(rules.asMap());
    }

    /**
     * Sets the longest time that a round waits for a host that failed. One that must be delayed
     * longer is put off to a later round, and given up after five rounds in a row.
     *
     * @param delay 0 up to 1 day, by default 30 seconds
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder longestDelay(Duration delay) {
      return round("longestDelay", delay);
    }

    /**
     * Rechecks visited pages that are due, in a cycle that ends with the run. An interrupted cycle
     * is continued by the next run that rechecks pages.
     *
     * @param how the revisit policy, by its name, and the limits of the cycle
     * @return this
     * @throws IllegalArgumentException if the policy is an object, which does not reach executors
     * @throws SettingException if it has {@link Recrawl.Builder#keepUp}
     */
    public Builder recrawl(Recrawl how) {
      Map<String, String> all = new TreeMap<>(how.asMap());
      all.put("recrawl", "true");
      return settings(all);
    }

    /**
     * Sets the number of URLs that a round selects. Small rounds follow the scores closely, large
     * ones make good use of the cluster.
     *
     * @param urls above 0, at most 16,777,215; by default 1,000
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder roundSize(int urls) {
      return round("roundSize", urls);
    }

    /**
     * Limits the URLs of one host that a round selects. A host that is slower than the delay has
     * fewer, in proportion.
     *
     * @param urls above 0, by default 100
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder perHost(int urls) {
      return round("perHost", urls);
    }

    /**
     * Sets the longest time of a round; what a task has not reached by then stays pending.
     *
     * @param duration 1 ms up to 1 day, by default 10 minutes
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder roundTime(Duration duration) {
      return round("roundTime", duration);
    }

    /**
     * Sets the number of tasks of a round; each has all URLs of its hosts.
     *
     * @param count 0 to 1,000,000; by default 0, the cluster's parallelism when the round begins
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder tasks(int count) {
      return round("tasks", count);
    }

    /**
     * Sets the number of buckets into which the table of URLs is divided when the crawl begins; one
     * task at a time works on each.
     *
     * @param count 1 to 100,000, by default 16
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder buckets(int count) {
      return round("buckets", count);
    }

    /**
     * Sets the time without a sign of life after which another driver takes over. That one then
     * waits for this time again, until tasks of the old one have stopped.
     *
     * @param time 1 second up to 1 day, by default 30 seconds; the same for all drivers of a crawl
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder leaseTime(Duration time) {
      return round("leaseTime", time);
    }

    /**
     * Sets the workers of a task, by default 20, and the time that plugins have for a page.
     *
     * @param means without what does not reach executors
     * @return this
     * @throws SettingException if a setting has no meaning in rounds
     * @throws IllegalStateException if one of its settings was set before
     */
    public Builder means(Means means) {
      return settings(means.asMap());
    }

    /**
     * Sets settings from text, by the names of docs/operating.md and those of rounds in
     * docs/spark.md. What has no meaning in rounds is refused with the reason.
     *
     * @param settings texts by name
     * @return this
     * @throws SettingException if a name is none of these, or a value is not allowed
     * @throws IllegalStateException if a setting was set before
     */
    public Builder settings(Map<String, String> settings) {
      Map<String, String> core = new TreeMap<>(settings);
      core.keySet().removeIf(RoundSettings::has);
      Map<String, String> own = new TreeMap<>(settings);
      own.keySet().removeAll(core.keySet());
      RefusedSettings.refuse(core);
      refuseObjects(core);
      var checked = new CrawlSpec();
      checked.setAll(core);
      refuseBeyond(checked.stayOn.get());
      VisitOrder.of(checked.frontier.get());
      RoundSettings.of(own);
      Set<String> names = new TreeSet<>(settings.keySet());
      names.removeIf(name -> SEVERAL.contains(CrawlRules.section(name)));
      checked.hostRules.get().keySet().forEach(host -> names.add(RULES + host));
      checked.addedAnalyzers.get().forEach(each -> names.add(ANALYZER + each.name()));
      calls.set(names, () -> take(checked, core, own));
      return this;
    }

    private void take(CrawlSpec checked, Map<String, String> core, Map<String, String> own) {
      seeds.addAll(checked.seeds.get());
      checked.hostRules.get().forEach((host, rules) -> hostRules.put(host, rules.asMap()));
      checked.addedAnalyzers.get().forEach(each -> add(each.name(), each.settings()));
      if (checked.linkPolicy.isGiven()) {
        linkPolicy = checked.linkPolicy.get();
      }
      core.forEach(
          (name, text) -> {
            if (!IN_ANOTHER_FORM.contains(CrawlRules.section(name))) {
              texts.put(name, text);
            }
          });
      rounds.putAll(own);
    }

    private Builder round(String name, Object value) {
      calls.set(name, value, this::readRounds);
      return this;
    }

    private void readRounds(Settings given) {
      RoundSettings.of(given); // checks them
      rounds.putAll(given.asMap());
    }

    private static void refuseBeyond(Scope scope) {
      if (scope.reachesBeyond()) {
        throw new IllegalArgumentException(
            "a scope on Spark must not reach beyond, but was '"
                + scope
                + "': a URL does not have the page on which it was found");
      }
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

    private Builder plugin(String kind, String name, Map<String, String> settings) {
      Map<String, String> own = new TreeMap<>(Map.of(kind, name));
      settings.forEach((key, value) -> own.put(kind + "." + key, value));
      return settings(own);
    }

    /** Takes what a call sets in a table of crawler-core. */
    private Builder given(Consumer<CrawlSpec> call) {
      var spec = new CrawlSpec();
      call.accept(spec);
      return settings(spec.givenWords());
    }

    /**
     * Keeps the pages themselves, with their headers, in the table of pages. By default they are
     * not kept.
     *
     * @return this
     */
    public Builder keepPages() {
      return round("keepPages", true);
    }

    /**
     * Keeps title, main text and Markdown of relevant pages in the table of texts, with the chunks
     * of {@link io.dowser.crawler.api.PageAttributes#chunks(int)} of 2,000 characters. By default
     * they are not kept.
     *
     * @return this
     */
    public Builder keepTexts() {
      return round("keepTexts", true);
    }

    /**
     * Ships a file, such as a trained model, to all executors. It gets there under its own name,
     * which settings refer to as {@code file:NAME}.
     *
     * @param file a file that exists
     * @return this
     * @throws IllegalArgumentException if it does not, or another file has the same name
     */
    public Builder file(Path file) {
      String name = String.valueOf(file.getFileName());
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException("file must be a file that exists, but was " + file);
      }
      Path earlier = files.putIfAbsent(name, file);
      if (earlier != null && !earlier.equals(file)) {
        throw new IllegalArgumentException(
            "files must have different names, but two were named '" + name + "'");
      }
      return this;
    }

    /**
     * Adds a listener that is notified of each round, on the thread that runs the crawl.
     *
     * @param listener by default none
     * @return this
     */
    public Builder listener(Consumer<Progress> listener) {
      this.listener = this.listener.andThen(listener);
      return this;
    }

    /**
     * Sets the time of day by which hosts are delayed between rounds.
     *
     * @param source by default the system's clock
     * @return this
     */
    public Builder clock(InstantSource source) {
      requireNonNull(source, "source");
      calls.set("clock", () -> clock = source);
      return this;
    }

    /**
     * Sets where randomness starts.
     *
     * @param seed any number, by default 1
     * @return this
     */
    public Builder randomSeed(int seed) {
      return round("randomSeed", seed);
    }

    /**
     * Creates the crawl.
     *
     * @return a crawl that has not started
     * @throws CrawlException if the session cannot run a crawl: it lacks Iceberg's extensions, is
     *     set to run tasks twice at the same time ({@code spark.speculation}), by which hosts would
     *     be visited twice, or has another serializer than Spark's own default
     */
    public SparkCrawl build() {
      SparkSession session = requireNonNull(spark, "spark");
      SessionCheck.check(session);
      return new SparkCrawl(session, plan());
    }

    /** Returns what was set. */
    CrawlPlan plan() {
      var rules = new CrawlRules(Map.copyOf(texts), Map.copyOf(hostRules), linkPolicy);
      VisitOrder order = VisitOrder.of(rules.spec().frontier.get());
      var task = new TaskPlan(rules, RoundSettings.of(rounds), order);
      UrlCanonicalizer canonicalizer = rules.spec().canonicalizer.get();
      List<CrawlUrl> urls = seeds.stream().map(canonicalizer::canonicalizeSeed).distinct().toList();
      return new CrawlPlan(task, location, urls, files, clock, listener);
    }
  }
}

package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.LanguageFilter;
import io.dowser.crawler.internal.assembly.Setting;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The methods of a {@link Crawler.Builder} that set where a crawl starts, how far it goes and how
 * polite it is.
 *
 * @param <B> the builder
 */
abstract class RuleSettings<B extends RuleSettings<B>> extends EnvironmentSettings<B> {

  private final List<String> seeds = new ArrayList<>();
  private final Map<String, Scope> scopes = new HashMap<>();
  private final Map<String, HostRules> hostRules = new TreeMap<>();

  // where from

  /**
   * Adds a page to start from.
   *
   * @param url an absolute http or https URL, such as {@code https://www.example.org/}; it is
   *     canonicalised, and a seed given twice counts once
   * @return this
   * @throws IllegalArgumentException if it is not an absolute http or https URL, or has a user name
   *     or password; these are for {@link OkHttpFetcher.Builder#credentials}
   */
  public B seed(String url) {
    requireNonNull(url, "url");
    seeds.add(UrlCanonicalizer.standard().canonicalizeSeed(url).toString());
    spec.seeds.preset(seeds);
    return self();
  }

  /**
   * Adds a page to start from, with a scope of its own instead of that of {@link #stayOn}. A link
   * is in the scope of the crawl if it is in that of one seed or more, wherever it is found.
   *
   * @param url see {@link #seed(String)}
   * @param scope around this seed, such as {@link Scope#PREFIX}
   * @return this
   * @throws IllegalArgumentException if the URL is no seed, see {@link #seed(String)}
   * @throws IllegalStateException if the same seed was given with another scope
   */
  public B seed(String url, Scope scope) {
    requireNonNull(scope, "scope");
    seed(url);
    String seed = seeds.get(seeds.size() - 1);
    Scope earlier = scopes.putIfAbsent(seed, scope);
    if (earlier != null && !earlier.equals(scope)) {
      throw new IllegalStateException(
          "a call before has set the scope of " + seed + " to " + earlier + "; set it once");
    }
    spec.seedScopes.preset(scopes);
    return self();
  }

  /**
   * Adds pages to start from.
   *
   * @param urls see {@link #seed(String)}
   * @return this
   * @throws IllegalArgumentException if one of them is not an absolute http or https URL
   */
  public B seeds(Collection<String> urls) {
    urls.forEach(this::seed);
    return self();
  }

  // how far

  /**
   * Ends the crawl after this many visited pages.
   *
   * @param pages above 0, by default unlimited
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B maxPages(long pages) {
    spec.maxPages.set(Checks.positive("maxPages", pages));
    return self();
  }

  /**
   * Sets how far the crawl goes.
   *
   * @param limits by default 10 redirects in a row and no other limits
   * @return this
   * @throws IllegalStateException if one of its limits was set before
   */
  public B limits(Limits limits) {
    spec.takeAll(limits.spec());
    return self();
  }

  /**
   * Sets how long a crawl with nothing pending waits for {@link CrawlHandle#addSeeds} before it
   * ends. Meanwhile it is idle: an event and {@link CrawlHandle#state} report so.
   *
   * @param keepAlive 0 up to 36,500 days, by default 0
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public B idle(Duration keepAlive) {
    spec.idle.set(Checks.within("idle", keepAlive, Duration.ZERO, Duration.ofDays(36_500)));
    return self();
  }

  /**
   * Sets which URLs the crawl stays on. Links to other URLs are not queued, redirects to them are
   * not followed, and sitemap entries are not taken; an event reports so ({@link
   * io.dowser.crawler.api.SkipReason#OUT_OF_SCOPE}). Seeds are fetched in any case, because they
   * were asked for by name. Another scope in a crawl that resumes counts for links that are found
   * from then on.
   *
   * @param scope around the seeds without a scope of their own; by default {@link Scope#ANYWHERE}
   * @return this
   * @see Crawler.Builder#seed(String, Scope)
   */
  public B stayOn(Scope scope) {
    spec.stayOn.set(scope);
    return self();
  }

  /**
   * Sets which links in the scope the crawl follows, such as those of relevant pages alone. Others
   * are treated as those out of scope; an event reports them with the reason ({@link
   * io.dowser.crawler.api.SkipReason#POLICY}).
   *
   * @param policy such as {@link LinkPolicy#fromRelevantPages}; called by many threads at once. By
   *     default it follows all links. If it throws, the crawl ends with its error
   * @return this
   */
  public B linkPolicy(LinkPolicy policy) {
    spec.linkPolicy.set(requireNonNull(policy, "linkPolicy"));
    return self();
  }

  /**
   * Sets which links are taken for traps, and how much of the crawl one host may take.
   *
   * @param rules by default {@link TrapRules#DEFAULT}; {@code
   *     TrapRules.DEFAULT.toBuilder().pagesPerHost(1_000).build()} takes fewer pages of a host
   * @return this
   */
  public B traps(TrapRules rules) {
    spec.traps.set(requireNonNull(rules, "traps"));
    return self();
  }

  /**
   * Sets the languages of relevant pages. A page in another one is visited and is not relevant, and
   * the judge does not see it; an event reports its language ({@link
   * io.dowser.crawler.api.CrawlEvent.OtherLanguage}), and the report counts such pages by language.
   * Its links are followed like those of any page that is not relevant, because they may lead to
   * the right language; {@link LinkPolicy#fromRelevantPages} leaves them out.
   *
   * <p>The language is detected from the text by the library lingua, which the program must add to
   * the class path. The language that the page declares decides about a text of under 120
   * characters, if its scripts allow that language. A page whose language cannot be known is left
   * to the judge.
   *
   * @param codes ISO 639-1 codes, such as {@code "zh", "en"}; by default none, and then pages of
   *     all languages can be relevant
   * @return this
   * @throws io.dowser.crawler.api.CrawlException if lingua is not on the class path
   * @throws IllegalArgumentException if lingua does not know one of them
   */
  public B languages(String... codes) {
    LanguageFilter.of(List.of(codes)); // checks them
    spec.languages.set(List.of(codes));
    return self();
  }

  // how polite

  /**
   * Sets how long a host is delayed between the end of one request and the start of the next; short
   * for {@link Politeness.Builder#delay}.
   *
   * @param delay 0 up to 1 day, by default 1 second
   * @return this
   * @throws IllegalArgumentException if it is out of that range
   */
  public B delay(Duration delay) {
    Politeness.builder().delay(delay); // which checks it
    requireNotGiven("delay", spec.politeness);
    spec.delay.set(Optional.of(delay));
    return self();
  }

  /**
   * Sets how many requests one host gets at the same time; short for {@link
   * Politeness.Builder#connectionsPerHost}.
   *
   * @param connections above 0, by default 1
   * @return this
   * @throws IllegalArgumentException if it is not above 0
   */
  public B connectionsPerHost(int connections) {
    Politeness.builder().connectionsPerHost(connections); // which checks it
    requireNotGiven("connectionsPerHost", spec.politeness);
    spec.connectionsPerHost.set(Optional.of(connections));
    return self();
  }

  /**
   * Sets how hosts are treated: delays, retries, and when a host is left alone or given up.
   *
   * @param politeness by default {@code Politeness.builder().build()}
   * @return this
   */
  public B politeness(Politeness politeness) {
    requireNotGiven("politeness", spec.delay, spec.connectionsPerHost);
    spec.politeness.set(politeness);
    spec.hostGrouping.set(politeness.hostGrouping());
    return self();
  }

  /**
   * Sets rules of its own for a host, or for a host and all below it: delay, connections, number of
   * pages, headers, user agent, proxy, and the priority of links to it. Headers, user agent and
   * proxy reach each fetcher that is set by name; an {@link OkHttpFetcher} of your own gets them by
   * {@link OkHttpFetcher.Builder#hostRules}. Of a resumed crawl, rules that are given replace all
   * recorded ones.
   *
   * @param pattern {@code www.example.org}, or {@code *.example.org} for all of these hosts; of
   *     several, the most specific one that sets a field decides about it
   * @param rules what holds for each host that matches
   * @return this
   * @throws IllegalArgumentException if the pattern is none
   * @throws IllegalStateException if the pattern has rules already
   */
  public B hostRules(String pattern, HostRules rules) {
    String host = HostRules.pattern(pattern);
    if (hostRules.putIfAbsent(host, requireNonNull(rules, "rules")) != null) {
      throw new IllegalStateException(
          "a call before has set the rules of " + host + "; set them once");
    }
    spec.hostRules.preset(Map.copyOf(hostRules));
    return self();
  }

  /**
   * Sets how robots.txt is treated.
   *
   * @param policy by default {@link RobotsPolicy#OBEY}; {@code
   *     RobotsPolicy.builder().maxSitemapUrls(1_000).build()} reads sitemaps as well
   * @return this
   */
  public B robots(RobotsPolicy policy) {
    spec.robots.set(requireNonNull(policy, "robots"));
    return self();
  }

  /**
   * Sets which addresses a fetcher that is set by name may connect to, see {@link
   * OkHttpFetcher.Builder#addressRules} for what holds beside a client of your own.
   *
   * @param rules by default {@link AddressRules#PUBLIC}; {@code
   *     AddressRules.publicAnd("10.0.0.0/8")} adds a network of the caller's own
   * @return this
   */
  public B addressRules(AddressRules rules) {
    spec.addressRules.set(Optional.of(rules));
    return self();
  }

  /** Refuses a setting when another one that says the same was given. */
  private static void requireNotGiven(String name, Setting<?>... others) {
    for (Setting<?> other : others) {
      if (other.isCalled()) {
        throw new IllegalStateException(
            name
                + "(..) and "
                + other.name()
                + "(..) exclude each other: set it in politeness(..)");
      }
    }
  }
}

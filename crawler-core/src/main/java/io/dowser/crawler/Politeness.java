package io.dowser.crawler;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.RegistrableDomain;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.url.HostRules;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The politeness of a crawl: delays, retries, robots.txt, its name and the addresses it may connect
 * to. In a resumed crawl, an unset option keeps its value of the last run; otherwise it has its
 * default. Immutable and thread-safe.
 *
 * <p>A host is delayed after each request: at least {@link Builder#delay}, at least {@link
 * Builder#responseFactor} times as long as its last response took, and at least the {@code
 * Crawl-delay} of its robots.txt. {@link Builder#hostGrouping} decides which hosts count as one,
 * and so does the address with {@link Builder#perAddress}.
 *
 * <p>A host that fails (no response, 429, 5xx) is delayed longer each time, and after some failures
 * in a row it is suspended, which is a long delay. If it still fails after the last suspension, it
 * is given up and its pending URLs are dropped. Any other response resets the count of failures.
 *
 * <pre>{@code
 * Politeness.builder().delay(Duration.ofSeconds(5)).perAddress(true).build()
 * }</pre>
 */
public final class Politeness extends SettingGroup {

  private Politeness(CrawlSpec spec) {
    super("Politeness", spec);
  }

  /** {@return a builder without settings} */
  public static Builder builder() {
    return new Builder(new CrawlSpec());
  }

  /**
   * {@return a builder with these settings; each of its methods replaces a setting, or the rules of
   * a host}
   */
  public Builder toBuilder() {
    return new Builder(spec().copy());
  }

  /**
   * Groups hosts by registrable domain: {@code a.example.co.uk} and {@code b.example.co.uk} are one
   * group, {@code example.co.uk}; {@code x.github.io} and {@code y.github.io} are two, because
   * different people publish there. Under a top-level domain that is not in the list, the last two
   * labels are the domain, by the list's default rule.
   *
   * <p>The public suffix list, with its private part, is the one in the Guava library on the class
   * path; releases differ. A host without a registrable domain is its own group: an IP address,
   * {@code localhost}, a public suffix.
   *
   * @return a new grouping, thread-safe; it remembers some ten thousand hosts
   */
  public static HostGrouping registrableDomain() {
    return new RegistrableDomain();
  }

  /**
   * Builds {@link Politeness}. Each method checks its arguments at once. A call that would discard
   * an earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Sets the crawl delay of a host: the time between the end of one request and the start of the
     * next.
     *
     * @param delay 0 up to 1 day, by default 1 second. 0 is for the caller's own hosts: it turns
     *     {@link #responseFactor} off as well, but neither {@code Crawl-delay} nor the delay after
     *     failures
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder delay(Duration delay) {
      spec.delay.set(delay);
      return this;
    }

    /**
     * Sets the most concurrent requests to one host.
     *
     * @param connections 1 to 1,000,000, by default 1
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder connectionsPerHost(int connections) {
      spec.connectionsPerHost.set(connections);
      return this;
    }

    /**
     * Sets the hosts that count as one for delay and connections.
     *
     * @param grouping by default {@link HostGrouping#FULL_HOST}; {@link #registrableDomain} for
     *     whole domains
     * @return this
     */
    public Builder hostGrouping(HostGrouping grouping) {
      spec.hostGrouping.set(grouping);
      return this;
    }

    /**
     * Sets whether all hosts at one address count as one host, too: each request must then find
     * both the host and the address ready. The address is the first one of the first lookup of the
     * host in this crawl.
     *
     * @param enabled by default false; it takes a lookup of each host before its first request
     * @return this
     */
    public Builder perAddress(boolean enabled) {
      spec.perAddress.set(enabled);
      return this;
    }

    /**
     * Sets the shortest crawl delay of a host, as a multiple of the time that its last response
     * took.
     *
     * @param factor 0 to 1,000, by default 2
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder responseFactor(double factor) {
      spec.responseFactor.set(factor);
      return this;
    }

    /**
     * Sets the longest {@code Crawl-delay} that is kept. A site with a longer one is not dropped:
     * this one applies, and an event reports it.
     *
     * @param longest 0 up to 1 day, by default 5 minutes
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder maxCrawlDelay(Duration longest) {
      spec.maxCrawlDelay.set(longest);
      return this;
    }

    /**
     * Sets the most retries of a URL after a transient failure.
     *
     * @param retries 0 to 1,000,000, by default 2
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder maxRetries(int retries) {
      spec.maxRetries.set(retries);
      return this;
    }

    /**
     * Sets the budget of retries of the whole crawl: a share of its requests so far, in addition to
     * a hundred that are always granted. Retries count only against this budget.
     *
     * @param share 0 to 100, by default 0.2
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder retryShare(double share) {
      spec.retryShare.set(share);
      return this;
    }

    /**
     * Sets the delay of a host after a failure. It doubles after each further failure in a row. Up
     * to half of it is added at random.
     *
     * @param first 0 up to 1 day, by default 1 second
     * @param longest at least {@code first}, up to 1 day, by default 5 minutes
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder backOff(Duration first, Duration longest) {
      if (longest.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "longest must be at least "
                + Durations.text(first)
                + ", but was "
                + Durations.text(longest));
      }
      spec.setTogether(
          "backOff(..)",
          both -> {
            both.backOff.set(first);
            both.maxBackOff.set(longest);
          });
      return this;
    }

    /**
     * Sets when a host that keeps failing is suspended, and when it is given up.
     *
     * @param failures failures in a row after which it is suspended, 1 to 1,000,000, by default 4;
     *     should be more than a single URL can cause, which is {@link #maxRetries} + 1
     * @param time the duration of the first suspension, doubled each further time; 0 up to 1 day,
     *     by default 1 minute
     * @param times suspensions before it is given up, 0 to 1,000,000, by default 1
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder suspension(int failures, Duration time, int times) {
      spec.setTogether(
          "suspension(..)",
          all -> {
            all.failuresToSuspend.set(failures);
            all.suspendTime.set(time);
            all.maxSuspensions.set(times);
          });
      return this;
    }

    /**
     * Sets the longest {@code Retry-After} that is kept. A host with a longer one is requested
     * again after this time, and an event reports it.
     *
     * @param longest 0 up to 1 day, by default 30 minutes
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder maxRetryAfter(Duration longest) {
      spec.maxRetryAfter.set(longest);
      return this;
    }

    /**
     * Sets rules for a host, or for a host and all hosts below it: delay, connections, number of
     * pages, headers, user agent, proxy, and the priority of links to it. Headers, user agent and
     * proxy reach each fetcher that is set by name; a separately built {@link OkHttpFetcher} gets
     * them by {@link OkHttpFetcher.Builder#hostRules}. In a resumed crawl, given rules replace all
     * recorded ones.
     *
     * @param pattern {@code www.example.org}, or {@code *.example.org} for all of these hosts; of
     *     several, the most specific one that sets a field decides about it
     * @param rules the rules of each matching host
     * @return this
     * @throws IllegalArgumentException if the pattern is none
     * @throws IllegalStateException if the pattern has rules already
     */
    public Builder hostRules(String pattern, HostRules rules) {
      spec.hostRules.set(Map.of(HostRules.pattern(pattern), rules));
      return this;
    }

    /**
     * Sets the policy for robots.txt.
     *
     * @param policy by default {@link RobotsPolicy#OBEY}; {@code
     *     RobotsPolicy.builder().maxSitemapUrls(1_000).build()} reads sitemaps as well
     * @return this
     */
    public Builder robots(RobotsPolicy policy) {
      spec.robots.set(policy);
      return this;
    }

    /**
     * Sets the {@code User-Agent} of a fetcher that is set by name.
     *
     * @param userAgent by default the library's name and version; polite crawlers include an
     *     address at which the operator of a site can reach the operator of the crawl
     * @return this
     * @throws IllegalArgumentException if it is blank or has other than visible ASCII characters
     *     and spaces
     */
    public Builder userAgent(String userAgent) {
      spec.userAgent.set(Optional.of(userAgent));
      return this;
    }

    /**
     * Sets which addresses a fetcher that is set by name may connect to, see {@link
     * OkHttpFetcher.Builder#addressRules} for the rules that apply together with a given client.
     *
     * @param rules by default {@link AddressRules#PUBLIC}; {@code
     *     AddressRules.publicAnd("10.0.0.0/8")} adds a private network
     * @return this
     */
    public Builder addressRules(AddressRules rules) {
      spec.addressRules.set(Optional.of(rules));
      return this;
    }

    /** {@return the settings so far} */
    public Politeness build() {
      return new Politeness(spec.copy());
    }
  }
}

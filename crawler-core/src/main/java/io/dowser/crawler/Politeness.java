package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.RegistrableDomain;
import java.time.Duration;
import java.util.Map;

/**
 * How a crawl treats the hosts that it visits. Immutable.
 *
 * <p>A host is delayed after each request: at least {@link Builder#delay}, at least {@link
 * Builder#responseFactor} times as long as its last answer took, and at least the {@code
 * Crawl-delay} of its robots.txt. What counts as one host is the {@link Builder#hostGrouping}'s to
 * say, and the address if asked for.
 *
 * <p>A host that fails (no answer, 429, 5xx) is delayed longer each time, and after some failures
 * in a row it is suspended, which is a long delay. If it still fails after the last suspension, it
 * is given up and its pending URLs are dropped. Any other answer resets the count of failures.
 *
 * <pre>{@code
 * Politeness.builder().delay(Duration.ofSeconds(5)).perAddress(true).build()
 * }</pre>
 */
public final class Politeness {

  private final HostGrouping hostGrouping;

  /** What was set, as text, from which copies are made. */
  private final Map<String, String> values;

  /** A copy that nothing changes. */
  private final Builder set;

  private Politeness(HostGrouping hostGrouping, Map<String, String> values) {
    this.hostGrouping = hostGrouping;
    this.values = values;
    this.set = toBuilder();
  }

  /**
   * Groups hosts by registrable domain: {@code a.example.co.uk} and {@code b.example.co.uk} are one
   * group, {@code example.co.uk}; {@code x.github.io} and {@code y.github.io} are two, because
   * different people publish there. Under a top-level domain that the list does not know, the last
   * two labels are the domain, as the list's rule for unknown names has it.
   *
   * <p>The public suffix list, with its private part, is the one in the Guava library on the class
   * path; releases differ. What has no registrable domain is its own group: an IP address, {@code
   * localhost}, a public suffix.
   *
   * @return a new grouping, thread-safe; it remembers some ten thousand hosts
   */
  public static HostGrouping registrableDomain() {
    return new RegistrableDomain();
  }

  /**
   * Starts with the defaults.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts with what this has.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    return new Builder().hostGrouping(hostGrouping).settings(Settings.of(values));
  }

  /** {@return which URLs belong to one host} */
  public HostGrouping hostGrouping() {
    return hostGrouping;
  }

  /** {@return whether hosts at one address are treated as one} */
  public boolean isPerAddress() {
    return set.perAddress;
  }

  /** {@return the delay between the end of one request to a host and the next} */
  public Duration delay() {
    return set.delay;
  }

  /**
   * {@return the crawl delay, at most the longest one that is granted}
   *
   * @param crawlDelay what robots.txt asks for
   */
  public Duration granted(Duration crawlDelay) {
    return crawlDelay.compareTo(set.maxCrawlDelay) > 0 ? set.maxCrawlDelay : crawlDelay;
  }

  /**
   * {@return how long a host is delayed after an answer; nanoseconds}
   *
   * @param responseNanos how long the answer took, in nanoseconds
   * @param crawlDelay what robots.txt asks for, zero for nothing
   */
  public long delayAfter(long responseNanos, Duration crawlDelay) {
    long own = set.delay.toNanos();
    long adaptive = own == 0 ? 0 : Math.max(own, (long) (responseNanos * set.responseFactor));
    return Math.max(adaptive, granted(crawlDelay).toNanos());
  }

  /** {@return how many requests one host gets at the same time} */
  public int connectionsPerHost() {
    return set.connectionsPerHost;
  }

  /** {@return how often one page is requested again} */
  public int maxRetries() {
    return set.maxRetries;
  }

  /** {@return the share of requests that may be retries} */
  public double retryShare() {
    return set.retryShare;
  }

  /** {@return the first delay after a failure} */
  public Duration backOff() {
    return set.backOff;
  }

  /** {@return the longest delay after failures} */
  public Duration maxBackOff() {
    return set.maxBackOff;
  }

  /** {@return how many failures in a row suspend a host} */
  public int failuresToSuspend() {
    return set.failuresToSuspend;
  }

  /** {@return how long a host is suspended} */
  public Duration suspendTime() {
    return set.suspendTime;
  }

  /** {@return how often a host is suspended before it is given up} */
  public int maxSuspensions() {
    return set.maxSuspensions;
  }

  /** {@return the longest delay that a {@code Retry-After} header is granted} */
  public Duration maxRetryAfter() {
    return set.maxRetryAfter;
  }

  /**
   * Sets up a {@link Politeness}. Each call checks what it is given; of several calls of one
   * method, the last counts. Not thread-safe.
   */
  public static final class Builder {

    private static final Duration DAY = Duration.ofDays(1);
    private static final int MANY = 1_000_000;

    private HostGrouping hostGrouping = HostGrouping.FULL_HOST;
    private boolean perAddress;
    private Duration delay = Duration.ofSeconds(1);
    private double responseFactor = 2;
    private Duration maxCrawlDelay = Duration.ofMinutes(5);
    private int connectionsPerHost = 1;
    private int maxRetries = 2;
    private double retryShare = 0.2;
    private Duration backOff = Duration.ofSeconds(1);
    private Duration maxBackOff = Duration.ofMinutes(5);
    private int failuresToSuspend = 4;
    private Duration suspendTime = Duration.ofMinutes(1);
    private int maxSuspensions = 1;
    private Duration maxRetryAfter = Duration.ofMinutes(30);

    private Builder() {}

    /**
     * Sets what counts as one host for delay and connections.
     *
     * @param grouping by default {@link HostGrouping#FULL_HOST}; {@link #registrableDomain} for
     *     whole domains
     * @return this
     */
    public Builder hostGrouping(HostGrouping grouping) {
      hostGrouping = requireNonNull(grouping, "hostGrouping");
      return this;
    }

    /**
     * Sets whether all hosts at one address count as one host, too: each request must then find
     * both the host and the address ready. The address is the first one that a lookup of the host
     * gave in this crawl.
     *
     * @param enabled by default false; it costs a lookup of each host before its first request
     * @return this
     */
    public Builder perAddress(boolean enabled) {
      perAddress = enabled;
      return this;
    }

    /**
     * Sets how long a host is delayed between the end of one request and the start of the next.
     *
     * @param delay 0 up to 1 day, by default 1 second. 0 is for hosts that are the caller's own: it
     *     turns {@link #responseFactor} off as well, but neither {@code Crawl-delay} nor the delay
     *     after failures
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder delay(Duration delay) {
      this.delay = Checks.within("delay", delay, Duration.ZERO, DAY);
      return this;
    }

    /**
     * Sets how many times as long as its last answer took a host is delayed at least.
     *
     * @param factor 0 to 1,000, by default 2
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder responseFactor(double factor) {
      responseFactor = Checks.within("responseFactor", factor, 0, 1_000);
      return this;
    }

    /**
     * Sets the longest {@code Crawl-delay} that is granted. A site that asks for more gets this one
     * and is not dropped; an event reports so.
     *
     * @param longest 0 up to 1 day, by default 5 minutes
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder maxCrawlDelay(Duration longest) {
      maxCrawlDelay = Checks.within("maxCrawlDelay", longest, Duration.ZERO, DAY);
      return this;
    }

    /**
     * Sets how many requests one host gets at the same time.
     *
     * @param connections above 0, by default 1
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder connectionsPerHost(int connections) {
      connectionsPerHost = Checks.within("connectionsPerHost", connections, 1, MANY);
      return this;
    }

    /**
     * Sets how often a URL is tried again after a failure that may pass.
     *
     * @param retries 0 or more, by default 2
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxRetries(int retries) {
      maxRetries = Checks.within("maxRetries", retries, 0, MANY);
      return this;
    }

    /**
     * Sets the budget of retries of the whole crawl: a share of its requests so far, beside a
     * hundred that are always granted. Pages count against other budgets, retries against this one.
     *
     * @param share 0 to 100, by default 0.2
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder retryShare(double share) {
      retryShare = Checks.within("retryShare", share, 0, 100);
      return this;
    }

    /**
     * Sets how long a host is delayed after a failure: the first time so long, and twice as long
     * after each further failure in a row; up to half as long again is added at random.
     *
     * @param first 0 up to 1 day, by default 1 second
     * @param longest at least {@code first}, up to 1 day, by default 5 minutes
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder backOff(Duration first, Duration longest) {
      backOff = Checks.within("first", first, Duration.ZERO, DAY);
      maxBackOff = Checks.within("longest", longest, first, DAY);
      return this;
    }

    /**
     * Sets when a host that keeps failing is left alone for a while, and when it is given up.
     *
     * @param failures failures in a row after which it is suspended, above 0, by default 4; should
     *     be more than one URL can cause alone, which is one more than {@link #maxRetries}
     * @param time for how long, twice as long each further time; 0 up to 1 day, by default 1 minute
     * @param times how often before it is given up, 0 or more, by default 1
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder suspension(int failures, Duration time, int times) {
      failuresToSuspend = Checks.within("failures", failures, 1, MANY);
      suspendTime = Checks.within("time", time, Duration.ZERO, DAY);
      maxSuspensions = Checks.within("times", times, 0, MANY);
      return this;
    }

    /**
     * Sets the longest {@code Retry-After} that is granted; who asks for more is asked again after
     * this time, and an event reports so.
     *
     * @param longest 0 up to 1 day, by default 30 minutes
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder maxRetryAfter(Duration longest) {
      maxRetryAfter = Checks.within("maxRetryAfter", longest, Duration.ZERO, DAY);
      return this;
    }

    /**
     * Takes all of these from text, except for {@link #hostGrouping}. The names are those of the
     * methods; the second value of {@link #backOff} is {@code maxBackOff}, those of {@link
     * #suspension} are {@code failuresToSuspend}, {@code suspendTime} and {@code maxSuspensions}.
     *
     * @param settings what is absent stays as it is
     * @return this
     * @throws SettingException if a value is not a number, a duration or a truth value
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Builder settings(Settings settings) {
      return perAddress(settings.flag("perAddress", perAddress))
          .delay(settings.duration("delay", delay))
          .responseFactor(settings.number("responseFactor", responseFactor, 0, 1_000))
          .maxCrawlDelay(settings.duration("maxCrawlDelay", maxCrawlDelay))
          .connectionsPerHost(settings.integer("connectionsPerHost", connectionsPerHost, 1, MANY))
          .maxRetries(settings.integer("maxRetries", maxRetries, 0, MANY))
          .retryShare(settings.number("retryShare", retryShare, 0, 100))
          .backOff(
              settings.duration("backOff", backOff), settings.duration("maxBackOff", maxBackOff))
          .suspension(
              settings.integer("failuresToSuspend", failuresToSuspend, 1, MANY),
              settings.duration("suspendTime", suspendTime),
              settings.integer("maxSuspensions", maxSuspensions, 0, MANY))
          .maxRetryAfter(settings.duration("maxRetryAfter", maxRetryAfter));
    }

    /**
     * Creates the rules.
     *
     * @return rules with what was set so far
     */
    public Politeness build() {
      Settings values = Settings.none();
      settings(values);
      return new Politeness(hostGrouping, values.inEffect());
    }
  }
}

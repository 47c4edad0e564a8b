package io.dowser.crawler.url;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings of a crawl for some of its hosts: delay and connections, number of pages, headers
 * and proxy of requests, and priority of links to them. Immutable.
 *
 * <pre>{@code
 * Politeness.builder()
 *     .hostRules("*.example.org", HostRules.builder().delay(Duration.ofSeconds(5)).build())
 *     .hostRules("www.example.org", HostRules.builder().pages(500).priority(0.2).build());
 * }</pre>
 *
 * <p>A rule is for one host ({@code www.example.org}) or for a host and all below it ({@code
 * *.example.org}), and applies to each host separately. Of several rules for a host, the most
 * specific one that sets a field decides about that field.
 */
public final class HostRules {

  private static final HostRules NONE = new HostRules(Map.of());

  /** The {@link Builder#proxy} for a direct connection. */
  public static final String NO_PROXY = "none";

  private static final String HEADER = "header ";

  /** The settings as text, by name. */
  private final Map<String, String> values;

  private HostRules(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * Returns a builder without settings.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@return the rules of a host: each field by the most specific pattern that sets it} For a
   * fetcher that applies host rules.
   *
   * @param rules by pattern, see {@link #pattern}
   * @param host as a URL has it
   */
  public static HostRules forHost(Map<String, HostRules> rules, String host) {
    if (rules.isEmpty()) {
      return NONE;
    }
    Map<String, String> values = new TreeMap<>(rules.getOrDefault(host, NONE).values);
    for (String domain = host; !domain.isEmpty(); domain = above(domain)) {
      rules.getOrDefault("*." + domain, NONE).values.forEach(values::putIfAbsent);
    }
    return values.isEmpty() ? NONE : new HostRules(values);
  }

  private static String above(String domain) {
    int dot = domain.indexOf('.');
    return dot < 0 ? "" : domain.substring(dot + 1);
  }

  /**
   * {@return the canonical form of a pattern of hosts} For a program that keeps rules by pattern.
   *
   * @param text a host, or {@code *.} and a host
   * @throws IllegalArgumentException if it is none
   */
  public static String pattern(String text) {
    ScopePattern pattern = ScopePattern.of(text);
    String canonical = (pattern.below() ? "*." : "") + pattern.host();
    if (pattern.host().isEmpty() || text.contains("/") || pattern.port() != 0) {
      throw new IllegalArgumentException(
          "a pattern of hosts must be such as 'www.example.org' or '*.example.org', but was '"
              + text
              + "'");
    }
    return canonical;
  }

  /** {@return the delay between two requests, if set} */
  public Optional<Duration> delay() {
    return get("delay").map(Durations::parse);
  }

  /** {@return the number of requests at the same time, if set} */
  public Optional<Integer> connections() {
    return get("connections").map(Integer::valueOf);
  }

  /** {@return the number of pages, if set} */
  public Optional<Integer> pages() {
    return get("pages").map(Integer::valueOf);
  }

  /** {@return the value that is added to the score of links, 0 by default} */
  public double priority() {
    return get("priority").map(Double::valueOf).orElse(0.0);
  }

  /** {@return the user agent, if set} */
  public Optional<String> userAgent() {
    return get("userAgent");
  }

  /** {@return the proxy as host and port, or {@link #NO_PROXY}, if set} */
  public Optional<String> proxy() {
    return get("proxy");
  }

  /** {@return the headers by name} */
  public Map<String, String> headers() {
    Map<String, String> headers = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(HEADER)) {
            headers.put(name.substring(HEADER.length()), value);
          }
        });
    return headers;
  }

  private Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** {@return the settings that were set, as text, by the names of {@link Builder#settings}} */
  public Map<String, String> asMap() {
    return new TreeMap<>(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostRules that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns the settings that were set, without the values of headers. */
  @Override
  public String toString() {
    Map<String, String> shown = asMap();
    shown.replaceAll((name, value) -> name.startsWith(HEADER) ? "(hidden)" : value);
    return "HostRules" + shown;
  }

  /**
   * Builds {@link HostRules}. Each call checks its arguments, and throws an {@link
   * IllegalStateException} if a call before has set the same. Not thread-safe.
   */
  public static final class Builder {

    private static final Duration DAY = Duration.ofDays(1);
    private static final int MANY = 1_000_000;
    private static final int MOST_PORT = 65_535;
    private static final String VISIBLE = "visible ASCII characters and spaces";
    private static final String HIDDEN = "(hidden)";
    private static final String FIELDS =
        "the fields delay, connections, pages, priority, userAgent, proxy and 'header NAME'";

    private final SettingCalls calls = new SettingCalls();
    private final Map<String, String> values = new TreeMap<>();

    private Builder() {}

    private Builder set(String name, Object value) {
      calls.set(name, value, this::read);
      return this;
    }

    /**
     * Sets the crawl delay of the host: the time between the end of one request and the start of
     * the next. A longer {@code Crawl-delay} in its robots.txt prevails.
     *
     * @param delay 0 up to 1 day
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder delay(Duration delay) {
      return set("delay", delay);
    }

    /**
     * Sets the most concurrent requests to the host.
     *
     * @param connections above 0
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder connections(int connections) {
      return set("connections", connections);
    }

    /**
     * Sets the most pages of the host that the crawl visits, instead of the budget of the trap
     * rules. Pages in flight count only when they are visited, so with n connections up to n - 1
     * more are visited. The other URLs of the host are dropped; a run that resumes the crawl with a
     * higher number takes them again. Where hosts are grouped by their domain, pages of this one do
     * not count for the others.
     *
     * @param pages above 0
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder pages(int pages) {
      return set("pages", pages);
    }

    /**
     * Sets the value that is added to the score of each link to the host.
     *
     * @param priority -1,000 to 1,000; scores are mostly from 0 to 1
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder priority(double priority) {
      return set("priority", priority);
    }

    /**
     * Adds a header to each request to the host, over http and https. Its value is a secret: it is
     * in no report and no crawl directory, so it must be set again for a resume.
     *
     * @param name a header name that {@link
     *     io.dowser.crawler.fetch.OkHttpFetcher.Builder#header(String, String)} accepts
     * @param value visible ASCII characters and spaces
     * @return this
     * @throws IllegalArgumentException if the value is blank or holds other characters
     */
    public Builder header(String name, String value) {
      return set(key(HEADER + name), value);
    }

    /**
     * Sets the user agent for the host. The rules of its robots.txt are still those for the
     * fetcher's product token.
     *
     * @param name visible ASCII characters and spaces
     * @return this
     * @throws IllegalArgumentException if it is blank or holds other characters
     */
    public Builder userAgent(String name) {
      return set("userAgent", name);
    }

    /**
     * Sets the HTTP proxy for the host. The address rules of the fetcher then apply to the proxy's
     * address, and the proxy decides which addresses to connect to.
     *
     * @param hostAndPort such as {@code proxy.example.org:3128}, or {@link #NO_PROXY}
     * @return this
     * @throws IllegalArgumentException if it is neither
     */
    public Builder proxy(String hostAndPort) {
      return set("proxy", hostAndPort);
    }

    /**
     * Sets all of these from text. The names are those of the methods; that of a header is {@code
     * header} and its name, such as {@code header x-team}.
     *
     * @param settings the texts by name; absent ones change nothing
     * @return this
     * @throws SettingException if a value is not allowed, or a name is none of these; it does not
     *     show the value of a header or proxy, which may be secret
     */
    public Builder settings(Settings settings) {
      Set<String> names = new TreeSet<>();
      for (String name : settings.asMap().keySet()) {
        if (!names.add(key(name))) {
          throw new SettingException(name, HIDDEN, "set once, in upper or lower case");
        }
      }
      calls.set(names, () -> read(settings));
      return this;
    }

    private void read(Settings settings) {
      settings.asMap().keySet().forEach(name -> values.put(key(name), read(settings, name)));
    }

    private static String key(String name) {
      return name.startsWith(HEADER) ? name.toLowerCase(Locale.ROOT) : name;
    }

    private static String read(Settings settings, String name) {
      return switch (name) {
        case "delay" ->
            Durations.text(
                settings.duration(
                    name, Duration.ZERO, Duration.ZERO, DAY, "delay between requests"));
        case "connections" -> "" + settings.integer(name, 1, 1, MANY, "requests at the same time");
        case "pages" ->
            "" + settings.integer(name, 1, 1, Integer.MAX_VALUE, "visited pages at most");
        case "priority" ->
            "" + settings.number(name, 0, -1_000, 1_000, "addition to the scores of links");
        case "userAgent" -> userAgent(settings);
        case "proxy" -> proxy(settings);
        default -> header(settings, name);
      };
    }

    private static String userAgent(Settings settings) {
      String agent = settings.text("userAgent", "", VISIBLE, "user agent");
      if (!isVisible(agent)) {
        throw new SettingException("userAgent", agent, VISIBLE);
      }
      return agent.strip();
    }

    private static String proxy(Settings settings) {
      String allowed = "host:port or none, with a port of 1 to 65535 and no user name or password";
      String proxy = settings.text("proxy", "", allowed, "HTTP proxy");
      if (!proxy.equals(NO_PROXY) && !isHostAndPort(proxy)) {
        throw new SettingException("proxy", HIDDEN, allowed);
      }
      return proxy;
    }

    private static String header(Settings settings, String name) {
      if (!name.startsWith(HEADER)) {
        String value = settings.asMap().getOrDefault(name, "");
        throw new SettingException(name, value, FIELDS);
      }
      String value = settings.text(name, "", VISIBLE, "value of a header");
      if (!isVisible(value)) {
        throw new SettingException(name, HIDDEN, VISIBLE);
      }
      return value.strip();
    }

    private static boolean isVisible(String value) {
      return !value.isBlank() && CharMatcher.inRange(' ', '~').matchesAllOf(value);
    }

    private static boolean isHostAndPort(String text) {
      return text.matches("[^\\s/@]+:[1-9][0-9]{0,4}")
          && Integer.parseInt(text.substring(text.lastIndexOf(':') + 1)) <= MOST_PORT;
    }

    /**
     * Creates the rules.
     *
     * @return rules with the settings so far
     */
    public HostRules build() {
      return new HostRules(values);
    }
  }
}

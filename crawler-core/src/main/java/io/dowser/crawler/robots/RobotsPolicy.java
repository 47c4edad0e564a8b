package io.dowser.crawler.robots;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules for robots.txt and sitemaps. Immutable.
 *
 * <p>By default, robots.txt is obeyed as in RFC 9309. A site whose robots.txt is unavailable (any
 * 4xx) or redirects more than five times is open. A site whose robots.txt cannot be fetched (5xx,
 * no response) is closed, and the request is repeated. A site that responds with 429 is open too,
 * but its host is delayed first, as after any 429.
 */
public final class RobotsPolicy {

  /** Obeys robots.txt, with the defaults. */
  public static final RobotsPolicy OBEY = builder().build();

  /** Requests no robots.txt; for the caller's own sites, and for webs in memory. */
  public static final RobotsPolicy IGNORE = builder().obey(false).build();

  /** The statuses that refuse robots.txt itself. */
  public enum Refusal {
    /** 401, unauthorized. */
    UNAUTHORIZED,
    /** 403, forbidden. */
    FORBIDDEN,
    /** 429, too many requests. */
    TOO_MANY_REQUESTS
  }

  /** The settings as text, from which copies are created. */
  private final Map<String, String> values;

  /** The same settings, parsed once and never changed. */
  private final Builder set;

  private RobotsPolicy(Map<String, String> values) {
    this.values = values;
    this.set = toBuilder();
  }

  /**
   * Creates a builder with the defaults.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a builder with the settings of this policy.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    var copy = new Builder();
    copy.read(Settings.of(values));
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RobotsPolicy that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns all settings, as text, by name. */
  @Override
  public String toString() {
    return "RobotsPolicy" + values;
  }

  /** {@return whether robots.txt is obeyed} */
  public boolean isObeyed() {
    return set.obey;
  }

  /** {@return the time after which a robots.txt is requested again} */
  public Duration keep() {
    return set.keep;
  }

  /** {@return the number of sites whose rules are held in memory, 1 or more} */
  public int maxHosts() {
    return set.maxHosts;
  }

  /**
   * {@return whether a refusal of robots.txt closes the site until a later request succeeds}
   *
   * @param status an HTTP status
   */
  public boolean closes(int status) {
    return switch (status) {
      case 401 -> set.closing.contains(Refusal.UNAUTHORIZED);
      case 403 -> set.closing.contains(Refusal.FORBIDDEN);
      case 429 -> set.closing.contains(Refusal.TOO_MANY_REQUESTS);
      default -> status >= 500;
    };
  }

  /**
   * {@return the most URLs of the sitemaps and feeds of one site that are queued, 0 if these are
   * not read}
   */
  public int maxSitemapUrls() {
    return set.maxSitemapUrls;
  }

  /** {@return whether {@code /sitemap.xml} is tried where robots.txt names no sitemap} */
  public boolean guessesSitemap() {
    return set.guessSitemap;
  }

  /**
   * A builder of {@link RobotsPolicy}. Each method checks its argument, and throws an {@link
   * IllegalStateException} if a call before has set the same. Not thread-safe.
   */
  public static final class Builder {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(30);

    private static final String REFUSALS =
        names(EnumSet.allOf(Refusal.class)).replace(",", ", ") + ", or nothing";

    private final SettingCalls calls = new SettingCalls();
    private boolean obey = true;
    private Duration keep = Duration.ofHours(24);
    private int maxHosts = 1_000;
    private Set<Refusal> closing = Set.of();
    private int maxSitemapUrls;
    private boolean guessSitemap = true;

    private Builder() {}

    /**
     * Sets whether robots.txt is obeyed.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obey(boolean obey) {
      return set("obey", obey);
    }

    /**
     * Sets the time after which a robots.txt is requested again.
     *
     * @param time 1 millisecond to 30 days; by default 24 hours, the most that RFC 9309, section
     *     2.4, recommends
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder keep(Duration time) {
      return set("keep", time);
    }

    /**
     * Sets the number of sites whose rules are held in memory. Beyond that, the least recently used
     * rules are read from the crawl's store, or requested again if there is none. Rules that are
     * larger than usual count as several.
     *
     * @param hosts above 0, by default 1,000 as in Zou et al. (2009)
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxHosts(int hosts) {
      return set("maxHosts", hosts);
    }

    /**
     * Sets the refusals of robots.txt that close a site, as server errors do. The others open it,
     * as RFC 9309, section 2.3.1.3, allows.
     *
     * @param refusals by default none; with {@link Refusal#TOO_MANY_REQUESTS}, an overloaded site
     *     is left out rather than asked for pages
     * @return this
     */
    public Builder closedAt(Set<Refusal> refusals) {
      return set("closedAt", names(refusals));
    }

    /**
     * Sets the most URLs that sitemaps and feeds of one site may add, and so turns reading them on.
     * These are the sitemaps of each site in the scope that has a seed or a relevant page, and the
     * RSS and Atom feeds that relevant pages name. The pages that they list are queued with the
     * scores of links from a page that is just relevant.
     *
     * @param urls the most that are queued of one site: those with the highest scores, and the
     *     newest of equal ones. By default 0: sitemaps and feeds are not read
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxSitemapUrls(int urls) {
      return set("maxSitemapUrls", urls);
    }

    /**
     * Sets whether {@code /sitemap.xml} is tried where robots.txt names no sitemap.
     *
     * @param guess by default true; has an effect if {@link #maxSitemapUrls} is above 0
     * @return this
     */
    public Builder guessSitemap(boolean guess) {
      return set("guessSitemap", guess);
    }

    /**
     * Sets all of these from text. The names are those of the methods. Refusals of {@link
     * #closedAt} are separated by commas.
     *
     * @param settings the settings; absent ones stay as they are
     * @return this
     * @throws SettingException if a value is not allowed
     */
    public Builder settings(Settings settings) {
      calls.set(settings, this::read);
      return this;
    }

    private Builder set(String name, Object value) {
      calls.set(name, value, this::read);
      return this;
    }

    private void read(Settings settings) {
      obey = settings.flag("obey", obey, "Whether robots.txt is obeyed.");
      keep = settings.duration("keep", keep, SHORTEST, LONGEST, "Time that a robots.txt is valid.");
      maxHosts =
          settings.integer(
              "maxHosts", maxHosts, 1, Integer.MAX_VALUE, "Sites whose rules are held in memory.");
      closing =
          refusals(
              settings.text(
                  "closedAt",
                  names(closing),
                  REFUSALS,
                  "Refusals of the robots.txt that close a site."));
      maxSitemapUrls =
          settings.integer(
              "maxSitemapUrls",
              maxSitemapUrls,
              0,
              Integer.MAX_VALUE,
              "URLs of the sitemaps and feeds of a site that are queued at most; 0 reads none.");
      guessSitemap =
          settings.flag(
              "guessSitemap",
              guessSitemap,
              "Whether /sitemap.xml is tried where robots.txt names no sitemap.");
    }

    private static Set<Refusal> refusals(String names) {
      try {
        return Arrays.stream(names.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .map(Refusal::valueOf)
            .collect(Collectors.toSet());
      } catch (IllegalArgumentException e) {
        throw new SettingException("closedAt", names, REFUSALS);
      }
    }

    private static String names(Collection<Refusal> refusals) {
      return refusals.stream().sorted().map(Refusal::name).collect(Collectors.joining(","));
    }

    /**
     * Creates the policy.
     *
     * @return a policy with the settings so far
     */
    public RobotsPolicy build() {
      Settings values = Settings.none();
      read(values);
      return new RobotsPolicy(values.inEffect());
    }
  }
}

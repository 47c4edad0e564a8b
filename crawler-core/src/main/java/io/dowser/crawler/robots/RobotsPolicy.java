package io.dowser.crawler.robots;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rules for robots.txt and sitemaps. Immutable.
 *
 * <p>By default it is obeyed as RFC 9309 says: a site whose robots.txt is unavailable (any 4xx) or
 * redirects more than five times is open; a site whose robots.txt cannot be had (5xx, no answer) is
 * closed and asked again. A site that answers 429 is open too, but delays first, as after any 429.
 */
public final class RobotsPolicy {

  /** Obeys. */
  public static final RobotsPolicy OBEY = builder().build();

  /** Asks for no robots.txt; for sites that are the caller's own, and for webs in memory. */
  public static final RobotsPolicy IGNORE = builder().obey(false).build();

  /** What a refusal of the robots.txt itself means. */
  public enum Refusal {
    /** 401, unauthorized. */
    UNAUTHORIZED,
    /** 403, forbidden. */
    FORBIDDEN,
    /** 429, too many requests. */
    TOO_MANY_REQUESTS
  }

  /** What was set, as text, from which copies are made. */
  private final Map<String, String> values;

  /** A copy that nothing changes. */
  private final Builder set;

  private RobotsPolicy(Map<String, String> values) {
    this.values = values;
    this.set = toBuilder();
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
    return new Builder().settings(Settings.of(values));
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

  /** {@return whether robots.txt counts} */
  public boolean isObeyed() {
    return set.obey;
  }

  /**
   * {@return the name by which robots.txt calls this crawler; a lower-case name, or the empty
   * string for the first word of the user agent}
   */
  public String productToken() {
    return set.productToken;
  }

  /** {@return how long an answer counts; the time after which a robots.txt is asked for again} */
  public Duration keep() {
    return set.keep;
  }

  /** {@return how many sites' rules are held in memory, 1 or more} */
  public int maxHosts() {
    return set.maxHosts;
  }

  /**
   * {@return whether a refusal of the robots.txt closes the site until it is answered}
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
   * {@return how many URLs of the sitemaps and feeds of one site are queued, 0 if these are not
   * read}
   */
  public int maxSitemapUrls() {
    return set.maxSitemapUrls;
  }

  /** {@return whether {@code /sitemap.xml} is tried where robots.txt names no sitemap} */
  public boolean guessesSitemap() {
    return set.guessSitemap;
  }

  /**
   * Sets up a {@link RobotsPolicy}. Each call checks what it is given; of several calls of one
   * method, the last counts. Not thread-safe.
   */
  public static final class Builder {

    private static final Duration LONGEST = Duration.ofDays(30);

    private boolean obey = true;
    private String productToken = "";
    private Duration keep = Duration.ofHours(24);
    private int maxHosts = 1_000;
    private Set<Refusal> closing = Set.of();
    private int maxSitemapUrls;
    private boolean guessSitemap = true;

    private Builder() {}

    /**
     * Sets whether robots.txt counts.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obey(boolean obey) {
      this.obey = obey;
      return this;
    }

    /**
     * Sets the name by which robots.txt calls this crawler.
     *
     * @param token letters, {@code -} and {@code _}, as RFC 9309, section 2.2.1, allows; by default
     *     the first word of the user agent, {@code dowser} if that has no such word
     * @return this
     * @throws IllegalArgumentException if it holds other characters
     */
    public Builder productToken(String token) {
      if (!token.matches("[A-Za-z_-]+")) {
        throw new IllegalArgumentException(
            "productToken must be letters, - and _, but was '" + token + "'");
      }
      productToken = token.toLowerCase(Locale.ROOT);
      return this;
    }

    /**
     * Sets how long an answer counts.
     *
     * @param time above 0 up to 30 days, by default 24 hours, the most that RFC 9309, section 2.4,
     *     finds right
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder keep(Duration time) {
      if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "keep must be above 0 and at most 30 days, but was " + time);
      }
      keep = time;
      return this;
    }

    /**
     * Sets how many sites' rules are held in memory; beyond that, those that were not asked for
     * longest go to the crawl's store, or are asked for again if there is none. Rules that are
     * larger than usual count as several.
     *
     * @param hosts above 0, by default 1,000 as in Zou et al. (2009)
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxHosts(int hosts) {
      maxHosts = Checks.positive("maxHosts", hosts);
      return this;
    }

    /**
     * Sets which refusals of the robots.txt close a site, as server errors do; the others open it,
     * as RFC 9309, section 2.3.1.3, allows.
     *
     * @param refusals by default none; {@link Refusal#TOO_MANY_REQUESTS} is for who would rather
     *     lose a site than ask an overburdened one for pages
     * @return this
     */
    public Builder closedAt(Set<Refusal> refusals) {
      closing = Set.copyOf(requireNonNull(refusals, "refusals"));
      return this;
    }

    /**
     * Reads sitemaps and feeds, and queues the pages that they list with scores as for links of a
     * page that is just relevant: the sitemaps of each site in the scope that has a seed or a
     * relevant page, and the RSS and Atom feeds that relevant pages name.
     *
     * @param urls the most that are queued of one site; of more, those with the highest scores, of
     *     equals the newest. By default 0: sitemaps and feeds are not read
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxSitemapUrls(int urls) {
      maxSitemapUrls = Checks.notNegative("maxSitemapUrls", urls);
      return this;
    }

    /**
     * Sets whether {@code /sitemap.xml} is tried where robots.txt names no sitemap.
     *
     * @param guess by default true; has an effect if {@link #maxSitemapUrls} is above 0
     * @return this
     */
    public Builder guessSitemap(boolean guess) {
      this.guessSitemap = guess;
      return this;
    }

    /**
     * Takes all of these from text. The names are those of the methods; several refusals of {@link
     * #closedAt} are separated by commas, and an empty {@code productToken} is none.
     *
     * @param settings what is absent stays as it is
     * @return this
     * @throws SettingException if a value is not a number of its range, a duration or a truth value
     * @throws IllegalArgumentException if another value makes no sense
     */
    public Builder settings(Settings settings) {
      String token = settings.text("productToken", productToken);
      if (!token.isEmpty()) {
        productToken(token);
      }
      String refusals =
          closing.stream().sorted().map(Refusal::name).collect(Collectors.joining(","));
      return obey(settings.flag("obey", obey))
          .keep(settings.duration("keep", keep))
          .maxHosts(settings.integer("maxHosts", maxHosts, 1, Integer.MAX_VALUE))
          .closedAt(refusals(settings.text("closedAt", refusals)))
          .maxSitemapUrls(settings.integer("maxSitemapUrls", maxSitemapUrls, 0, Integer.MAX_VALUE))
          .guessSitemap(settings.flag("guessSitemap", guessSitemap));
    }

    private static Set<Refusal> refusals(String names) {
      return Pattern.compile(",")
          .splitAsStream(names)
          .filter(name -> !name.isEmpty())
          .map(Refusal::valueOf)
          .collect(Collectors.toSet());
    }

    /**
     * Creates the policy.
     *
     * @return a policy with what was set so far
     */
    public RobotsPolicy build() {
      Settings values = Settings.none();
      settings(values);
      return new RobotsPolicy(values.inEffect());
    }
  }
}

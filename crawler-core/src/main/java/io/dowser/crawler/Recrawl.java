package io.dowser.crawler;

import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a recrawl: the pages that are rechecked for changes, their order, and the share
 * of new pages. An option that is not set keeps its value of the last run, or else its default.
 * Immutable and thread-safe.
 *
 * <p>Pages are rechecked in cycles. When a cycle begins, the pages that are due are put in the
 * order of the revisit policy's priorities, and each is rechecked once at most until the cycle
 * ends. A cycle that was interrupted, also by a kill, continues with the pages that are left.
 *
 * <pre>{@code
 * Recrawl.builder().revisitPolicy("poisson", Map.of()).onlyRelevant(true).maxRequests(10_000).build()
 * }</pre>
 */
public final class Recrawl extends SettingGroup {

  private Recrawl(CrawlSpec spec) {
    super("Recrawl", spec);
  }

  /** {@return a builder without settings} */
  public static Builder builder() {
    return new Builder(new CrawlSpec());
  }

  /** {@return a builder with these settings; each of its methods replaces a setting} */
  public Builder toBuilder() {
    return new Builder(spec().copy());
  }

  /**
   * Builds {@link Recrawl}. Each method checks its arguments at once. A call that would discard an
   * earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Sets when pages are due, and their order.
     *
     * @param name {@code fixed}, {@code adaptive}, {@code poisson} or that of a plugin; by default
     *     {@code fixed} with the interval 0, by which every page is due that is not gone
     * @param settings of the policy
     * @return this
     */
    public Builder revisitPolicy(String name, Map<String, String> settings) {
      spec.revisitPolicy.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets when pages are due, and their order.
     *
     * @param policy the policy; must be given again in each run
     * @return this
     */
    public Builder revisitPolicy(RevisitPolicy policy) {
      spec.revisitPolicy.set(new PluginChoice.Given<>(policy));
      return this;
    }

    /**
     * Sets the time after which a page is due, whatever the policy.
     *
     * @param age since its last recheck, above 0; by default there is no such time
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxAge(Duration age) {
      spec.maxAge.set(Optional.of(age));
      return this;
    }

    /**
     * Sets whether only pages are rechecked whose last version is relevant.
     *
     * @param only by default false
     * @return this
     */
    public Builder onlyRelevant(boolean only) {
      spec.onlyRelevant.set(only);
      return this;
    }

    /**
     * Limits the requests of a cycle, for rechecks and new pages together; see {@link #newShare}.
     *
     * @param requests above 0; by default all pages that are due are rechecked, and new ones are
     *     fetched within the limits of the crawl
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxRequests(long requests) {
      spec.maxRequests.set(requests);
      return this;
    }

    /**
     * Sets the share of the requests for new pages. The others are for rechecks. While pages of
     * both kinds are left, they are fetched in this proportion. With {@link #maxRequests}, a cycle
     * has at most its share of either kind, even if there are too few of the other.
     *
     * @param share 0 to 1, by default 0.5
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder newShare(double share) {
      spec.newShare.set(share);
      return this;
    }

    /**
     * Sets the time between the beginnings of two cycles. The crawl then continues until it is
     * stopped. A cycle begins only after the previous one has ended; in between, the crawl is idle.
     *
     * @param every a millisecond to 36,500 days; by default a run ends with its cycle
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder keepUp(Duration every) {
      spec.keepUp.set(Optional.of(every));
      return this;
    }

    /** {@return the settings so far} */
    public Recrawl build() {
      return new Recrawl(spec.copy());
    }
  }
}

package io.dowser.crawler;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a crawl goes: limits of pages, bytes and time, of the harvest, of depth and redirects. A
 * limit that is not set is as in the last run of a crawl that resumes, else it has its default.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * Limits.builder().maxDuration(Duration.ofHours(8)).minHarvestRate(0.02, 2_000).build()
 * }</pre>
 */
public final class Limits {

  private final CrawlSpec spec;

  private Limits(CrawlSpec spec) {
    this.spec = spec;
  }

  /** {@return a builder without limits} */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the settings, of which only limits are given. */
  CrawlSpec spec() {
    return spec;
  }

  /** {@return the limits that were set, as text by the names of the builder's methods} */
  public Map<String, String> asMap() {
    Map<String, String> words = new TreeMap<>();
    spec.all().stream().filter(Setting::isCalled).forEach(setting -> words.putAll(setting.words()));
    return words;
  }

  /**
   * Describes {@link Limits}. Each method checks its argument at once and may be called once. Not
   * thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec = new CrawlSpec();

    private Builder() {}

    /**
     * Ends the crawl after this many visited pages.
     *
     * @param pages above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPages(long pages) {
      spec.maxPages.set(Checks.positive("maxPages", pages));
      return this;
    }

    /**
     * Ends the crawl after this many relevant pages.
     *
     * @param pages above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxRelevantPages(long pages) {
      spec.maxRelevantPages.set(Checks.positive("maxRelevantPages", pages));
      return this;
    }

    /**
     * Ends the crawl after this many decoded bytes of visited pages; the page that reaches the
     * limit still counts.
     *
     * @param bytes above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxBytes(long bytes) {
      spec.maxBytes.set(Checks.positive("maxBytes", bytes));
      return this;
    }

    /**
     * Ends the crawl after some time; pages in flight are aborted. A page sink that hangs is given
     * 20 seconds more, see {@link io.dowser.crawler.archive.PageSink}.
     *
     * @param duration above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxDuration(Duration duration) {
      spec.maxDuration.set(Checks.positive("maxDuration", duration));
      return this;
    }

    /**
     * Ends the crawl when the harvest becomes too thin.
     *
     * @param rate the least share of relevant pages among the last ones, above 0 up to 1; by
     *     default there is no such limit
     * @param window how many pages to look back on, above 0; nothing is checked before this many
     *     were visited. The statistics use the same window, by default 100
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder minHarvestRate(double rate, int window) {
      spec.minHarvestRate.set(Checks.positiveShare("rate", rate));
      spec.harvestWindow.set(Checks.positive("window", window));
      return this;
    }

    /**
     * Ends the crawl when a share of the relevant pages that it can reach is found, by the estimate
     * of {@link io.dowser.crawler.api.CrawlStatistics#estimatedRelevant}. It is checked once as
     * many pages were visited as {@link #minHarvestRate} looks back on, by default 100. Only for
     * frontiers that order by score: in others the estimate is too small, so the crawl ends early.
     *
     * @param share above 0 up to 1, such as 0.9; by default there is no such limit
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder stopWhenFound(double share) {
      spec.stopWhenFound.set(Checks.positiveShare("share", share));
      return this;
    }

    /**
     * Sets how far from the seeds the crawl goes.
     *
     * @param links links from a seed, 0 or more (0 visits the seeds alone), by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxDepth(int links) {
      spec.maxDepth.set(Checks.notNegative("maxDepth", links));
      return this;
    }

    /**
     * Sets how many redirects in a row are followed.
     *
     * @param redirects 0 or more, by default 10
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxRedirects(int redirects) {
      spec.maxRedirects.set(Checks.notNegative("maxRedirects", redirects));
      return this;
    }

    /**
     * Creates the limits.
     *
     * @return those that were set so far
     */
    public Limits build() {
      return new Limits(new CrawlSpec().takeAll(spec));
    }
  }
}

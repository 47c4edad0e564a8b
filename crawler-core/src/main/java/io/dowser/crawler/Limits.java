package io.dowser.crawler;

import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.time.Duration;

/**
 * The limits of a crawl: pages, bytes, time, harvest, depth and redirects. In a resumed crawl, an
 * unset limit keeps its value of the last run; otherwise it has its default. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * Limits.builder().maxDuration(Duration.ofHours(8)).minHarvestRate(0.02, 2_000).build()
 * }</pre>
 */
public final class Limits extends SettingGroup {

  private Limits(CrawlSpec spec) {
    super("Limits", spec);
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
   * Builds {@link Limits}. Each method checks its arguments at once. A call that would discard an
   * earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Ends the crawl after this many visited pages.
     *
     * @param pages above 0, by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPages(long pages) {
      spec.maxPages.set(pages);
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
      spec.maxRelevantPages.set(pages);
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
      spec.maxBytes.set(bytes);
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
      spec.maxDuration.set(duration);
      return this;
    }

    /**
     * Ends the crawl when the harvest rate becomes too low.
     *
     * @param rate the lowest share of relevant pages among the last ones, above 0 up to 1; by
     *     default there is no such limit
     * @param window the number of last pages, above 0; nothing is checked before this many were
     *     visited. The statistics use the same window, by default 100
     * @return this
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public Builder minHarvestRate(double rate, int window) {
      spec.setTogether(
          "minHarvestRate(..)",
          both -> {
            both.minHarvestRate.set(rate);
            both.harvestWindow.set(window);
          });
      return this;
    }

    /**
     * Ends the crawl when a share of the relevant pages that it can reach is found, by the estimate
     * of {@link io.dowser.crawler.api.CrawlStatistics#estimatedRelevant}. It is checked from the
     * end of the first window of {@link #minHarvestRate} on, by default after 100 pages. Only for
     * frontiers that order by score: with others, the estimate is too low, so the crawl ends early.
     *
     * @param share above 0 up to 1, such as 0.9; by default there is no such limit
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder stopWhenFound(double share) {
      spec.stopWhenFound.set(share);
      return this;
    }

    /**
     * Sets the maximum distance from the seeds.
     *
     * @param links links from a seed, 0 or more (0 visits the seeds alone), by default unlimited
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxDepth(int links) {
      spec.maxDepth.set(links);
      return this;
    }

    /**
     * Sets the most redirects in a row that are followed.
     *
     * @param redirects 0 or more, by default 10
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxRedirects(int redirects) {
      spec.maxRedirects.set(redirects);
      return this;
    }

    /**
     * Sets the time that a crawl with nothing pending waits for {@link CrawlHandle#addSeeds} before
     * it ends. Meanwhile it is idle, as an event and {@link CrawlHandle#state} report.
     *
     * @param keepAlive 0 up to 36,500 days, by default 0
     * @return this
     * @throws IllegalArgumentException if it is out of that range
     */
    public Builder idle(Duration keepAlive) {
      spec.idle.set(keepAlive);
      return this;
    }

    /** {@return the settings so far} */
    public Limits build() {
      return new Limits(spec.copy());
    }
  }
}

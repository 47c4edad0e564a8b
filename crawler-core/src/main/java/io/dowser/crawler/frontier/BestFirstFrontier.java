package io.dowser.crawler.frontier;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.toolkit.queue.QueueFrontier;

/**
 * Serves the pending URL with the highest score whose host is ready: best-first search.
 *
 * <p>Equal scores go by the scorer's second key, then by age. A pending URL that is found again is
 * raised if the new link scores higher, and then stands for that link with all that came with it;
 * it is never lowered. Seeds go first.
 *
 * <p>A host window keeps the frontier from staying on one host, see {@link Builder#hostWindow}.
 *
 * <p>Sources: J. Cho, H. Garcia-Molina and L. Page, <i>Efficient crawling through URL ordering</i>
 * (1998), for the search; Zou et al. (2009) for the host window.
 *
 * <p>Not thread-safe.
 */
public final class BestFirstFrontier extends QueueFrontier {

  private BestFirstFrontier(Builder builder) {
    super(builder.hostGrouping, builder.hostWindow, builder.strictHostWindow);
  }

  /** {@return a builder with the defaults: no host window, hosts by full name} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a frontier with the defaults of {@link #builder}.
   *
   * @return an empty frontier
   */
  public static BestFirstFrontier create() {
    return builder().build();
  }

  /** Builds a {@link BestFirstFrontier}; each setting is checked at once. */
  public static final class Builder {

    private HostGrouping hostGrouping = HostGrouping.FULL_HOST;
    private int hostWindow = 1;
    private boolean strictHostWindow;

    private Builder() {}

    /**
     * Sets which URLs belong to one host.
     *
     * @param grouping by default {@link HostGrouping#FULL_HOST}
     * @return this
     */
    public Builder hostGrouping(HostGrouping grouping) {
      this.hostGrouping = requireNonNull(grouping, "grouping");
      return this;
    }

    /**
     * Asks that consecutive polls come from different hosts. If every ready host was polled within
     * the window, the one polled longest ago comes next, unless the window is strict.
     *
     * @param polls how many consecutive polls; 1, the default, means no window; Zou et al. use 100
     * @return this
     * @throws IllegalArgumentException if it is below 1
     */
    public Builder hostWindow(int polls) {
      this.hostWindow = Checks.positive("hostWindow", polls);
      return this;
    }

    /**
     * Reports what happens if every ready host was polled within the window.
     *
     * @param strict true to give nothing, which ends the crawl if nothing else changes; false, the
     *     default, to give the host polled longest ago
     * @return this
     */
    public Builder strictHostWindow(boolean strict) {
      this.strictHostWindow = strict;
      return this;
    }

    /** {@return an empty frontier with these settings} */
    public BestFirstFrontier build() {
      return new BestFirstFrontier(this);
    }
  }

  /**
   * Creates {@link BestFirstFrontier} by the name {@code best-first}.
   *
   * <p>Settings: {@code hostWindow} (polls, 1 or more, by default 1, which is off) and {@code
   * strictHostWindow} (by default {@code false}).
   */
  public static final class Provider implements FrontierProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "best-first";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return BestFirstFrontier.builder()
          .hostGrouping(context.hostGrouping())
          .hostWindow(settings.integer("hostWindow", 1, 1, Integer.MAX_VALUE))
          .strictHostWindow(settings.flag("strictHostWindow", false))
          .build();
    }
  }
}

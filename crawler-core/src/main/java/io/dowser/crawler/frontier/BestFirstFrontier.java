package io.dowser.crawler.frontier;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.queue.QueueFrontier;

/**
 * Serves the pending URL with the highest score whose host is ready: best-first search.
 *
 * <p>Equal scores go by the scorer's second key, then by age. A pending URL that is found again is
 * raised if the new link scores higher, and then stands for that link with all that came with it;
 * it is never lowered. Seeds go first.
 *
 * <p>A host window keeps the frontier from staying on one host: with {@code hostWindow},
 * consecutive polls come from that many different hosts.
 *
 * <p>Sources: J. Cho, H. Garcia-Molina and L. Page, <i>Efficient crawling through URL ordering</i>
 * (1998), for the search; Zou et al. (2009) for the host window.
 *
 * <p>Not thread-safe.
 */
final class BestFirstFrontier extends QueueFrontier {

  BestFirstFrontier(Settings settings, HostGrouping grouping) {
    super(
        grouping,
        settings.integer(
            "hostWindow",
            1,
            1,
            Integer.MAX_VALUE,
            "hosts that consecutive polls come from; 1 means no window, Zou et al. 2009 use 100"),
        settings.flag(
            "strictHostWindow",
            false,
            "return nothing if every ready host was polled within the window, instead of the host polled longest ago"));
  }

  /** Creates a {@link BestFirstFrontier} under the name {@code best-first}. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "best-first";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return new BestFirstFrontier(settings, context.hostGrouping());
    }
  }
}

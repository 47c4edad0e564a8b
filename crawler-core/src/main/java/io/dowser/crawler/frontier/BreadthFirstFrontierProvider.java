package io.dowser.crawler.frontier;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;

/** Creates {@link BreadthFirstFrontier} by the name {@code breadth-first}; it has no settings. */
public final class BreadthFirstFrontierProvider implements FrontierProvider {

  /** Does no work; called by the service loader. */
  public BreadthFirstFrontierProvider() {}

  @Override
  public String name() {
    return "breadth-first";
  }

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    return BreadthFirstFrontier.of(context.hostGrouping());
  }
}

package io.dowser.crawler.frontier;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;

/** Creates {@link PageRankFrontier} by the name {@code pagerank}; it has no settings. */
public final class PageRankFrontierProvider implements FrontierProvider {

  /** Does no work; called by the service loader. */
  public PageRankFrontierProvider() {}

  @Override
  public String name() {
    return "pagerank";
  }

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    return PageRankFrontier.of(context.hostGrouping(), new IncrementalPageRank());
  }
}

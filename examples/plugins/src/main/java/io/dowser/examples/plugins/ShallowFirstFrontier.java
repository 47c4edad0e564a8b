package io.dowser.examples.plugins;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.queue.QueueFrontier;

/** Orders links by their scores, less a constant for each link between them and a seed. */
public final class ShallowFirstFrontier extends QueueFrontier {

  private final double depthWeight;

  ShallowFirstFrontier(HostGrouping grouping, double depthWeight) {
    super(grouping);
    this.depthWeight = depthWeight;
  }

  @Override
  public double key(Candidate link) {
    return link.score() - depthWeight * link.depth();
  }

  /** Creates the frontier by the name {@code shallow-first}. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "shallow-first";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      double depthWeight =
          settings.number("depthWeight", 0.1, 0, 1, "subtracted for each link from a seed");
      return new ShallowFirstFrontier(context.hostGrouping(), depthWeight);
    }
  }
}

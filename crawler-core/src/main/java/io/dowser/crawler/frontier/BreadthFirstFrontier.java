package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.queue.QueueFrontier;

/**
 * Serves the URL that was discovered first among those whose host is ready: first in, first out.
 *
 * <p>Scores do not matter; a URL keeps its place, and what came with it, when it is found again or
 * when a scorer learns. Seeds go first. This is what focused crawls are compared with.
 *
 * <p>Not thread-safe.
 */
final class BreadthFirstFrontier extends QueueFrontier {

  BreadthFirstFrontier(HostGrouping grouping) {
    super(grouping);
  }

  /** {@return false, because scores do not matter here} */
  @Override
  protected boolean ordersByScore() {
    return false;
  }

  @Override
  protected void offer(Candidate candidate) {
    if (!queue.lowerDepth(candidate.sequence(), candidate.depth())) {
      super.offer(candidate);
    }
  }

  @Override
  public double key(Candidate link) {
    return -link.sequence(); // exact: sequence numbers stay far below 2^53
  }

  /** Creates {@link BreadthFirstFrontier} by the name {@code breadth-first}; it has no settings. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "breadth-first";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return new BreadthFirstFrontier(context.hostGrouping());
    }
  }
}

package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;

/** The pages and failures of hosts, for politeness. Confined to the engine thread. */
public interface HostKnowledge {

  /** Returns whether the host of a URL has given a page. */
  boolean hasGiven(CrawlUrl url);

  /** Records that the host of a URL has responded to a request. */
  void responded(CrawlUrl url);

  /** Records that requests to the origin of a URL have stopped, because it has failed. */
  void lost(CrawlUrl url);
}

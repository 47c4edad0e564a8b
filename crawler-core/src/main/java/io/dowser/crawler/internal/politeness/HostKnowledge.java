package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;

/** The pages and failures of hosts, for politeness. Confined to the engine thread. */
public interface HostKnowledge {

  /** Returns whether the host of a URL has given a page. */
  boolean hasGiven(CrawlUrl url);

  /** Takes note that the host of a URL has answered a request. */
  void answered(CrawlUrl url);

  /** Takes note that no request is sent to the origin of a URL any more, because it has failed. */
  void lost(CrawlUrl url);
}

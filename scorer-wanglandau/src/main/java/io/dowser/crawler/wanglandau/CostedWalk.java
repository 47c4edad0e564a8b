package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Resumable;

/** A walk under one of the cost models. */
sealed interface CostedWalk extends Frontier, Resumable permits LazyWalk, FetchingWalk {

  WalkStatistics statistics();

  /** Forgets all that waits. */
  void clear();
}

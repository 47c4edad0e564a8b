package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import java.io.IOException;
import java.util.function.LongConsumer;

/** The PageRank of links, by which a link of little relevance may still be valuable. */
final class RankedLinks implements Resumable {

  private final IncrementalPageRank ranks;
  private final double limit;

  RankedLinks(double limit) {
    this.ranks =
        new IncrementalPageRank(IncrementalPageRank.DEFAULT_A, IncrementalPageRank.DEFAULT_EPS);
    this.limit = limit;
  }

  /**
   * Adds the links of a page to the graph.
   *
   * @param passed is notified each link whose rank may have changed and is at least the limit
   */
  void visited(Visit visit, LongConsumer passed) {
    int[] targets = new int[visit.outLinks().size()];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = node(visit.outLinks().get(i));
    }
    ranks.setOutLinks(node(visit.candidate().sequence()), targets);
    ranks.drainChanged(
        node -> {
          if (ranks.rank(node) >= limit) {
            passed.accept(node);
          }
        });
  }

  long bytes() {
    return ranks.bytes();
  }

  boolean passes(long sequence) {
    return ranks.rank(node(sequence)) >= limit;
  }

  private static int node(long sequence) {
    if (sequence > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "the graph is full: sequence numbers must be below 2^31, but one was " + sequence);
    }
    return (int) sequence;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    ranks.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    ranks.restore(in);
  }
}

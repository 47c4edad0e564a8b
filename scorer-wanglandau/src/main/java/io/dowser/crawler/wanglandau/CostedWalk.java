package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** A walk under one of the cost models, with the paper's page counts beside the honest ones. */
abstract sealed class CostedWalk implements Frontier, Resumable permits LazyWalk, FetchingWalk {

  final Sampler sampler;
  final PendingLinks pending;
  final Set<Long> inFlight = new HashSet<>(); // polled, and neither expanded nor abandoned
  private long fetched;
  private long seeds;
  private long kept;
  private long relevantKept;

  CostedWalk(Sampler sampler) {
    this.sampler = sampler;
    this.pending = sampler.links();
  }

  final void count(Visit visit, boolean isKept) {
    fetched++;
    if (visit.candidate().isSeed()) {
      seeds++;
    } else if (isKept) {
      kept++;
      relevantKept += visit.relevant() ? 1 : 0;
    }
  }

  final WalkStatistics statistics() {
    Walk walk = sampler.walk();
    return new WalkStatistics(
        walk.steps(),
        walk.accepted(),
        walk.forced(),
        walk.stage(),
        walk.lnF,
        walk.bands(),
        fetched,
        seeds,
        kept,
        relevantKept,
        pending.queue().size(),
        pending.suspended(),
        pending.promoted(),
        pending.released(),
        pending.dropped());
  }

  /** Forgets all that waits. */
  void clear() {
    inFlight.clear();
    sampler.clear();
  }

  /** Writes what one of the models has beside the other. */
  void saveOwn(StateWriter out) throws IOException {}

  void restoreOwn(StateReader in) throws IOException {}

  @Override
  public final void save(StateWriter out) throws IOException {
    sampler.save(out);
    saveOwn(out);
    for (long count : new long[] {fetched, seeds, kept, relevantKept}) {
      out.writeLong(count);
    }
    out.writeNumbers(inFlight);
  }

  @Override
  public final void restore(StateReader in) throws IOException {
    clear();
    try {
      sampler.restore(in);
      restoreOwn(in);
      fetched = in.readNumber("number of pages");
      seeds = in.readNumber("number of seeds' pages");
      kept = in.readNumber("number of pages kept");
      relevantKept = in.readNumber("number of relevant pages kept");
      inFlight.addAll(in.readNumbers("links in flight"));
    } catch (IOException e) {
      clear();
      throw e;
    }
  }
}

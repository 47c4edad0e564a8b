package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/** The counters, seeds and rekey schedule, which survive a restart. */
record EngineState(CrawlCounters counters, Seeds seeds, Observers observers) implements Resumable {

  private static final int FORMAT = 2;

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("engine", FORMAT);
    counters.save(out);
    seeds.save(out);
    observers.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("engine", FORMAT);
    counters.restore(in);
    seeds.restore(in);
    observers.restore(in);
  }
}

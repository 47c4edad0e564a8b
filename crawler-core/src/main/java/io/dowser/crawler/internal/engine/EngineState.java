package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Resumable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The counters, seeds and rekey schedule, which survive a restart. */
record EngineState(CrawlCounters counters, Seeds seeds, Observers observers) implements Resumable {

  private static final int FORMAT = 2;

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    counters.save(out);
    seeds.save(out);
    observers.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    int format = in.readInt();
    if (format != FORMAT) {
      throw new IOException("format of the engine's state must be " + FORMAT + ", was " + format);
    }
    counters.restore(in);
    seeds.restore(in);
    observers.restore(in);
  }
}

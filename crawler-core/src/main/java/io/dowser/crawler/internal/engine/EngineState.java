package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Resumable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What the engine itself must know again after a restart. */
record EngineState(CrawlCounters tally, Seeds seeds, Observers observers) implements Resumable {

  private static final int FORMAT = 2;

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    tally.save(out);
    seeds.save(out);
    observers.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    int format = in.readInt();
    if (format != FORMAT) {
      throw new IOException("format of the engine's state must be " + FORMAT + ", was " + format);
    }
    tally.restore(in);
    seeds.restore(in);
    observers.restore(in);
  }
}

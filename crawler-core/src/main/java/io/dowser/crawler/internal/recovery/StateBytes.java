package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** States as bytes, for a crawl that runs in several engines. */
public final class StateBytes {

  private StateBytes() {}

  /** Saves a state. */
  public static byte[] of(Resumable state) {
    var bytes = new ByteArrayOutputStream();
    try {
      state.save(StateWriter.to(bytes));
    } catch (IOException e) {
      throw new CrawlException("a state cannot be saved: " + state.getClass().getName(), e);
    }
    return bytes.toByteArray();
  }

  /** Restores a state that {@link #of} has saved. */
  public static void restore(Resumable state, byte[] saved) {
    try {
      state.restore(StateReader.from(new ByteArrayInputStream(saved)));
    } catch (IOException e) {
      throw new CrawlException("a state cannot be restored: " + state.getClass().getName(), e);
    }
  }
}

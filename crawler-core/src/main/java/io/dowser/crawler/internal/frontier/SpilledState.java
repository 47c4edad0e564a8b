package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the candidates of a file in chunks, so that they are never in memory all at once. */
final class SpilledState {

  private static final int CHUNK = 10_000;

  private SpilledState() {}

  static void save(SpilledCandidates spilled, StateWriter out) throws IOException {
    out.writeInt(spilled.size());
    List<Candidate> chunk = new ArrayList<>(CHUNK);
    try {
      spilled.forEach(
          candidate -> {
            chunk.add(candidate);
            if (chunk.size() == CHUNK) {
              saveChunk(chunk, out);
            }
          });
      if (!chunk.isEmpty()) {
        saveChunk(chunk, out);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void saveChunk(List<Candidate> chunk, StateWriter out) {
    var table = new CandidateTable();
    chunk.forEach(table::add);
    chunk.clear();
    try {
      table.save(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a candidate that was saved. */
  @FunctionalInterface
  interface Taker {

    void take(Candidate candidate) throws IOException;
  }

  static void restore(StateReader in, Taker taker) throws IOException {
    int count = in.readCount("number of saved candidates");
    int taken = 0;
    while (taken < count) {
      var table = new CandidateTable();
      table.restore(in);
      if (table.nextSlot(0) < 0) {
        throw new IOException("of " + count + " saved candidates " + taken + " are there");
      }
      for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
        taker.take(table.get(slot));
        taken++;
      }
    }
  }
}

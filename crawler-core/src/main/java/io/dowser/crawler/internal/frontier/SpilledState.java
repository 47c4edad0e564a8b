package io.dowser.crawler.internal.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the candidates of a file in chunks, so that they are never in memory all at once. */
final class SpilledState {

  private static final int CHUNK = 10_000;

  private final StateWriter out;
  private final List<Candidate> chunk = new ArrayList<>();
  private @Nullable IOException trouble;

  private SpilledState(StateWriter out) {
    this.out = out;
  }

  static void save(SpilledCandidates spilled, StateWriter out) throws IOException {
    out.writeInt(spilled.size());
    var state = new SpilledState(out);
    spilled.forEach(state::add);
    state.saveChunk();
    if (state.trouble != null) {
      throw state.trouble;
    }
  }

  private void add(Candidate candidate) {
    chunk.add(candidate);
    if (chunk.size() == CHUNK) {
      saveChunk();
    }
  }

  private void saveChunk() {
    var table = new CandidateTable();
    chunk.forEach(table::add);
    boolean wanted = trouble == null && !chunk.isEmpty();
    chunk.clear();
    try {
      if (wanted) {
        table.save(out);
      }
    } catch (IOException e) {
      trouble = e;
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

package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Resumable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Candidates that were polled and neither expanded nor abandoned. */
final class InFlightLinks implements Resumable {

  private final Set<Long> sequences = new HashSet<>();

  void add(Candidate candidate) {
    sequences.add(candidate.sequence());
  }

  void remove(Candidate candidate) {
    sequences.remove(candidate.sequence());
  }

  /** Reports whether a page links to a URL that is being fetched right now. */
  boolean contains(long sequence) {
    return sequences.contains(sequence);
  }

  int size() {
    return sequences.size();
  }

  void clear() {
    sequences.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(sequences.size());
    for (long sequence : sequences) {
      out.writeLong(sequence);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    int count = Saved.check(in.readInt(), 0, Integer.MAX_VALUE, "number of links under way");
    for (int i = 0; i < count; i++) {
      sequences.add(Saved.readCount(in, "number of a link under way"));
    }
  }
}

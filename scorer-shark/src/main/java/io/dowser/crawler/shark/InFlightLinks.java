package io.dowser.crawler.shark;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** URLs that were polled and have not come back, with the place that they were taken from. */
final class InFlightLinks implements Resumable {

  /**
   * Where a URL was before it was polled.
   *
   * @param store the queue, or the error store
   * @param priorTurns turns of the prior queue since the last one of the normal queue, before this
   */
  record Place(QueueRule.Store store, int priorTurns) {}

  private final Map<Long, Place> places = new HashMap<>();

  void add(long sequence, Place place) {
    places.put(sequence, place);
  }

  /** Takes out a URL; null if it was not in flight. */
  @Nullable Place remove(long sequence) {
    return places.remove(sequence);
  }

  boolean contains(long sequence) {
    return places.containsKey(sequence);
  }

  void clear() {
    places.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(places.size());
    for (Map.Entry<Long, Place> entry : places.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeText(entry.getValue().store().name());
      out.writeInt(entry.getValue().priorTurns());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    int count = in.readCount("URLs in flight");
    for (int i = 0; i < count; i++) {
      long url = in.readLong();
      QueueRule.Store store = QueueRule.Store.named(in.readText());
      add(url, new Place(store, in.readCount("turns")));
    }
  }
}

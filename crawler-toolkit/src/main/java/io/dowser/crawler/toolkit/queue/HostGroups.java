package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What waits in a {@link HostGroupedQueue}: a table of candidates, their keys, a queue of slots for
 * each host, and the ready queue of hosts.
 */
final class HostGroups {

  private final HostGrouping grouping;
  private final CandidateTable table = new CandidateTable();
  private final PendingKeys keys = new PendingKeys(table);
  private final Hosts hosts = new Hosts(new SlotOrder(table));
  private final HostReadyQueue readyQueue;
  private @Nullable IndexedHeap worst; // made when first asked for: 16 bytes a candidate
  int foreseen; // never read; that it is written keeps the compiler from leaving the reads out

  HostGroups(HostGrouping grouping, int window, boolean strict) {
    this.grouping = grouping;
    this.readyQueue = new HostReadyQueue(hosts, table::goesBefore, window, strict);
  }

  /** Returns the table, for what does not change the order. */
  CandidateTable table() {
    return table;
  }

  /** Adds a candidate that does not wait. */
  void add(Candidate candidate, double key) {
    link(table.add(candidate), candidate.url(), key);
  }

  /** Reports whether a slot would go sooner with another key and tie-break. */
  boolean isRaisedBy(double key, double tieBreak, int slot) {
    int byKey = Double.compare(key, keys.get(slot));
    return byKey != 0 ? byKey > 0 : Double.compare(tieBreak, table.tieBreak(slot)) > 0;
  }

  /** Replaces everything about a candidate but its URL and its sequence number. */
  void replace(int slot, Candidate candidate, double key) {
    HostQueue host = withdraw(slot);
    table.replace(slot, candidate);
    putBack(slot, key, host);
  }

  /** Changes the key of a slot. */
  void move(int slot, double key) {
    putBack(slot, key, withdraw(slot));
  }

  /** Takes out the best candidate of a host that is ready. */
  Optional<Candidate> poll(HostGate gate) {
    long now = gate.now();
    readyQueue.wake(gate, now);
    for (HostQueue host = readyQueue.next(); host != null; host = readyQueue.next()) {
      int slot = host.peek();
      Candidate best = table.get(slot);
      long readyAt = gate.readyAt(best.url());
      if (readyAt - now <= 0) {
        host.pop();
        forget(slot);
        readyQueue.polled(host);
        foreseen = readyQueue.foresee(table);
        return Optional.of(best);
      }
      readyQueue.rest(host, readyAt, now);
    }
    return Optional.empty();
  }

  /** Forgets that a host is delayed. */
  void recheck(CrawlUrl url) {
    HostQueue host = hosts.find(grouping.groupOf(url));
    if (host != null) {
      readyQueue.recheck(host);
    }
  }

  /** Takes out the candidate of a slot. */
  Candidate takeOut(int slot) {
    Candidate candidate = table.get(slot);
    HostQueue host = withdraw(slot);
    forget(slot);
    readyQueue.changed(host);
    return candidate;
  }

  /** Finds the slot that comes last in the order; something must wait. */
  int last() {
    if (worst == null) {
      worst = new IndexedHeap((a, b) -> table.goesBefore(b, a));
      for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
        worst.push(slot, -keys.get(slot));
      }
    }
    return worst.peek();
  }

  /** Assigns new scores to all candidates but the seeds, which become their keys. */
  void rescore(ToDoubleFunction<Candidate> score) {
    LongRows fresh = newScores(score);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      if (!table.isSeed(slot)) {
        table.setScore(slot, fresh.getDouble(slot, 0));
      }
      keys.set(slot, fresh.getDouble(slot, 0));
    }
    for (HostQueue host : hosts.all()) {
      host.reorder(keys);
    }
    readyQueue.allChanged();
    if (worst != null) {
      worst.rekeyAll(slot -> -keys.get(slot));
    }
  }

  void save(DataOutput out) throws IOException {
    readyQueue.save(out);
    keys.save(out);
    table.save(out);
  }

  /** Reads what was saved, if nothing waits yet. */
  void restore(DataInput in) throws IOException {
    readyQueue.restore(in);
    int count = keys.restore(in);
    table.restore(in, this::appendRestored);
    if (count != PendingKeys.ANY && count != table.size()) {
      throw new IOException(
          "number of keys must be that of the candidates, " + table.size() + ", but was " + count);
    }
    for (HostQueue host : hosts.all()) {
      host.arrange();
      if (!host.isEmpty()) {
        readyQueue.changed(host);
      }
    }
  }

  private void appendRestored(int slot, CrawlUrl url) throws IOException {
    double key = keys.get(slot);
    if (Double.isNaN(key)) {
      throw new IOException("key of a saved candidate must be a number, but was " + key);
    }
    HostQueue host = hosts.get(grouping.groupOf(url), table.origin(slot));
    table.setGroup(slot, host.number);
    host.append(slot, key);
  }

  private void link(int slot, CrawlUrl url, double key) {
    HostQueue host = hosts.get(grouping.groupOf(url), table.origin(slot));
    table.setGroup(slot, host.number);
    keys.set(slot, key);
    host.push(slot, key);
    if (host.peek() == slot) {
      readyQueue.changed(host);
    }
    if (worst != null) {
      worst.push(slot, -key);
    }
  }

  private HostQueue withdraw(int slot) {
    HostQueue host = hosts.get(table.group(slot));
    host.remove(slot, keys.get(slot));
    return host;
  }

  private void putBack(int slot, double key, HostQueue host) {
    keys.set(slot, key);
    host.push(slot, key);
    if (worst != null) {
      worst.rekey(slot, -key);
    }
    readyQueue.changed(host);
  }

  private void forget(int slot) {
    if (worst != null) {
      worst.remove(slot);
    }
    table.remove(slot);
  }

  private LongRows newScores(ToDoubleFunction<Candidate> score) {
    var fresh = new LongRows(1);
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      fresh.setDouble(slot, 0, table.isSeed(slot) ? keys.get(slot) : newScore(slot, score));
    }
    return fresh;
  }

  private double newScore(int slot, ToDoubleFunction<Candidate> score) {
    Candidate candidate = table.get(slot);
    double fresh = score.applyAsDouble(candidate);
    if (!Double.isFinite(fresh)) {
      throw new IllegalArgumentException(
          "score must be finite, but was " + fresh + " for " + candidate.url());
    }
    return fresh + 0.0; // of the two zeros one remains
  }
}

package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.FetchResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one host, or of one group of hosts. Written by one thread; what is volatile may
 * be read by others.
 */
final class HostState {

  /** Why a host rests. */
  enum Rest {
    DELAY,
    BACK_OFF,
    SUSPENDED
  }

  final String group;
  volatile int connections;

  /** How many of its sites wait for their robots.txt; until then nothing else is asked. */
  volatile int holds;

  /** Failures since the last answer that was none. */
  volatile int failures;

  int suspensions;
  volatile boolean givenUp;
  volatile Rest rest = Rest.DELAY;
  volatile boolean resting;
  volatile long readyAt;
  long begunAt;

  /** Whether anything ever came from it, as far as anybody remembers. */
  boolean answered;

  /** The failure that is the latest, for those who are told why it was given up. */
  FetchResult.@Nullable Failed lastFailure;

  HostState(String group) {
    this.group = group;
  }

  // One thread alone writes, so what it read before is what is there.

  void addConnections(int change) {
    int before = connections;
    connections = before + change;
  }

  void addHolds(int change) {
    int before = holds;
    holds = before + change;
  }

  void addFailure() {
    int before = failures;
    failures = before + 1;
  }

  /** Earlier failures no longer count. */
  void noteAnswer() {
    failures = 0;
    suspensions = 0;
    answered = true;
    lastFailure = null;
  }

  void noteFailure(FetchResult.Failed failure, boolean neverAnswered) {
    answered |= !neverAnswered;
    lastFailure = failure;
  }

  boolean hasFailed() {
    return failures > 0 || suspensions > 0 || givenUp;
  }

  /** Says whether nothing is lost by forgetting this. */
  boolean isForgettable() {
    return connections == 0 && holds == 0 && !hasFailed() && !resting;
  }

  /** Writes what is to survive a restart: the failures, and how long the host must still rest. */
  void save(DataOutput out, long now) throws IOException {
    out.writeUTF(group);
    out.writeInt(failures);
    out.writeInt(suspensions);
    out.writeBoolean(givenUp);
    out.writeUTF(rest.name());
    out.writeLong(Math.max(0, readyAt - now));
    out.writeBoolean(answered);
    SavedFailure.save(lastFailure, out);
  }

  static HostState restore(DataInput in, long now) throws IOException {
    var host = new HostState(in.readUTF());
    host.failures = count(in.readInt(), "failures of a host");
    host.suspensions = count(in.readInt(), "parkings of a host");
    host.givenUp = in.readBoolean();
    host.rest = SavedFailure.constant(Rest.class, in.readUTF());
    long left = in.readLong();
    if (left < 0) {
      throw new IOException("rest of a host must be 0 or more, but was " + left);
    }
    host.readyAt = now + Math.min(left, HostDelayQueue.LONGEST);
    host.answered = in.readBoolean();
    host.lastFailure = SavedFailure.restore(in);
    return host;
  }

  private static int count(int value, String name) throws IOException {
    if (value < 0) {
      throw new IOException(name + " must be 0 or more, but was " + value);
    }
    return value;
  }
}

package io.dowser.crawler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What is known of one host, or of one group of hosts; for one thread. */
final class HostState {

  /** Why a host rests. */
  enum Rest {
    DELAY,
    BACK_OFF,
    PARKED
  }

  final String group;
  int connections;

  /** How many of its sites wait for their robots.txt; until then nothing else is asked. */
  int holds;

  /** Failures since the last answer that was none. */
  int failures;

  int parkings;
  boolean givenUp;
  Rest rest = Rest.DELAY;
  boolean resting;
  long readyAt;
  long begunAt;

  HostState(String group) {
    this.group = group;
  }

  /** Says whether nothing is lost by forgetting this. */
  boolean isForgettable() {
    return connections == 0 && holds == 0 && failures == 0 && parkings == 0 && !givenUp && !resting;
  }

  /** Writes what is to survive a restart: the failures, and how long the host must still rest. */
  void save(DataOutput out, long now) throws IOException {
    out.writeUTF(group);
    out.writeInt(failures);
    out.writeInt(parkings);
    out.writeBoolean(givenUp);
    out.writeUTF(rest.name());
    out.writeLong(Math.max(0, readyAt - now));
  }

  static HostState restore(DataInput in, long now, long longestRest) throws IOException {
    var host = new HostState(in.readUTF());
    host.failures = count(in.readInt(), "failures of a host");
    host.parkings = count(in.readInt(), "parkings of a host");
    host.givenUp = in.readBoolean();
    host.rest = rest(in.readUTF());
    long left = in.readLong();
    if (left < 0) {
      throw new IOException("rest of a host must be 0 or more, but was " + left);
    }
    host.readyAt = now + Math.min(left, longestRest);
    return host;
  }

  private static Rest rest(String name) throws IOException {
    for (Rest rest : Rest.values()) {
      if (rest.name().equals(name)) {
        return rest;
      }
    }
    throw new IOException("kind of a host's rest must be one of the known, but was " + name);
  }

  private static int count(int value, String name) throws IOException {
    if (value < 0) {
      throw new IOException(name + " must be 0 or more, but was " + value);
    }
    return value;
  }
}

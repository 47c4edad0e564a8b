package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The state of one host, of one group of hosts, or of one origin. Written by the engine thread
 * alone; volatile fields may be read by others.
 */
final class HostState {

  private static final int MAX_SAVED_DETAIL = 1_000;

  /** The reasons for a delay. */
  enum DelayReason {
    BETWEEN_REQUESTS,
    BACK_OFF,
    SUSPENDED
  }

  final String group;
  volatile int connections;

  /** The number of its sites whose robots.txt is pending; until then nothing else is fetched. */
  volatile int holds;

  /** Failures since the last success. */
  volatile int failures;

  int suspensions;
  volatile boolean givenUp;
  volatile DelayReason delayReason = DelayReason.BETWEEN_REQUESTS;
  volatile boolean delayed;
  volatile long readyAt;
  long begunAt;

  /** True once the host has responded. */
  boolean hasResponded;

  FetchResult.@Nullable Failed lastFailure;

  HostState(String group) {
    this.group = group;
  }

  // One thread alone writes, so these updates of volatile fields lose nothing.

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

  void noteSuccess() {
    failures = 0;
    suspensions = 0;
    hasResponded = true;
    lastFailure = null;
  }

  /** Resets that it was given up, but not whether it has ever responded. */
  void retry() {
    givenUp = false;
    failures = 0;
    suspensions = 0;
    lastFailure = null;
  }

  void noteFailure(FetchResult.Failed failure, boolean neverResponded) {
    hasResponded |= !neverResponded;
    lastFailure = failure;
  }

  boolean hasFailed() {
    return failures > 0 || suspensions > 0 || givenUp;
  }

  boolean isForgettable() {
    return connections == 0 && holds == 0 && !hasFailed() && !delayed;
  }

  /** Writes the failures and the remaining delay. */
  void save(StateWriter out, long now) throws IOException {
    out.writeText(group);
    out.writeInt(failures);
    out.writeInt(suspensions);
    out.writeBoolean(givenUp);
    out.writeText(delayReason.name());
    out.writeLong(Math.max(0, readyAt - now));
    out.writeBoolean(hasResponded);
    out.writeBoolean(lastFailure != null);
    if (lastFailure != null) {
      String detail = lastFailure.detail();
      out.writeText(lastFailure.url().toString());
      out.writeText(lastFailure.reason().name());
      out.writeInt(lastFailure.status());
      out.writeText(detail.substring(0, Math.min(detail.length(), MAX_SAVED_DETAIL)));
      out.writeBoolean(lastFailure.retryable());
    }
  }

  static HostState restore(StateReader in, long now) throws IOException {
    var host = new HostState(in.readText());
    host.failures = in.readCount("failures of a host");
    host.suspensions = in.readCount("suspensions of a host");
    host.givenUp = in.readBoolean();
    try {
      host.delayReason = DelayReason.valueOf(in.readText());
      host.readyAt = now + Math.min(in.readNumber("delay of a host"), HostDelayQueue.LONGEST);
      host.hasResponded = in.readBoolean();
      host.lastFailure = in.readBoolean() ? restoreFailure(in) : null;
      return host;
    } catch (IllegalArgumentException e) { // an unknown constant, or no URL
      throw new IOException("the host " + host.group + " cannot be read", e);
    }
  }

  private static FetchResult.Failed restoreFailure(StateReader in) throws IOException {
    return new FetchResult.Failed(
        CrawlUrl.of(in.readText()),
        FailureReason.valueOf(in.readText()),
        in.readInt(),
        in.readText(),
        in.readBoolean(),
        FetchResult.NO_HEADERS);
  }
}

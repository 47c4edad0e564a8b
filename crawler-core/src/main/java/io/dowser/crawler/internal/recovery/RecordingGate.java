package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Shows the frontier one time for the whole of a poll and remembers the answers, so that the poll
 * can be repeated.
 *
 * <p>Its clock continues where the one of the crawl before a restart was: then every host is ready.
 */
final class RecordingGate implements HostGate {

  /** A host with a longer delay stays delayed after a restart. */
  private static final long LONGEST_DELAY = java.time.Duration.ofDays(2).toNanos();

  private HostGate gate = HostGate.OPEN;
  private long now;
  private long offset;
  private long latest;
  private long[] answers = new long[8];
  private int asked;
  private long @Nullable [] repeated;
  private int next;

  /**
   * Answers a poll as it was answered before. It is this gate that does it, because a frontier may
   * forget the answers of another gate.
   */
  void repeat(long time, long[] answered) {
    repeated = answered;
    next = 0;
    now = time;
    latest = Math.max(latest, now);
  }

  /** Returns another gate whose clock continues where this one's is. */
  RecordingGate successor() {
    var successor = new RecordingGate();
    successor.offset = offset;
    successor.latest = latest;
    return successor;
  }

  void begin(HostGate hosts) {
    repeated = null;
    gate = hosts;
    now = hosts.now() + offset;
    asked = 0;
    latest = Math.max(latest, now);
  }

  /** All times up to this one are past from now on. */
  void startAfter(long time) {
    offset = time;
    latest = Math.max(latest, time);
  }

  /** The latest time that was ever given. */
  long latest() {
    return latest;
  }

  int asked() {
    return asked;
  }

  long answer(int index) {
    return answers[index];
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long readyAt(CrawlUrl url) {
    if (repeated != null) { // more questions than were asked will be noticed
      return next < repeated.length ? repeated[next++] : now;
    }
    if (asked == answers.length) {
      answers = Arrays.copyOf(answers, 2 * asked);
    }
    long ready = gate.readyAt(url) + offset;
    answers[asked++] = ready;
    latest = Math.max(latest, Math.min(ready, now + LONGEST_DELAY));
    return ready;
  }
}

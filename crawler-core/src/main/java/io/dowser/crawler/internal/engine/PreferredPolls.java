package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.internal.learning.Learning;
import io.dowser.crawler.internal.plan.PreferredHosts;
import io.dowser.crawler.internal.plan.Steering;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Polls the URLs of preferred hosts. A poll that finds none makes the frontier ask about all hosts
 * twice, so that the next one is due later. Confined to the engine thread.
 */
final class PreferredPolls {

  private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int WAIT_SHARE = 20; // times the duration of a poll that finds none

  private final Steering steering;
  private final Learning learning;
  private PreferredHosts hosts = PreferredHosts.of(List.of());
  private @Nullable HostGate usual;
  private @Nullable HostGate gate;
  private long next;

  PreferredPolls(Steering steering, Learning learning) {
    this.steering = steering;
    this.learning = learning;
  }

  /** Polls a preferred host that is ready by the gate of all hosts. */
  Optional<Candidate> poll(HostGate all) throws InterruptedException {
    if (steering.preferred().isEmpty()) {
      return Optional.empty();
    }
    HostGate preferred = gateWithin(all);
    long start = all.now();
    if (next - start > 0) {
      return Optional.empty();
    }
    Optional<Candidate> first = learning.poll(preferred);
    if (first.isEmpty()) {
      long end = all.now();
      next = end + Math.max(WAIT, WAIT_SHARE * (end - start));
    }
    return first;
  }

  /** Returns the same gate as long as nothing has changed, because a frontier keeps its times. */
  private HostGate gateWithin(HostGate all) {
    HostGate same = gate;
    if (same != null && usual == all && hosts == steering.preferred()) {
      return same;
    }
    hosts = steering.preferred();
    usual = all;
    HostGate other = hosts.within(all);
    gate = other;
    next = all.now();
    return other;
  }
}

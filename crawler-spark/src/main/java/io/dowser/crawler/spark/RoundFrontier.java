package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The frontier of one task. It serves the URLs that the round selected, in the round's order among
 * hosts that are ready, and records their results. Links are recorded but not followed; they are
 * pending for later rounds.
 *
 * <p>Hosts that must be delayed for long are put off: their URLs stay pending, so that one host
 * cannot hold up a round. Confined to the engine thread.
 */
final class RoundFrontier implements Frontier, CrawlListener {

  private final Map<String, Assigned> assigned;
  private final HostGrouping hosts;
  private final Duration longestDelay;
  private final RoundRecorder recorder;
  private final TaskEngine engine;
  private final HostGroupedQueue queue;
  private final AttemptMarks marks;
  private final Map<Long, Assigned> members = new HashMap<>();
  private final Set<Long> inFlight = new HashSet<>();
  private final Set<String> putOff = new HashSet<>();
  private boolean done;

  /**
   * Begins.
   *
   * @param assigned the task's URLs, by their form
   * @param marks keeps what is in flight, for the next attempt of a task that dies
   * @param engine the engine of this task
   */
  RoundFrontier(
      Map<String, Assigned> assigned,
      CrawlRules rules,
      AttemptMarks marks,
      RoundRecorder recorder,
      TaskEngine engine) {
    this.assigned = assigned;
    this.hosts = rules.hosts();
    this.longestDelay = rules.longestDelay();
    this.recorder = recorder;
    this.engine = engine;
    this.queue = HostGroupedQueue.of(rules.hosts());
    this.marks = marks;
  }

  @Override
  public void seed(Candidate seed) {
    Assigned mine = assigned.get(seed.url().toString());
    if (mine == null) {
      throw new IllegalStateException("not assigned to this task: " + seed.url());
    }
    members.put(seed.sequence(), mine);
    queue.offer(mine.candidate(seed.sequence()), -mine.place());
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> next = queue.poll(gate);
    next.ifPresent(
        candidate -> {
          inFlight.add(candidate.sequence());
          marks.start(candidate.url().toString());
        });
    return next;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    finish(visit.candidate());
    marks.end(visit.candidate().url().toString());
    recorder.visited(
        member(visit.candidate()), visit, engine.text(visit.candidate()), links, members);
    stopIfDone();
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    finish(candidate);
    if (reason != AbandonReason.PLUGIN_FAILED) { // which may end the task
      marks.end(candidate.url().toString());
    }
    if (reason != AbandonReason.STOPPED) { // what was stopped stays pending
      recorder.abandoned(member(candidate), reason);
    }
    stopIfDone();
  }

  private Assigned member(Candidate candidate) {
    return requireNonNull(members.get(candidate.sequence()));
  }

  private void finish(Candidate candidate) {
    inFlight.remove(candidate.sequence());
    queue.recheck(candidate.url());
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.HostSlowed slowed) {
      slowed(slowed);
    }
    recorder.on(event);
  }

  private void slowed(CrawlEvent.HostSlowed slowed) {
    boolean delays = slowed.cause() != CrawlEvent.HostSlowed.Cause.CRAWL_DELAY;
    boolean givenUp = slowed.cause() == CrawlEvent.HostSlowed.Cause.GIVEN_UP;
    if (delays && (givenUp || slowed.granted().compareTo(longestDelay) > 0)) {
      putOff.add(slowed.host());
      recorder.putOff(slowed.host(), slowed.granted());
      if (!givenUp) {
        withdraw(slowed.host());
      }
      stopIfDone();
    }
  }

  private void withdraw(String host) {
    members.forEach(
        (sequence, member) -> {
          if (hosts.groupOf(member.url()).equals(host)) {
            queue.remove(sequence);
          }
        });
  }

  /** A crawl that waits for nothing but hosts that were put off would wait in vain. */
  private void stopIfDone() {
    if (queue.size() > 0) {
      return;
    }
    for (Long sequence : inFlight) {
      Assigned member = members.get(sequence);
      if (member != null && !putOff.contains(hosts.groupOf(member.url()))) {
        return;
      }
    }
    done = true;
    engine.stop();
  }

  /** Does nothing: the order of a round was settled before it began. */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {}

  /** Never nothing: a crawl that runs dry looks for a plugin that never worked, and fails. */
  @Override
  public int size() {
    return done ? 1 : queue.size();
  }
}

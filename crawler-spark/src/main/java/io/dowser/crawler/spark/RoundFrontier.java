package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.recovery.PartRecord;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The frontier of one task. It serves the URLs that the round selected, in the round's order among
 * hosts that are ready, and records their results. Links are recorded but not followed; they are
 * pending for later rounds.
 *
 * <p>Hosts that must be delayed for long are put off: their URLs stay pending, so that one host
 * cannot hold up a round. Confined to the engine thread.
 */
final class RoundFrontier implements Frontier, CrawlListener, PartRecord.Results {

  private final Map<String, Assigned> assigned;
  private final HostGrouping hosts;
  private final Duration longestDelay;
  private final PartRecord record;
  private final RoundRecorder recorder;
  private final HostGroupedQueue queue;
  private final AttemptMarks marks;
  private final Map<Long, Assigned> members = new HashMap<>();
  private final Set<Long> inFlight = new HashSet<>();
  private final Set<String> putOff = new HashSet<>();
  private @Nullable Engine engine;
  private boolean done;

  /**
   * Begins.
   *
   * @param assigned the task's URLs, by their form
   * @param marks keeps what is in flight, for the next attempt of a task that dies
   */
  RoundFrontier(
      Map<String, Assigned> assigned, TaskPlan plan, AttemptMarks marks, RoundRecorder recorder) {
    this.assigned = assigned;
    this.hosts = plan.rules().spec().hostGrouping.get();
    this.longestDelay = plan.rounds().longestDelay();
    this.recorder = recorder;
    this.queue = HostGroupedQueue.of(hosts);
    this.marks = marks;
    this.record =
        new PartRecord(
            assigned.values().stream()
                .filter(Assigned::isRecheck)
                .map(page -> new PartRecord.Recheck(page.url(), page.state(), page::candidate))
                .toList(),
            this);
    record.open().forEach((number, page) -> members.put(number, assigned(page.url())));
  }

  private Assigned assigned(CrawlUrl url) {
    return requireNonNull(assigned.get(url.toString()));
  }

  /** Sets the engine of this task, before it runs. */
  void serve(Engine of) {
    engine = of;
  }

  private Engine engine() {
    return requireNonNull(engine, "no engine");
  }

  /** Returns the record of the task's engine. */
  PartRecord record() {
    return record;
  }

  @Override
  public void started(CrawlUrl recheck) {
    marks.start(recheck.toString());
  }

  @Override
  public void later(Candidate target, String anchor) {
    recorder.later(target, anchor);
  }

  @Override
  public void checked(CrawlUrl url, PageState found, Optional<ChangeRow> change) {
    marks.end(url.toString());
    recorder.checked(assigned(url), found, change);
  }

  @Override
  public void seed(Candidate seed) {
    Assigned mine = assigned.get(seed.url().toString());
    if (mine != null) { // else a link of a page that was rechecked, for a later round
      members.put(seed.sequence(), mine);
      queue.offer(mine.candidate(seed.sequence()), -mine.place());
    }
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
    PageContentHash text = engine().worth().text(visit.candidate());
    recorder.visited(member(visit.candidate()), visit, text, record, links, members);
    stopIfDone();
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    finish(candidate);
    if (reason != AbandonReason.PLUGIN_FAILED) { // which may end the task
      marks.end(candidate.url().toString());
    }
    // what was stopped stays pending, and a rule's number of pages is for a round
    if (reason != AbandonReason.STOPPED && reason != AbandonReason.HOST_BUDGET) {
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
    if (event instanceof CrawlEvent.Changed changed) {
      recorder.changed(changed, engine().worth().text(changed.visit().candidate()));
    }
    recorder.on(event);
    stopIfDone();
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
    boolean waits =
        Stream.concat(inFlight.stream(), record.open().keySet().stream())
            .anyMatch(number -> isAwaited(members.get(number)));
    if (!waits) {
      done = true;
      engine().requestStop();
    }
  }

  private boolean isAwaited(@Nullable Assigned member) {
    return member != null && !putOff.contains(hosts.groupOf(member.url()));
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

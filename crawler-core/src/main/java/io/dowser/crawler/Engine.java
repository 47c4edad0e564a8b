package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Walks the line: takes candidates from the frontier, sends them out, and hands what comes back to
 * observers, frontier and listeners. One thread, the crawl's own, calls {@link #run}.
 */
final class Engine {

  private static final Duration END = Duration.ofMillis(1500);
  private static final long LONGEST_WAIT = Duration.ofHours(1).toNanos();

  /** A host can become ready without the frontier being told, so idle workers look again. */
  private static final long LOOK_AGAIN = 2 * HostSchedule.BUSY_NANOS;

  private static final long LONGEST_IDLE = 20 * HostSchedule.BUSY_NANOS;
  private static final long NOT_IDLE = Long.MIN_VALUE;

  private final CrawlPlan plan;
  private final Frontier frontier;
  private final LongSupplier nanoClock;
  private final Workers workers;
  private final HostSchedule schedule;
  private final KnownUrls known = new KnownUrls();
  private final LinkIntake intake;
  private final Tally tally;
  private final Seeds seeds = new Seeds();
  private final Streaks streaks;
  private final Observers observers;
  private final ProgressLine progress;
  private final Queue<Flight> hops = new ArrayDeque<>();
  private final long started;
  private long idleSince = NOT_IDLE;
  private volatile boolean stopRequested;
  private volatile CrawlStatistics statistics;

  Engine(CrawlPlan plan, LongSupplier nanoClock) {
    this.plan = plan;
    this.frontier = plan.frontier();
    this.nanoClock = nanoClock;
    this.workers = new Workers(new PageLine(plan), plan.workers(), plan.executor());
    this.schedule =
        new HostSchedule(plan.hostGrouping(), plan.delay(), plan.connectionsPerHost(), nanoClock);
    this.intake = new LinkIntake(known, plan.maxDepth());
    this.tally = new Tally(plan.stopConditions().harvestWindow());
    this.streaks = new Streaks(plan.maxPluginFailures());
    this.observers = new Observers(plan);
    this.progress = new ProgressLine(plan, nanoClock);
    this.started = nanoClock.getAsLong();
    this.statistics = tally.snapshot(0, 0, 0, Duration.ZERO);
  }

  /** Asks the crawl to end; may be called by any thread, and again. */
  void requestStop() {
    stopRequested = true;
    workers.wake();
  }

  boolean isStopRequested() {
    return stopRequested;
  }

  CrawlStatistics statistics() {
    return statistics;
  }

  CrawlReport run() {
    StopReason reason = StopReason.FAILED;
    @Nullable Throwable cause = null;
    try {
      begin();
      reason = crawl();
    } catch (InterruptedException | RuntimeException | Error e) { // the report must tell it
      cause = e;
    }
    try {
      end();
      observers.tell(new CrawlEvent.Finished(reason, statistics));
    } catch (InterruptedException | RuntimeException | Error e) {
      cause = firstOf(cause, e);
    }
    return new CrawlReport(
        cause == null ? reason : StopReason.FAILED,
        statistics,
        seeds.failures(),
        Optional.ofNullable(cause));
  }

  private static Throwable firstOf(@Nullable Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    first.addSuppressed(second);
    return first;
  }

  private void begin() {
    for (CrawlUrl seed : plan.seeds()) {
      Fingerprint fingerprint = Fingerprint.of(seed);
      if (known.find(fingerprint) == KnownUrls.UNKNOWN) {
        frontier.seed(Candidate.seed(seed, known.add(fingerprint)));
        seeds.add();
      }
    }
    observers.tell(new CrawlEvent.Started(plan.clock().instant(), seeds.count()));
  }

  private StopReason crawl() throws InterruptedException {
    while (true) {
      StopReason reached = stopReason();
      if (reached != null) {
        return reached;
      }
      dispatch();
      publish();
      if (workers.inFlight() == 0 && hops.isEmpty()) {
        if (frontier.size() == 0) {
          return ranDry();
        }
        if (isWithheld()) {
          return StopReason.WITHHELD;
        }
      } else {
        idleSince = NOT_IDLE;
      }
      Optional<Outcome> outcome = workers.receive(patience());
      if (outcome.isPresent()) {
        land(outcome.get());
      }
    }
  }

  private @Nullable StopReason stopReason() {
    if (stopRequested) {
      return StopReason.STOPPED;
    }
    return plan.stopConditions().reached(tally, elapsed()).orElse(null);
  }

  private StopReason ranDry() {
    streaks.throwIfOneNeverWorked();
    return tally.visited() == 0 ? StopReason.ALL_SEEDS_FAILED : StopReason.FRONTIER_EMPTY;
  }

  private void dispatch() {
    for (Iterator<Flight> i = hops.iterator(); i.hasNext() && workers.hasRoom(); ) {
      Flight hop = i.next();
      if (schedule.isReady(hop.url())) {
        i.remove();
        send(hop);
      }
    }
    while (workers.hasRoom() && withinBudget()) {
      Optional<Candidate> next = frontier.poll(schedule);
      if (next.isEmpty()) {
        return;
      }
      start(next.get());
    }
  }

  private void start(Candidate candidate) {
    if (known.isClosed((int) candidate.sequence())) { // a redirect led there meanwhile
      frontier.abandon(candidate, AbandonReason.REACHED_BEFORE);
      return;
    }
    known.close(candidate.sequence());
    send(Flight.of(candidate));
  }

  private boolean withinBudget() {
    return tally.visited() + workers.inFlight() + hops.size() < plan.stopConditions().maxPages();
  }

  private void send(Flight flight) {
    schedule.begin(flight.url());
    workers.send(flight);
  }

  /** Nothing is under way, no host rests, and still the frontier gives nothing for a while. */
  private boolean isWithheld() {
    if (schedule.hasRestingHosts()) {
      idleSince = NOT_IDLE;
      return false;
    }
    long now = nanoClock.getAsLong();
    if (idleSince == NOT_IDLE) {
      idleSince = now;
    }
    return now - idleSince > LONGEST_IDLE;
  }

  /** How long to wait for an outcome before there is something else to do. */
  private long patience() {
    Long nextHost = schedule.nanosToNextRelease();
    long untilHost = nextHost == null ? LOOK_AGAIN : Math.min(nextHost, LOOK_AGAIN);
    boolean idleWorkers = workers.hasRoom() && frontier.size() + hops.size() > 0;
    long untilDeadline = plan.stopConditions().nanosLeft(elapsed());
    long until = Math.min(untilDeadline, progress.nanosToNext());
    return Math.min(until, idleWorkers ? untilHost : LONGEST_WAIT);
  }

  private void land(Outcome outcome) {
    schedule.end(outcome.flight().url());
    if (outcome instanceof Outcome.Page page) {
      visit(page);
    } else if (outcome instanceof Outcome.NoPage noPage) {
      noPage(noPage.flight(), noPage.result());
    } else if (outcome instanceof Outcome.Broken broken) {
      giveUp(broken.flight(), AbandonReason.PLUGIN_FAILED, broken.trouble().cause().toString());
      troubles(broken.flight().url(), List.of(broken.trouble()));
    } else if (outcome instanceof Outcome.Fatal fatal) {
      giveUp(fatal.flight(), AbandonReason.PLUGIN_FAILED, fatal.cause().toString());
      throw new CrawlException("a worker failed on " + fatal.flight().url(), fatal.cause());
    }
  }

  private void visit(Outcome.Page outcome) {
    LinkIntake.Links links = intake.take(outcome);
    var visit = visit(outcome, links);
    tally.count(visit);
    var troubles = new ArrayList<>(outcome.troubles());
    troubles.addAll(observers.visited(visit));
    frontier.expand(visit, links.scored());
    observers.tell(new CrawlEvent.Visited(visit));
    troubles.addAll(observers.rekeyIfMoved(frontier, tally.visited()));
    streaks.endExcept(troubles);
    troubles(visit.url(), troubles);
  }

  private Visit visit(Outcome.Page outcome, LinkIntake.Links links) {
    return new Visit(
        tally.visited() + 1,
        outcome.flight().candidate(),
        outcome.page(),
        outcome.fetched(),
        outcome.page().relevance() >= plan.judge().threshold(),
        outcome.time(),
        links.outLinks());
  }

  private void noPage(Flight flight, FetchResult result) {
    streaks.end(PluginKind.FETCHER);
    if (result instanceof FetchResult.Redirect redirect) {
      redirect(flight, redirect);
    } else if (result instanceof FetchResult.Failed failed) {
      fail(flight, failed);
    } else {
      frontier.abandon(flight.candidate(), AbandonReason.NOT_MODIFIED);
      observers.tell(new CrawlEvent.NotModified(flight.candidate()));
    }
  }

  private void redirect(Flight flight, FetchResult.Redirect redirect) {
    tally.countRedirect();
    CrawlUrl target = plan.canonicalizer().resolver(flight.url()).resolve(redirect.location());
    if (target != null && flight.redirects() >= plan.maxRedirects()) {
      fail(flight, tooManyRedirects(flight, target));
      return;
    }
    int sequence = target == null ? KnownUrls.UNKNOWN : known.findOrAdd(Fingerprint.of(target));
    boolean follow = target != null && !known.isClosed(sequence);
    String location = target == null ? redirect.location() : target.toString();
    observers.tell(new CrawlEvent.Redirected(flight.candidate(), flight.url(), location, follow));
    if (follow && target != null) {
      known.close(sequence);
      hops.add(flight.redirectedTo(target));
    } else {
      String trouble = target != null ? ", which was reached before" : ", which is no web address";
      seeds.failed(flight.candidate(), "redirects to '" + location + "'" + trouble);
      frontier.abandon(flight.candidate(), AbandonReason.REDIRECTED);
    }
  }

  private FetchResult.Failed tooManyRedirects(Flight flight, CrawlUrl target) {
    return FetchResult.Failed.of(
        flight.url(),
        FetchResult.FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (flight.redirects() + 1) + " leads to " + target);
  }

  private void fail(Flight flight, FetchResult.Failed failed) {
    String words = failed.reason() + " " + failed.detail();
    giveUp(flight, AbandonReason.FETCH_FAILED, words);
    observers.tell(new CrawlEvent.FetchFailed(flight.candidate(), failed, false));
  }

  private void giveUp(Flight flight, AbandonReason reason, String words) {
    tally.countFailure();
    seeds.failed(flight.candidate(), words);
    frontier.abandon(flight.candidate(), reason);
  }

  /** Tells all of them before one that is too many ends the crawl. */
  private void troubles(CrawlUrl url, List<Outcome.Trouble> troubles) {
    for (Outcome.Trouble trouble : troubles) {
      observers.tell(
          new CrawlEvent.PluginFailed(trouble.kind(), trouble.plugin(), url, trouble.cause()));
    }
    troubles.forEach(streaks::count);
  }

  private void end() throws InterruptedException {
    try {
      for (Flight flight : workers.recall()) {
        frontier.abandon(flight.candidate(), AbandonReason.STOPPED);
      }
      hops.forEach(hop -> frontier.abandon(hop.candidate(), AbandonReason.STOPPED));
    } finally {
      workers.awaitEnd(END);
      if (plan.ownsFetcher()) {
        plan.fetcher().close();
      }
    }
    publish();
    progress.finish(statistics);
  }

  private void publish() {
    statistics = tally.snapshot(frontier.size(), workers.inFlight(), known.size(), elapsed());
    progress.show(statistics);
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoClock.getAsLong() - started);
  }
}

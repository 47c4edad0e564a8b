package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The stores of Liu, Lin and Gao 2009: prior queue, normal queue, error store and link relation.
 * URLs are sorted into them by the truth table, and moved between them when more is known.
 *
 * <p>The ledger has the reason why a URL is where it is. If rejected URLs are to be released, they
 * wait in the order of formula (5); otherwise nothing of them is kept but the reason.
 */
final class SharkStores implements Resumable {

  private static final int FORMAT = 2;
  private static final String IN_ERROR_STORE = "in the error store: ";

  private final KeyWords keyWords;
  private final SharkThresholds thresholds;
  private final double seedPotential;
  private final boolean releases;
  private final LinkLedger ledger = new LinkLedger();
  private final InLinkCounter counter;
  private final ValueQueue queues;
  private final ValueQueue rejected;
  private final Map<Long, Integer> inFlight = new HashMap<>(); // prior turns before the poll

  SharkStores(SharkFrontier.Builder builder) {
    this.keyWords = builder.keyWords.build();
    this.thresholds = builder.thresholds;
    this.seedPotential = builder.profile == SharkProfile.PAPER ? 1 : Double.POSITIVE_INFINITY;
    this.releases = builder.releasesRejected();
    this.counter = new InLinkCounter(ledger, builder);
    this.queues = new ValueQueue(ledger, builder);
    this.rejected = new ValueQueue(ledger, builder);
  }

  int size() {
    return queues.size() + rejected.size();
  }

  boolean releasesRejected() {
    return releases;
  }

  long tableBytes() {
    return ledger.bytes() + counter.bytes();
  }

  int inLinks(long sequence) {
    return ledger.count(LinkLedger.number(sequence));
  }

  /** Adds a seed, or the entry of a list, which counts as the link of a page within the limits. */
  void seed(Candidate seed) {
    inFlight.remove(seed.sequence());
    if (!seed.isSeed()) {
      admit(free(seed), QueueRule.byPotential(QueueRule.Band.MIDDLE, seed.score(), thresholds));
      return;
    }
    ledger.setRule(LinkLedger.number(seed.sequence()), QueueRule.SEED);
    queues.put(free(seed), false, seedPotential);
  }

  Optional<Candidate> poll(HostGate gate) {
    int priorTurns = queues.priorTurns();
    Optional<Candidate> best = queues.poll(gate).or(() -> release(gate));
    best.ifPresent(url -> inFlight.put(url.sequence(), priorTurns));
    return best;
  }

  /** Takes out the rejected URL of the largest value whose host is ready. */
  private Optional<Candidate> release(HostGate gate) {
    Optional<Candidate> released = rejected.poll(gate);
    released.ifPresent(
        url -> ledger.setRule(LinkLedger.number(url.sequence()), QueueRule.RELEASED));
    return released;
  }

  void expand(Visit visit, List<ScoredLink> links) {
    inFlight.remove(visit.candidate().sequence());
    recheck(visit.candidate().url());
    recheck(visit.url()); // another host after a redirect
    ledger.countPage();
    counter.count(visit, this::cited);
    double relevance = SharkPathState.relevance(visit.pathState(), visit.relevance());
    QueueRule.Band band = QueueRule.band(relevance, thresholds);
    for (ScoredLink link : links) {
      offer(link, band);
    }
  }

  private void recheck(CrawlUrl url) {
    queues.recheck(url);
    rejected.recheck(url);
  }

  private void cited(int url) {
    queues.cite(url);
    rejected.cite(url);
  }

  /** Takes a link of a page whose relevance lies in a band. */
  private void offer(ScoredLink link, QueueRule.Band band) {
    Candidate candidate = link.candidate();
    int url = LinkLedger.number(candidate.sequence());
    int slot = link.pending() ? queues.slotOf(url) : ValueQueue.ABSENT;
    if (slot != ValueQueue.ABSENT) {
      raise(slot, candidate, rule(link, band));
    } else if (!link.pending() || mayBePending(url)) {
      admit(free(candidate), rule(link, band));
    }
  }

  /** A page may link to one that is being fetched right now, or that could not be fetched. */
  private boolean mayBePending(int url) {
    return !inFlight.containsKey((long) url) && ledger.failure(url) == null;
  }

  private QueueRule rule(ScoredLink link, QueueRule.Band band) {
    if (band == QueueRule.Band.ABOVE) {
      return QueueRule.RELEVANT_PAGE;
    }
    if (band == QueueRule.Band.MIDDLE
        && (keyWords.inAnchor(link.link()) || keyWords.inUrl(link.candidate().url()))) {
      return QueueRule.KEY_WORD;
    }
    return QueueRule.byPotential(band, link.candidate().score(), thresholds);
  }

  /** Takes a URL out of the error store: the better of what was kept of it and a new link to it. */
  private Candidate free(Candidate candidate) {
    int slot = rejected.slotOf(candidate.sequence());
    if (slot == ValueQueue.ABSENT) {
      return candidate;
    }
    rejected.raise(slot, candidate, false);
    return rejected.remove(slot);
  }

  private void admit(Candidate candidate, QueueRule rule) {
    ledger.setRule(LinkLedger.number(candidate.sequence()), rule);
    if (rule.store == QueueRule.Store.ERROR) {
      reject(candidate);
    } else {
      queues.put(candidate, rule.store == QueueRule.Store.NORMAL, candidate.score());
    }
  }

  private void reject(Candidate candidate) {
    if (releases) {
      rejected.put(candidate, false, candidate.score());
    }
  }

  /** A pending URL was found again. */
  private void raise(int slot, Candidate candidate, QueueRule rule) {
    boolean toPrior = queues.isNormal(slot) && rule.store == QueueRule.Store.PRIOR;
    if (toPrior) {
      ledger.setRule(LinkLedger.number(candidate.sequence()), rule);
    }
    queues.raise(slot, candidate, toPrior);
  }

  void abandon(Candidate candidate, AbandonReason reason) {
    Integer priorTurns = inFlight.remove(candidate.sequence());
    recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      putBack(candidate, priorTurns);
    } else {
      ledger.setFailed(LinkLedger.number(candidate.sequence()), reason);
    }
  }

  /**
   * The turn is given back too, so that a stopped crawl continues as if it had not been stopped.
   *
   * @param priorTurns null for a URL that was not polled
   */
  private void putBack(Candidate candidate, @Nullable Integer priorTurns) {
    QueueRule rule = ledger.rule(LinkLedger.number(candidate.sequence()));
    boolean normal = candidate.score() < thresholds.minPrior();
    if (priorTurns != null) {
      queues.setPriorTurns(priorTurns);
      normal = rule != null && rule.store == QueueRule.Store.NORMAL;
    }
    if (candidate.isSeed()) {
      queues.put(candidate, false, seedPotential);
    } else if (priorTurns != null && rule == QueueRule.RELEASED) {
      reject(candidate);
    } else {
      queues.put(candidate, normal, candidate.score());
    }
  }

  /**
   * Takes new potentials: from the normal to the prior queue, out of the error store, never back.
   */
  void rekey(ToDoubleFunction<Candidate> score) {
    int[] queued = queues.slots();
    int[] kept = rejected.slots();
    double[] ofQueued = queues.newPotentials(queued, score);
    double[] ofKept = rejected.newPotentials(kept, score); // all are known now: none is refused
    for (int i = 0; i < queued.length; i++) {
      rekeyQueued(queued[i], ofQueued[i]);
    }
    for (int i = 0; i < kept.length; i++) {
      rekeyRejected(kept[i], ofKept[i]);
    }
  }

  private void rekeyQueued(int slot, double potential) {
    boolean toPrior = queues.isNormal(slot) && potential >= thresholds.minPrior();
    if (toPrior) {
      ledger.setRule(queues.url(slot), QueueRule.RESCORED);
    }
    queues.rekey(slot, potential, toPrior);
  }

  private void rekeyRejected(int slot, double potential) {
    rejected.rekey(slot, potential, false);
    QueueRule rule = QueueRule.rescored(potential, thresholds);
    if (rule != null) {
      admit(rejected.remove(slot), rule);
    }
  }

  /** Reports where a URL stands and why; empty if it is in flight, was visited or is unknown. */
  Optional<Explanation> explain(long sequence) {
    int url = LinkLedger.number(sequence);
    QueueRule rule = ledger.rule(url);
    AbandonReason failure = ledger.failure(url);
    int slot = queues.slotOf(url);
    if (slot != ValueQueue.ABSENT) {
      String queue = queues.isNormal(slot) ? "normal" : "prior";
      return Optional.of(queues.explain("value in the " + queue + " queue" + words(rule), slot));
    }
    slot = rejected.slotOf(url);
    if (slot != ValueQueue.ABSENT) {
      return Optional.of(rejected.explain(IN_ERROR_STORE + "rejected" + words(rule), slot));
    }
    if (failure != null) {
      return inErrorStore("failed (" + failure.name().toLowerCase(Locale.ROOT) + ")", url);
    }
    return rule != null && rule.store == QueueRule.Store.ERROR
        ? inErrorStore("rejected" + words(rule), url)
        : Optional.empty();
  }

  private static String words(@Nullable QueueRule rule) {
    return " (" + (rule == null ? "unknown" : rule.words) + ")";
  }

  private Optional<Explanation> inErrorStore(String what, int url) {
    Explanation inLinks = Explanation.of("in-links", ledger.count(url));
    return Optional.of(new Explanation(IN_ERROR_STORE + what, 0, List.of(inLinks)));
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("shark frontier", FORMAT);
    ledger.save(out);
    counter.save(out);
    queues.save(out);
    out.writeBoolean(releases);
    rejected.save(out);
    out.writeInt(inFlight.size());
    for (Map.Entry<Long, Integer> url : inFlight.entrySet()) {
      out.writeLong(url.getKey());
      out.writeInt(url.getValue());
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void read(StateReader in) throws IOException {
    in.section("shark frontier", FORMAT);
    ledger.restore(in);
    counter.restore(in);
    queues.restore(in);
    StateReader.require(
        in.readBoolean() == releases, "rejected URLs must " + (releases ? "" : "not ") + "be kept");
    rejected.restore(in);
    for (int left = in.readCount("URLs in flight"); left > 0; left--) {
      inFlight.put(in.readLong(), in.readCount("turns"));
    }
  }

  private void clear() {
    ledger.clear();
    counter.clear();
    queues.clear();
    rejected.clear();
    inFlight.clear();
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.ScoredLink;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sorts URLs into the prior queue, the normal queue and the error store, by the truth table of Liu,
 * Lin and Gao 2009, and moves them between these when more is known.
 */
final class LinkSorter {

  private final KeyWords keyWords;
  private final SharkThresholds thresholds;
  private final double seedPotential;
  private final LinkLedger ledger;
  private final ValueQueue queues;
  private final ErrorStore errors;
  private final InFlightLinks inFlight;

  LinkSorter(
      SharkFrontier.Builder builder,
      LinkLedger ledger,
      ValueQueue queues,
      ErrorStore errors,
      InFlightLinks inFlight) {
    this.keyWords = builder.keyWords.build();
    this.thresholds = builder.thresholds;
    this.seedPotential = builder.profile == SharkProfile.PAPER ? 1 : Double.POSITIVE_INFINITY;
    this.ledger = ledger;
    this.queues = queues;
    this.errors = errors;
    this.inFlight = inFlight;
  }

  void seed(Candidate seed) {
    ledger.setRule(LinkLedger.number(seed.sequence()), QueueRule.SEED);
    queues.put(errors.free(seed), false, seedPotential);
  }

  /** Takes a link of a page whose relevance lies in a band. */
  void offer(ScoredLink link, QueueRule.Band band) {
    Candidate candidate = link.candidate();
    int url = LinkLedger.number(candidate.sequence());
    int slot = link.pending() ? queues.slotOf(url) : ValueQueue.ABSENT;
    if (slot != ValueQueue.ABSENT) {
      raise(slot, candidate, rule(link, band));
    } else if (!link.pending()) {
      admit(url, candidate, rule(link, band));
    } else if (mayBePending(url)) {
      admit(url, errors.free(candidate), rule(link, band));
    }
  }

  /** A page may link to one that is being fetched right now, or that could not be fetched. */
  private boolean mayBePending(int url) {
    return !inFlight.contains(url) && ledger.failure(url) == null;
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

  private void admit(int url, Candidate candidate, QueueRule rule) {
    ledger.setRule(url, rule);
    if (rule.store == QueueRule.Store.ERROR) {
      errors.reject(candidate);
    } else {
      queues.put(candidate, rule.store == QueueRule.Store.NORMAL, candidate.score());
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

  /**
   * The turn is given back too, so that a stopped crawl continues as if it had not been stopped.
   */
  void putBack(Candidate candidate, InFlightLinks.@Nullable Place place) {
    if (place != null) {
      queues.setPriorTurns(place.priorTurns());
    }
    if (candidate.isSeed()) {
      queues.put(candidate, false, seedPotential);
    } else if (place == null) {
      queues.put(candidate, candidate.score() < thresholds.minPrior(), candidate.score());
    } else if (place.store() == QueueRule.Store.ERROR) {
      errors.reject(candidate);
    } else {
      queues.put(candidate, place.store() == QueueRule.Store.NORMAL, candidate.score());
    }
  }

  /**
   * Takes new potentials: from the normal to the prior queue, out of the error store, never back.
   */
  void rekey(ToDoubleFunction<Candidate> score) {
    double[] queued = queues.newPotentials(score);
    double[] rejected =
        errors.rejected().newPotentials(score); // all are known now: none is refused
    int next = 0;
    for (int slot = queues.nextSlot(0); slot >= 0; slot = queues.nextSlot(slot + 1)) {
      rekey(slot, queued[next++]);
    }
    errors.rekey(rejected, thresholds, queues);
  }

  private void rekey(int slot, double potential) {
    if (queues.isSeed(slot)) {
      return;
    }
    boolean toPrior = queues.isNormal(slot) && potential >= thresholds.minPrior();
    if (toPrior) {
      ledger.setRule(queues.url(slot), QueueRule.RESCORED);
    }
    queues.rekey(slot, potential, toPrior);
  }

  /** Returns the potential of a pending URL, in a queue or in the error store; otherwise 0. */
  double potential(long sequence) {
    ValueQueue pending = queues.slotOf(sequence) == ValueQueue.ABSENT ? errors.rejected() : queues;
    int slot = pending.slotOf(sequence);
    return slot == ValueQueue.ABSENT ? 0 : pending.potential(slot);
  }

  /**
   * Reports where a URL stands and why; null for one that is in flight, was visited or is unknown.
   */
  @Nullable Explanation explain(int url, Explanation potential) {
    int slot = queues.slotOf(url);
    if (slot == ValueQueue.ABSENT) {
      return errors.explain(url, potential);
    }
    QueueRule rule = ledger.rule(url);
    String queue = queues.isNormal(slot) ? "normal" : "prior";
    String words = rule == null ? "unknown" : rule.words;
    return queues.explain("value in the " + queue + " queue (" + words + ")", slot, potential);
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The paper's error store: URLs that were rejected or failed.
 *
 * <p>The reasons are in the ledger. If rejected URLs are to be released, they wait here, in the
 * order of formula (5); otherwise nothing of them is kept but the reason.
 */
final class ErrorStore implements Resumable {

  private final LinkLedger ledger;
  private final boolean releases;
  private final ValueQueue rejected;

  ErrorStore(LinkLedger ledger, SharkFrontier.Builder rule) {
    this.ledger = ledger;
    this.releases = rule.releasesRejected();
    this.rejected = new ValueQueue(ledger, rule);
  }

  /** Counts the URLs that {@link #release} can still give. */
  int size() {
    return rejected.size();
  }

  /** The rejected pending URLs for their release. */
  ValueQueue rejected() {
    return rejected;
  }

  void reject(Candidate candidate) {
    if (releases) {
      rejected.put(candidate, false, candidate.score());
    }
  }

  /** Takes a URL out and gives the better of what was kept of it and a new link to it. */
  Candidate free(Candidate candidate) {
    int slot = rejected.slotOf(candidate.sequence());
    if (slot == ValueQueue.ABSENT) {
      return candidate;
    }
    rejected.raise(slot, candidate, false);
    return rejected.remove(slot);
  }

  /** Takes out the rejected URL of the largest value whose host is ready. */
  Optional<Candidate> release(HostGate gate) {
    Optional<Candidate> released = size() == 0 ? Optional.empty() : rejected.poll(gate);
    released.ifPresent(
        url -> ledger.setRule(LinkLedger.number(url.sequence()), QueueRule.RELEASED));
    return released;
  }

  /**
   * Takes new potentials, in the order of the slots, and hands over what is good enough now for one
   * of the queues.
   */
  void rekey(double[] potentials, SharkThresholds thresholds, ValueQueue queues) {
    int next = 0;
    for (int slot = rejected.nextSlot(0); slot >= 0; slot = rejected.nextSlot(slot + 1)) {
      double potential = potentials[next++];
      QueueRule rule = QueueRule.rescored(potential, thresholds);
      rejected.rekey(slot, potential, false);
      if (rule != null) {
        Candidate freed = rejected.remove(slot);
        ledger.setRule(LinkLedger.number(freed.sequence()), rule);
        queues.put(freed, rule.store == QueueRule.Store.NORMAL, potential);
      }
    }
  }

  void cite(int url, int inLinks) {
    int slot = size() == 0 ? ValueQueue.ABSENT : rejected.slotOf(url);
    if (slot != ValueQueue.ABSENT) {
      rejected.cite(slot, inLinks);
    }
  }

  void recheck(CrawlUrl url) {
    if (size() > 0) {
      rejected.recheck(url);
    }
  }

  /** Names the reason, or gives null for a URL that is not in the error store. */
  @Nullable Explanation explain(int url, Explanation potential) {
    AbandonReason failure = ledger.failure(url);
    if (failure != null) {
      return named("failed (" + failure.name().toLowerCase(Locale.ROOT) + ")", url);
    }
    QueueRule rule = ledger.rule(url);
    int slot = rejected.slotOf(url);
    if (rule != null && slot != ValueQueue.ABSENT) {
      return rejected.explain("in the error store: " + rejected(rule), slot, potential);
    }
    return rule != null && rule.store == QueueRule.Store.ERROR ? named(rejected(rule), url) : null;
  }

  private static String rejected(QueueRule rule) {
    return "rejected (" + rule.words + ")";
  }

  private Explanation named(String what, int url) {
    Explanation inLinks = Explanation.of("in-links", ledger.count(url));
    return new Explanation("in the error store: " + what, 0, List.of(inLinks));
  }

  void clear() {
    rejected.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeBoolean(releases);
    if (releases) {
      rejected.save(out);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    StateReader.require(
        in.readBoolean() == releases, "rejected URLs must " + (releases ? "" : "not ") + "be kept");
    if (releases) {
      rejected.restore(in);
    }
  }
}

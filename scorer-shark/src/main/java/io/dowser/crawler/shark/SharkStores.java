package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stores of Liu, Lin and Gao 2009: prior queue, normal queue, error store and link relation.
 * URLs are sorted into them by the truth table, and moved between them when more is known.
 *
 * <p>The ledger has the reason why a URL is where it is. If rejected URLs are to be released, they
 * wait in the order of formula (5); otherwise nothing of them is kept but the reason.
 */
final class SharkStores implements Resumable {

  /** Turns of the prior queue for each turn of the normal one, if that only comes last. */
  static final int PRIOR_FIRST = 0;

  private static final int FORMAT = 3;
  private static final String IN_ERROR_STORE = "in the error store: ";

  private final KeyWords keyWords;
  private final SharkThresholds thresholds;
  private final int turnRatio;
  private final boolean releases;
  private final LinkLedger ledger = new LinkLedger();
  private final InLinkCounter counter;
  private final LinkValue value;
  private final LinkValue valueOfRejected;
  private final ValueQueue prior;
  private final ValueQueue normal;
  private final ValueQueue rejected;
  private int priorTurns; // since the last turn of the normal queue

  SharkStores(Settings settings, CrawlContext context) {
    boolean paper = SharkProfile.of(settings) == SharkProfile.PAPER;
    HostGrouping hosts = context.hostGrouping();
    this.keyWords = KeyWords.ofLinks(settings, context);
    this.thresholds = SharkThresholds.of(settings);
    this.turnRatio = settings.integer("turnRatio", paper ? 1 : PRIOR_FIRST, 0, 1_000_000);
    this.releases = settings.flag("releaseRejected", !paper);
    this.counter = new InLinkCounter(settings, ledger, hosts);
    this.value = new LinkValue(settings, ledger, this::largestCount);
    this.valueOfRejected = new LinkValue(settings, ledger, this::largestCountOfRejected);
    this.prior = new ValueQueue(hosts, ledger, value);
    this.normal = new ValueQueue(hosts, ledger, value);
    this.rejected = new ValueQueue(hosts, ledger, valueOfRejected);
  }

  private int largestCount() {
    return Math.max(prior.largestCount(), normal.largestCount());
  }

  private int largestCountOfRejected() {
    return rejected.largestCount();
  }

  int size() {
    return prior.size() + normal.size() + rejected.size();
  }

  long tableBytes() {
    return ledger.bytes() + counter.bytes();
  }

  int inLinks(long sequence) {
    return ledger.count(LinkLedger.number(sequence));
  }

  /** Adds a seed, or the entry of a list, which counts as the link of a page within the limits. */
  void seed(Candidate seed) {
    if (!seed.isSeed()) {
      take(seed, QueueRule.byPotential(QueueRule.Band.MIDDLE, seed.score(), thresholds));
      return;
    }
    for (ValueQueue queue : List.of(prior, normal, rejected)) {
      queue.remove(seed.sequence());
    }
    ledger.setRule(LinkLedger.number(seed.sequence()), QueueRule.SEED);
    prior.put(seed);
  }

  Optional<Candidate> poll(HostGate gate) {
    boolean normalsTurn = turnRatio != PRIOR_FIRST && priorTurns >= turnRatio;
    Optional<Candidate> polled = normalsTurn ? pollNormal(gate) : pollPrior(gate);
    if (polled.isEmpty()) {
      polled = normalsTurn ? pollPrior(gate) : pollNormal(gate);
    }
    return polled.isPresent() ? polled : release(gate);
  }

  private Optional<Candidate> pollPrior(HostGate gate) {
    Optional<Candidate> polled = prior.poll(gate);
    if (polled.isPresent() && turnRatio != PRIOR_FIRST) {
      priorTurns = (priorTurns >= turnRatio ? 0 : priorTurns) + 1;
    }
    return polled;
  }

  private Optional<Candidate> pollNormal(HostGate gate) {
    Optional<Candidate> polled = normal.poll(gate);
    if (polled.isPresent()) {
      priorTurns = 0;
    }
    return polled;
  }

  /** Takes out the rejected URL of the largest value whose host is ready. */
  private Optional<Candidate> release(HostGate gate) {
    Optional<Candidate> released = rejected.poll(gate);
    released.ifPresent(
        url -> ledger.setRule(LinkLedger.number(url.sequence()), QueueRule.RELEASED));
    return released;
  }

  void expand(Visit visit, List<ScoredLink> links) {
    recheck(visit.candidate().url());
    recheck(visit.url()); // another host after a redirect
    ledger.countPage();
    counter.count(visit, this::cited);
    double relevance = SharkPathState.relevance(visit.pathState(), visit.relevance());
    QueueRule.Band band = QueueRule.band(relevance, thresholds);
    for (ScoredLink link : links) {
      boolean failed =
          link.pending() && ledger.failure(LinkLedger.number(link.candidate().sequence())) != null;
      if (!failed) {
        take(link.candidate(), rule(link, band));
      }
    }
  }

  private void recheck(CrawlUrl url) {
    prior.recheck(url);
    normal.recheck(url);
    rejected.recheck(url);
  }

  private void cited(int url) {
    prior.cited(url);
    normal.cited(url);
    rejected.cited(url);
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

  /** Takes a link, or merges it with the pending one, by the rule of its page. */
  private void take(Candidate candidate, QueueRule rule) {
    Candidate queued = prior.find(candidate.sequence());
    if (queued != null) {
      raise(queued, candidate);
    } else if (normal.find(candidate.sequence()) == null) {
      admit(free(candidate), rule);
    } else if (rule.store == QueueRule.Store.PRIOR) {
      ledger.setRule(LinkLedger.number(candidate.sequence()), rule);
      normal.remove(candidate.sequence()).ifPresent(prior::put);
      prior.put(candidate);
    } else {
      normal.put(candidate);
    }
  }

  /** A seed stays as it is. */
  private void raise(Candidate queued, Candidate candidate) {
    if (!queued.isSeed()) {
      prior.put(candidate);
    }
  }

  /** Takes a URL out of the error store: the better of what was kept of it and a new link to it. */
  private Candidate free(Candidate candidate) {
    if (rejected.find(candidate.sequence()) == null) {
      return candidate;
    }
    rejected.put(candidate);
    return rejected.remove(candidate.sequence()).orElseThrow();
  }

  private void admit(Candidate candidate, QueueRule rule) {
    ledger.setRule(LinkLedger.number(candidate.sequence()), rule);
    switch (rule.store) {
      case PRIOR -> prior.put(candidate);
      case NORMAL -> normal.put(candidate);
      case ERROR -> reject(candidate);
    }
  }

  private void reject(Candidate candidate) {
    if (releases) {
      rejected.put(candidate);
    }
  }

  void abandon(Candidate candidate, AbandonReason reason) {
    recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      putBack(candidate);
    } else {
      ledger.setFailed(LinkLedger.number(candidate.sequence()), reason);
    }
  }

  /**
   * Takes a URL by the rule that is known of it. One that was rejected and has more potential now
   * was freed since that rule was saved; where no rule was saved, nothing is rejected.
   */
  void putBack(Candidate candidate) {
    QueueRule rule = ledger.rule(LinkLedger.number(candidate.sequence()));
    boolean freed =
        rule != null
            && rule.store == QueueRule.Store.ERROR
            && candidate.score() >= thresholds.minNormal();
    if (candidate.isSeed()) {
      seed(candidate);
    } else if (rule == QueueRule.RELEASED && releases) {
      rejected.put(candidate);
    } else if (rule == null || freed) {
      double potential = Math.max(candidate.score(), thresholds.minNormal());
      take(candidate, QueueRule.byPotential(QueueRule.Band.MIDDLE, potential, thresholds));
    } else {
      take(candidate, rule);
    }
  }

  Optional<Candidate> find(long sequence) {
    return Stream.of(prior, normal, rejected)
        .flatMap(queue -> Stream.ofNullable(queue.find(sequence)))
        .findFirst();
  }

  /** Takes out the URL that comes last: a rejected one, else one of the normal queue. */
  Optional<Candidate> removeWorst() {
    return rejected.removeWorst().or(normal::removeWorst).or(prior::removeWorst);
  }

  /**
   * Takes new potentials: from the normal to the prior queue, out of the error store, never back.
   */
  void rekey(ToDoubleFunction<Candidate> score) {
    List<Candidate> ofPrior = rescored(prior, score);
    List<Candidate> ofNormal = rescored(normal, score);
    List<Candidate> ofRejected = rescored(rejected, score); // all are known now: none is refused
    for (Candidate candidate : ofPrior) {
      prior.remove(candidate.sequence());
      prior.put(candidate);
    }
    for (Candidate candidate : ofNormal) {
      normal.remove(candidate.sequence());
      if (candidate.score() >= thresholds.minPrior()) {
        admit(candidate, QueueRule.RESCORED);
      } else {
        normal.put(candidate);
      }
    }
    for (Candidate candidate : ofRejected) {
      rejected.remove(candidate.sequence());
      QueueRule rule = QueueRule.rescored(candidate.score(), thresholds);
      if (rule == null) {
        rejected.put(candidate);
      } else {
        admit(candidate, rule);
      }
    }
  }

  private static List<Candidate> rescored(ValueQueue queue, ToDoubleFunction<Candidate> score) {
    return queue.candidates().stream()
        .filter(url -> !url.isSeed())
        .map(url -> url.withScore(Checks.finiteScore(url.url(), score.applyAsDouble(url))))
        .toList();
  }

  /**
   * Returns the state of a URL and its reason; empty if it is in flight, was visited or is unknown.
   */
  Optional<Explanation> explain(long sequence) {
    int url = LinkLedger.number(sequence);
    QueueRule rule = ledger.rule(url);
    AbandonReason failure = ledger.failure(url);
    Candidate candidate = prior.find(url);
    if (candidate != null) {
      return Optional.of(value.explain("value in the prior queue" + words(rule), candidate));
    }
    candidate = normal.find(url);
    if (candidate != null) {
      return Optional.of(value.explain("value in the normal queue" + words(rule), candidate));
    }
    candidate = rejected.find(url);
    if (candidate != null) {
      String name = IN_ERROR_STORE + "rejected" + words(rule);
      return Optional.of(valueOfRejected.explain(name, candidate));
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

  /**
   * Writes the link relation, the reason for the queue of each URL, and the queue whose turn it is.
   */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("shark frontier", FORMAT);
    ledger.save(out);
    counter.save(out);
    out.writeInt(priorTurns);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    try {
      in.section("shark frontier", FORMAT);
      ledger.restore(in);
      counter.restore(in);
      priorTurns = in.readCount("turns");
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void clear() {
    ledger.clear();
    counter.clear();
    prior.clear();
    normal.clear();
    rejected.clear();
    priorTurns = 0;
  }
}

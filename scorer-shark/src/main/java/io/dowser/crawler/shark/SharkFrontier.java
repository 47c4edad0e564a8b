package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.queue.LaneQueue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Two queues, of which each is ordered by the potential of a URL and the number of crawled pages
 * that link to it:
 *
 * <pre>{@code
 * (5) value = theta * potential + (1 - theta) * h / N
 * }</pre>
 *
 * <p>The potential is the link's score, from {@link SharkScorer} or any other scorer; h counts the
 * crawled pages that link to the URL, and N all crawled pages. Which queue a link goes to depends
 * on the relevance R of its page, on key words in its anchor or URL, and on its potential:
 *
 * <ul>
 *   <li>R above {@code upperLimit}: the prior queue;
 *   <li>R from {@code lowerLimit} to {@code upperLimit}, both included, and a key word in anchor or
 *       URL: the prior queue;
 *   <li>otherwise, a potential from {@code minPrior} on: the prior queue; from {@code minNormal}
 *       on: the normal queue; below: the error store, from which a better link can free it.
 * </ul>
 *
 * <p>R is the cosine with the key words if one of the scorers of this package scored the page,
 * which leaves it with the links; otherwise, also in a weighted sum of scorers, it is the judge's
 * relevance, for which the limits must then be set.
 *
 * <p>After each visit both queues are in the order of (5) again. That is exact and costs nothing
 * for URLs without a new in-link: there is a heap for each count, and only the heads are compared
 * when a URL is asked for. A new in-link, a new URL and a poll take O(log n), a poll besides a look
 * at one URL for each distinct count; hosts that rest are held aside in the same structure. Equal
 * values go by potential, then by the scorer's second key, then by age.
 *
 * <p>Source: W. Liu, Lin and Gao, <i>Crawling strategy of a subject searching spider based on
 * content and hyperlink analysis</i>, Computer and Digital Engineering 37(1), 2009, formula (5) and
 * the two crawl queues. Where this differs or fills a gap:
 *
 * <ul>
 *   <li>N is not defined there; see {@link LinkShare}. A page counts once for each of its targets,
 *       crawled, waiting and rejected ones alike, and never for itself.
 *   <li>A URL that waits keeps its larger potential when it is found again, and moves from the
 *       normal to the prior queue if the new page says so, never back. One that was rejected gets
 *       the potential of the page that admits it.
 *   <li>The paper's loop takes one URL from each queue in turn, so half of the visits go to the
 *       normal queue: {@link SharkProfile#PAPER}. {@link SharkProfile#RECOMMENDED} takes from the
 *       normal queue what the prior queue cannot give. A queue of which all hosts rest loses its
 *       turn.
 *   <li>Queues are in order after each visit, not after each pair of visits; a stop condition is
 *       tested before each fetch, by the engine.
 *   <li>Seeds go into the prior queue with potential 1 in {@code PAPER}; in {@code RECOMMENDED}
 *       they go before all links, which is the same with the paper's scorer and coefficients.
 *   <li>A scorer that learns while crawling gives new potentials by {@link #rekey}; that moves URLs
 *       from the normal to the prior queue, never back and never out.
 * </ul>
 *
 * <p>A URL that waits takes about 140 bytes, one that does not 5. Rejected URLs are not among
 * {@link #size}. Not safe for use by several threads.
 */
public final class SharkFrontier implements Frontier, Resumable {

  /** The weight of potential against in-links in the paper. */
  public static final double THETA = 0.85;

  private static final int FORMAT = 1;

  /** A URL that was polled: from which queue, and whose turn it was. */
  private record UnderWay(boolean normal, int priorTurns) {}

  private final KeyWords keyWords;
  private final SharkThresholds thresholds;
  private final HostGrouping hostGrouping;
  private final double seedPotential;
  private final LaneQueue queue;
  private final ValueChoice choice;
  private final LinkLedger ledger = new LinkLedger();
  private final @Nullable SourceHosts sourceHosts;
  private final Map<Long, UnderWay> underWay = new HashMap<>();

  SharkFrontier(SharkFrontierBuilder builder) {
    this.keyWords = builder.keyWords;
    this.thresholds = builder.thresholds;
    this.hostGrouping = builder.hostGrouping;
    this.seedPotential = builder.profile == SharkProfile.PAPER ? 1 : Double.POSITIVE_INFINITY;
    this.queue = LaneQueue.of(hostGrouping);
    this.choice =
        new ValueChoice(
            queue,
            builder.theta,
            builder.turnRatio(),
            builder.linkShare == LinkShare.LARGEST_COUNT);
    this.sourceHosts = builder.linkSources == LinkSources.HOSTS ? new SourceHosts() : null;
  }

  /**
   * Starts a frontier.
   *
   * @param keyWords what a relevant page and a promising link contain
   * @return a builder in {@link SharkProfile#RECOMMENDED} with {@link SharkThresholds#DEFAULT}
   */
  public static SharkFrontierBuilder builder(KeyWords keyWords) {
    return new SharkFrontierBuilder(keyWords);
  }

  @Override
  public void seed(Candidate seed) {
    int url = LinkLedger.number(seed.sequence());
    underWay.remove(seed.sequence());
    ledger.setRule(url, QueueRule.SEED);
    put(seed, false, seedPotential);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    Optional<Candidate> best = queue.poll(gate, choice);
    if (best.isPresent()) {
      var state = new UnderWay(choice.choseNormal(), choice.priorTurns());
      underWay.put(best.get().sequence(), state);
      choice.taken();
    }
    return best;
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    underWay.remove(visit.candidate().sequence());
    queue.recheck(visit.candidate().url());
    queue.recheck(visit.url()); // another host after a redirect
    choice.setCrawled(choice.crawled() + 1);
    countInLinks(visit);
    if (links.isEmpty()) {
      return;
    }
    // the links of a page share its carry
    double relevance = SharkCarry.relevance(links.get(0).candidate().carry(), visit.relevance());
    QueueRule.Band band = QueueRule.band(relevance, thresholds);
    for (ScoredLink link : links) {
      offer(link, band);
    }
  }

  private void countInLinks(Visit visit) {
    int host = sourceHosts == null ? 0 : sourceHosts.number(hostGrouping.groupOf(visit.url()));
    for (int i = 0; i < visit.outLinks().size(); i++) {
      int url = LinkLedger.number(visit.outLinks().get(i));
      if (sourceHosts == null || sourceHosts.add(host, url)) {
        boolean known = ledger.knows(url);
        int inLinks = ledger.increment(url);
        int slot = known ? queue.slotOf(url) : LaneQueue.ABSENT; // a new URL waits nowhere
        if (slot != LaneQueue.ABSENT) {
          boolean normal = ValueChoice.isNormal(queue.lane(slot));
          queue.move(slot, ValueChoice.lane(inLinks, normal), queue.key(slot));
        }
      }
    }
  }

  private void offer(ScoredLink link, QueueRule.Band band) {
    Candidate candidate = link.candidate();
    int url = LinkLedger.number(candidate.sequence());
    int slot = link.waiting() ? queue.slotOf(url) : LaneQueue.ABSENT;
    if (slot != LaneQueue.ABSENT) {
      raise(slot, candidate, rule(link, band));
    } else if (!link.waiting() || mayWait(url)) {
      admit(url, candidate, rule(link, band));
    }
  }

  /** A page may link to one that is being fetched right now, or that could not be fetched. */
  private boolean mayWait(int url) {
    return !underWay.containsKey((long) url) && ledger.failure(url) == null;
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
    if (rule.store != QueueRule.Store.ERROR) {
      boolean normal = rule.store == QueueRule.Store.NORMAL;
      queue.add(candidate, ValueChoice.lane(ledger.count(url), normal), candidate.score());
    }
  }

  /** A URL that waits was found again. */
  private void raise(int slot, Candidate candidate, QueueRule rule) {
    if (!queue.isSeed(slot)) {
      int lane = queue.lane(slot);
      boolean toPrior = ValueChoice.isNormal(lane) && rule.store == QueueRule.Store.PRIOR;
      if (toPrior) {
        ledger.setRule(LinkLedger.number(candidate.sequence()), rule);
        lane = ValueChoice.lane(ValueChoice.inLinks(lane), false);
      }
      if (isBetter(candidate, slot)) {
        int depth = queue.depth(slot);
        queue.replace(slot, candidate, lane, candidate.score());
        queue.lowerDepth(slot, depth);
      } else if (toPrior) {
        queue.move(slot, lane, queue.key(slot));
      }
    }
    queue.lowerDepth(slot, candidate.depth());
  }

  private boolean isBetter(Candidate candidate, int slot) {
    int byScore = Double.compare(candidate.score(), queue.score(slot));
    return byScore != 0
        ? byScore > 0
        : Double.compare(candidate.tieBreak(), queue.tieBreak(slot)) > 0;
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    UnderWay state = underWay.remove(candidate.sequence());
    queue.recheck(candidate.url());
    if (reason != AbandonReason.STOPPED) {
      ledger.setFailed(LinkLedger.number(candidate.sequence()), reason);
    } else if (candidate.isSeed()) {
      putBack(candidate, state, false, seedPotential);
    } else {
      boolean normal = state == null ? candidate.score() < thresholds.minPrior() : state.normal();
      putBack(candidate, state, normal, candidate.score());
    }
  }

  /** The turn is given back too, so that a stopped crawl goes on as if it had not been stopped. */
  private void putBack(
      Candidate candidate, @Nullable UnderWay state, boolean normal, double potential) {
    put(candidate, normal, potential);
    if (state != null) {
      choice.setPriorTurns(state.priorTurns());
    }
  }

  private void put(Candidate candidate, boolean normal, double potential) {
    int url = LinkLedger.number(candidate.sequence());
    int lane = ValueChoice.lane(ledger.count(url), normal);
    int slot = queue.slotOf(url);
    if (slot == LaneQueue.ABSENT) {
      queue.add(candidate, lane, potential);
    } else {
      queue.replace(slot, candidate, lane, potential);
    }
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    var potentials = new double[queue.size()];
    int next = 0;
    for (int slot = queue.nextSlot(0); slot >= 0; slot = queue.nextSlot(slot + 1)) {
      potentials[next++] = queue.isSeed(slot) ? 0 : newPotential(queue.get(slot), score);
    }
    next = 0; // all are known, so nothing changes if one was refused
    for (int slot = queue.nextSlot(0); slot >= 0; slot = queue.nextSlot(slot + 1)) {
      rekey(slot, potentials[next++]);
    }
  }

  private static double newPotential(Candidate candidate, ToDoubleFunction<Candidate> score) {
    double fresh = score.applyAsDouble(candidate);
    if (!Double.isFinite(fresh)) {
      throw new IllegalArgumentException(
          "score must be finite, but was " + fresh + " for " + candidate.url());
    }
    return fresh;
  }

  private void rekey(int slot, double potential) {
    if (queue.isSeed(slot)) {
      return;
    }
    int lane = queue.lane(slot);
    if (ValueChoice.isNormal(lane) && potential >= thresholds.minPrior()) {
      lane = ValueChoice.lane(ValueChoice.inLinks(lane), false);
      ledger.setRule(LinkLedger.number(queue.get(slot).sequence()), QueueRule.RESCORED);
    }
    queue.setScore(slot, potential);
    queue.move(slot, lane, potential);
  }

  @Override
  public int size() {
    return queue.size();
  }

  /**
   * Counts the crawled pages, or hosts, that link to a URL.
   *
   * @param sequence the number of the URL
   * @return 0 or more
   */
  public int inLinks(long sequence) {
    return ledger.count(LinkLedger.number(sequence));
  }

  /**
   * Explains where a URL stands now.
   *
   * @param sequence the number of the URL
   * @return for a URL that waits, its value with potential and in-links as addends, named after its
   *     queue and the rule that put it there; for one in the error store, a name with the reason
   *     and its in-links; empty for all others
   */
  public Optional<Explanation> explain(long sequence) {
    int slot = queue.slotOf(sequence);
    double potential = slot == LaneQueue.ABSENT ? 0 : queue.key(slot);
    return explain(sequence, Explanation.of("potential", potential));
  }

  /**
   * Explains where a URL stands now, with the scorer's own explanation inside.
   *
   * @param sequence the number of the URL
   * @param potential what {@link io.dowser.crawler.api.PageScoring#explain} says of the link that
   *     gave the URL its potential
   * @return as {@link #explain(long)}
   */
  public Optional<Explanation> explain(long sequence, Explanation potential) {
    requireNonNull(potential, "potential");
    int url = LinkLedger.number(sequence);
    int slot = queue.slotOf(sequence);
    return Optional.ofNullable(
        slot == LaneQueue.ABSENT
            ? ErrorStore.explain(ledger, url)
            : explainWaiting(slot, url, potential));
  }

  private Explanation explainWaiting(int slot, int url, Explanation potential) {
    int inLinks = ledger.count(url);
    boolean normal = ValueChoice.isNormal(queue.lane(slot));
    QueueRule rule = ledger.rule(url);
    String words = rule == null ? "unknown" : rule.words;
    return choice.explain(
        "value in the " + (normal ? "normal" : "prior") + " queue (" + words + ")",
        queue.key(slot),
        potential,
        inLinks);
  }

  /**
   * Writes both queues, in-link counts, error store, what is under way, and whose turn it is. What
   * scorers attached to links is with the queues.
   */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    out.writeInt(choice.crawled());
    out.writeInt(choice.priorTurns());
    ledger.save(out);
    queue.save(out);
    out.writeInt(underWay.size());
    for (Map.Entry<Long, UnderWay> entry : underWay.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeBoolean(entry.getValue().normal());
      out.writeInt(entry.getValue().priorTurns());
    }
    out.writeBoolean(sourceHosts != null);
    if (sourceHosts != null) {
      sourceHosts.save(out);
    }
  }

  /**
   * Replaces the state by what was saved, after which the same calls give the same polls. If that
   * fails, nothing waits any more.
   */
  @Override
  public void restore(DataInput in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void clear() {
    queue.clear();
    ledger.clear();
    underWay.clear();
    choice.setCrawled(0);
    choice.setPriorTurns(0);
    if (sourceHosts != null) {
      sourceHosts.clear();
    }
  }

  private void read(DataInput in) throws IOException {
    SavedNumbers.check(in.readInt() == FORMAT, "format must be " + FORMAT);
    choice.setCrawled(SavedNumbers.notNegative(in.readInt(), "crawled pages"));
    choice.setPriorTurns(SavedNumbers.notNegative(in.readInt(), "turns"));
    ledger.restore(in, choice.crawled());
    queue.restore(in);
    for (int slot = queue.nextSlot(0); slot >= 0; slot = queue.nextSlot(slot + 1)) {
      long url = queue.get(slot).sequence();
      SavedNumbers.check(
          url < Integer.MAX_VALUE
              && ValueChoice.inLinks(queue.lane(slot)) == ledger.count((int) url),
          "a waiting URL must be in the lane of its in-links");
    }
    readUnderWay(in);
    SavedNumbers.check(
        in.readBoolean() == (sourceHosts != null), "in-links must be of the same kind");
    if (sourceHosts != null) {
      sourceHosts.restore(in);
    }
  }

  private void readUnderWay(DataInput in) throws IOException {
    int count = SavedNumbers.notNegative(in.readInt(), "URLs under way");
    for (int i = 0; i < count; i++) {
      long url = in.readLong();
      var state = new UnderWay(in.readBoolean(), SavedNumbers.notNegative(in.readInt(), "turns"));
      underWay.put(url, state);
    }
  }
}

package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
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
 * Orders pending URLs in two queues, each by the potential of a URL and the number of crawled pages
 * that link to it:
 *
 * <pre>{@code
 * (5) value = theta * potential + (1 - theta) * h / N
 * }</pre>
 *
 * <p>The potential is the link's score, from {@link SharkScorer} or any other scorer; h counts the
 * crawled pages that link to the URL, and N all crawled pages. The queue of a link depends on the
 * relevance R of its page, on key words in its anchor or URL, and on its potential:
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
 * which leaves it with the visit; otherwise, also in a weighted sum of scorers, it is the judge's
 * relevance, for which the limits must then be set.
 *
 * <p>After each visit both queues are in the order of (5) again, exactly. A new in-link, a new URL
 * and a poll take O(log n); a poll also compares one URL for each distinct count. Equal values are
 * ordered by potential, then by the scorer's second key, then by age.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}), formula (5) and the two crawl queues.
 * Differences, and choices where the paper is silent:
 *
 * <ul>
 *   <li>N is not defined there: it is the number of crawled pages, so that the effect of in-links
 *       fades as the crawl grows, or with {@code linkShare} {@code largest-count} the largest count
 *       among the pending URLs. A page counts once for each of its targets, crawled, pending and
 *       rejected ones alike, and never for itself.
 *   <li>A pending URL keeps its larger potential when it is found again, and moves from the normal
 *       to the prior queue if the new page says so, never back. One that was rejected gets the
 *       potential of the page that admits it, or its own if that was kept and is larger.
 *   <li>The turns of the queues, the place of seeds and the behaviour when both queues are empty
 *       are those of the paper in the profile {@code paper} alone. A queue whose hosts are all
 *       delayed loses its turn.
 *   <li>Queues are in order after each visit, not after each pair of visits.
 *   <li>A scorer that learns while crawling gives new potentials by {@link #rekey}; that moves URLs
 *       from the normal to the prior queue, and rejected ones that are kept to either, never back.
 * </ul>
 *
 * <p>The ledger has the reason why a URL is where it is. If rejected URLs are to be released, they
 * wait in the order of formula (5); otherwise nothing of them is kept but the reason.
 *
 * <p>After a restart, a pending URL goes back to the queue that was saved for it, or to that of its
 * potential. A pending URL takes about 400 bytes, any other 5. Rejected URLs count in {@link #size}
 * if they can be polled. Not thread-safe.
 */
public final class SharkFrontier implements Frontier, Resumable {

  /** Turns of the prior queue for each turn of the normal one, if that only comes last. */
  private static final int PRIOR_FIRST = 0;

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

  private SharkFrontier(Settings settings, CrawlContext context) {
    SharkProfile profile =
        SharkProfile.of(
            settings,
            "order of queues and seeds; sets the defaults of turnRatio and releaseRejected;"
                + " recommended measures better");
    boolean paper = profile == SharkProfile.PAPER;
    HostGrouping hosts = context.hostGrouping();
    this.keyWords = KeyWords.ofLinks(settings, context);
    this.thresholds = SharkThresholds.of(settings);
    this.turnRatio =
        settings.integer(
            "turnRatio",
            paper ? 1 : PRIOR_FIRST,
            0,
            1_000_000,
            "turns of the prior queue for each turn of the normal queue, which with 0 waits until the prior queue has nothing ready; 1 in the profile paper");
    this.releases =
        settings.flag(
            "releaseRejected",
            !paper,
            "take rejected links when neither queue has a ready URL; false in the profile paper");
    this.counter = new InLinkCounter(settings, ledger, hosts);
    this.value = new LinkValue(settings, profile, ledger, this::largestCount);
    this.valueOfRejected = new LinkValue(settings, profile, ledger, this::largestCountOfRejected);
    this.prior = new ValueQueue(hosts, ledger, value);
    this.normal = new ValueQueue(hosts, ledger, value);
    this.rejected = new ValueQueue(hosts, ledger, valueOfRejected);
  }

  /**
   * Creates a frontier.
   *
   * @param settings those of the frontier {@code shark}
   * @param context the crawl; its topic are the key words, for which anchors and URLs are searched
   * @return an empty frontier
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   */
  public static SharkFrontier of(Settings settings, CrawlContext context) {
    var frontier = new SharkFrontier(settings, context);
    settings.refuseUnread();
    return frontier;
  }

  private int largestCount() {
    return Math.max(prior.largestCount(), normal.largestCount());
  }

  private int largestCountOfRejected() {
    return rejected.largestCount();
  }

  @Override
  public int size() {
    return prior.size() + normal.size() + rejected.size();
  }

  @Override
  public long tableBytes() {
    return ledger.bytes() + counter.bytes();
  }

  /** Returns the number of crawled pages, or hosts, that link to a URL. */
  int inLinks(long sequence) {
    return ledger.count(LinkLedger.number(sequence));
  }

  /** Adds a seed, or the entry of a list, which counts as the link of a page within the limits. */
  @Override
  public void seed(Candidate seed) {
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

  @Override
  public Optional<Candidate> poll(HostGate gate) {
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

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
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

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
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
  @Override
  public void putBack(Candidate candidate) {
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

  @Override
  public Optional<Candidate> find(long sequence) {
    return Stream.of(prior, normal, rejected)
        .flatMap(queue -> Stream.ofNullable(queue.find(sequence)))
        .findFirst();
  }

  /** Removes a rejected URL, else one of the normal queue, else of the prior queue. */
  @Override
  public Optional<Candidate> removeWorst() {
    return rejected.removeWorst().or(normal::removeWorst).or(prior::removeWorst);
  }

  /**
   * Takes new potentials: from the normal to the prior queue, out of the error store, never back.
   */
  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
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
   * {@return the present state of a URL: for a pending URL, its value with potential and in-links
   * as addends, named after its queue or the error store, and the rule that put it there; for one
   * that was given up, the reason and its in-links; empty for all others}
   *
   * @param sequence the number of the URL
   */
  public Optional<Explanation> explain(long sequence) {
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

  /** Writes the in-links, the reasons for the queue of each URL, and the queue whose turn it is. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("shark frontier", FORMAT);
    ledger.save(out);
    counter.save(out);
    out.writeInt(priorTurns);
  }

  /** Replaces the state by what was saved; nothing is pending until it is put back. */
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

  /** The divisor of the in-link count of a URL, whose quotient is added to its potential. */
  enum LinkShare {

    /**
     * The pages crawled so far: the share of them that link to the URL, which fades as the crawl
     * grows. The default, because the paper does not define its N.
     */
    CRAWLED_PAGES,

    /** The largest count among the pending URLs, so that the effect of in-links does not fade. */
    LARGEST_COUNT
  }

  /** The unit of in-links of a URL. */
  enum LinkSources {

    /** Each page that links to it, as in the paper. The default. */
    PAGES,

    /**
     * Each host that has such a page, against navigation bars and link farms. Costs about 60 bytes
     * for each pair of host and URL.
     */
    HOSTS
  }

  /** Creates a {@link SharkFrontier} under the name {@code shark}. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "shark";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}

package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.FrontierContract.PollOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Drives a frontier as a crawl does, with random visits, and keeps its own records.
 *
 * <p>URLs are few, so that links meet targets that are pending.
 */
final class FrontierSimulation {

  private static final int URLS = 120;
  private static final int HOSTS = 7;
  private static final int MOST_LINKS = 8;
  private static final int MOST_IN_FLIGHT = 5;
  private static final List<AbandonReason> REASONS = List.of(AbandonReason.values());
  private static final double[] SCORES = {-1e300, -1, 0, 0.25, 0.5, 0.75, 1, 1e300};

  private Frontier frontier;
  private final PollOrder order;
  private final CountedHosts hosts;
  private final SplittableRandom random;
  private final ManualHostGate gate = new ManualHostGate(Duration.ofSeconds(1));
  private final Map<CrawlUrl, Long> known = new HashMap<>();
  private final Map<CrawlUrl, Candidate> pending = new LinkedHashMap<>();
  private final List<Candidate> inFlight = new ArrayList<>();
  private final List<CrawlUrl> gone = new ArrayList<>();
  private final Set<CrawlUrl> merged = new HashSet<>();
  private final List<Candidate> polls = new ArrayList<>();
  private long visits;

  FrontierSimulation(Frontier frontier, PollOrder order, CountedHosts hosts, long seed) {
    this.frontier = frontier;
    this.order = order;
    this.hosts = hosts;
    hosts.clear();
    this.random = new SplittableRandom(seed);
  }

  /** Everything polled so far, in order. */
  List<Candidate> polls() {
    return polls;
  }

  FrontierSimulation seed(int seeds) {
    for (int i = 0; i < seeds; i++) {
      CrawlUrl url = url(i);
      if (!known.containsKey(url)) {
        Candidate seed = Candidate.seed(url, number(url));
        frontier.seed(seed);
        pending.put(url, seed);
      }
    }
    checkSize("seed");
    return this;
  }

  FrontierSimulation run(int steps) {
    for (int i = 0; i < steps; i++) {
      step(random.nextInt(100));
    }
    return this;
  }

  private void step(int die) {
    if (die < 40 && inFlight.size() < MOST_IN_FLIGHT) {
      if (die < 30) {
        poll();
      } else {
        pollByNewScores();
      }
    } else if (die < 75) {
      visitOne();
    } else if (die < 85) {
      abandonOne(REASONS.get(random.nextInt(REASONS.size())));
    } else if (die < 88) {
      rekey();
    } else if (die < 91) {
      rekeyNext();
    } else if (die < 93) {
      removeSome(1 + random.nextInt(4)).forEach(this::putBack);
    } else {
      gate.advance(Duration.ofMillis(random.nextInt(700)));
    }
  }

  /** Ends what is in flight, by visits without links. */
  FrontierSimulation land() {
    while (!inFlight.isEmpty()) {
      Candidate landed = inFlight.remove(0);
      expand(landed, List.of());
      end(landed);
    }
    checkSize("expand");
    return this;
  }

  /**
   * Continues with another frontier, as a crawl does after a restart: what was in flight is pending
   * again, and what is pending is put back, in an order that says nothing.
   */
  FrontierSimulation restart(Frontier fresh) {
    frontier = fresh;
    for (Candidate stopped : inFlight) {
      pending.put(stopped.url(), stopped);
      gate.visitEnds(stopped.url());
    }
    inFlight.clear();
    List<Candidate> all = new ArrayList<>(pending.values());
    Collections.shuffle(all, new Random(random.nextLong()));
    all.forEach(frontier::putBack);
    checkSize("putBack of all that is pending");
    return this;
  }

  /** Removes all, if the frontier removes any, and puts all back. */
  FrontierSimulation removeAllAndPutBack() {
    List<Candidate> removed = removeSome(Integer.MAX_VALUE);
    if (!removed.isEmpty()) {
      assertThat(frontier.size()).as("size after all were removed").isZero();
      assertThat(frontier.poll(gate)).as("poll after all were removed").isEmpty();
    }
    removed.forEach(this::putBack);
    return this;
  }

  private List<Candidate> removeSome(int most) {
    List<Candidate> removed = new ArrayList<>();
    Optional<Candidate> worst = most > 0 ? frontier.removeWorst() : Optional.empty();
    while (worst.isPresent()) {
      checkWorst(worst.get());
      pending.remove(worst.get().url());
      removed.add(worst.get());
      checkSize("removeWorst");
      worst = removed.size() < most ? frontier.removeWorst() : Optional.empty();
    }
    return removed;
  }

  private void checkWorst(Candidate removed) {
    CrawlUrl url = removed.url();
    assertThat(pending.keySet()).as("pending when %s is removed", url).contains(url);
    if (order == PollOrder.BEST_FIRST) {
      checkSame(removed, pending.values().stream().reduce((a, b) -> a.goesBefore(b) ? b : a));
    } else if (order == PollOrder.BREADTH_FIRST) {
      Candidate last = pending.values().stream().reduce((a, b) -> isSooner(a, b) ? b : a).get();
      assertThat(url).as("URL that was removed as the worst").isEqualTo(last.url());
    }
  }

  private static boolean isSooner(Candidate a, Candidate b) {
    return a.isSeed() != b.isSeed() ? a.isSeed() : a.sequence() < b.sequence();
  }

  private void putBack(Candidate removed) {
    frontier.putBack(removed);
    pending.put(removed.url(), removed);
    checkSize("putBack");
  }

  /** Polls until nothing is pending; nothing may be lost. */
  void drain() {
    land();
    while (!pending.isEmpty()) {
      gate.advance(Duration.ofHours(2));
      int before = pending.size();
      while (poll()) {
        // one candidate of each host
      }
      assertThat(pending.size()).as("pending, though every host was ready").isLessThan(before);
      land();
    }
    gate.advance(Duration.ofHours(2));
    assertThat(frontier.poll(gate)).as("poll of a frontier that was emptied").isEmpty();
  }

  private boolean poll() {
    List<Candidate> best = order == PollOrder.BY_KEY ? bestByKey() : List.of();
    Optional<Candidate> polled = frontier.poll(gate);
    if (!best.isEmpty()) {
      checkKey(polled, best);
    }
    if (order == PollOrder.BEST_FIRST) {
      polled.ifPresent(this::checkBest);
    }
    return polled(polled);
  }

  /** Polls as while a model moves; the frontier may score any of its candidates again. */
  private void pollByNewScores() {
    int salt = random.nextInt(1_000);
    Optional<Candidate> polled = frontier.poll(gate, each -> scoredAgain(each, salt));
    if (order == PollOrder.BEST_FIRST) {
      polled.ifPresent(this::checkScore);
    }
    polled(polled);
  }

  private double scoredAgain(Candidate candidate, int salt) {
    CrawlUrl url = candidate.url();
    assertThat(candidate.isSeed()).as("%s is a seed, but is scored", url).isFalse();
    assertThat(pending.keySet()).as("pending when it is scored").contains(url);
    double score = newScore(candidate, salt);
    pending.computeIfPresent(url, (same, held) -> held.withScore(score));
    return score;
  }

  private void checkScore(Candidate polled) {
    assertThat(polled.score())
        .as("score of %s, which was polled", polled.url())
        .isEqualTo(Objects.requireNonNull(pending.get(polled.url())).score());
  }

  private static double newScore(Candidate candidate, int salt) {
    return (candidate.sequence() * 7_919 + salt) % 10;
  }

  private boolean polled(Optional<Candidate> polled) {
    if (polled.isEmpty()) {
      assertThat(ready()).as("ready candidates, but poll gave none").isEmpty();
      return false;
    }
    Candidate candidate = polled.get();
    checkPolled(candidate);
    pending.remove(candidate.url());
    inFlight.add(candidate);
    polls.add(candidate);
    gate.visitBegins(candidate.url());
    checkSize("poll");
    return true;
  }

  private void checkPolled(Candidate candidate) {
    CrawlUrl url = candidate.url();
    assertThat(pending.keySet()).as("pending when %s is polled", url).contains(url);
    assertThat(gate.isReady(url)).as("host of %s, which was polled, is ready", url).isTrue();
    assertThat(candidate.sequence()).as("sequence of %s", url).isEqualTo(known.get(url));
    assertThat(candidate.isSeed()).as("%s is a seed", url).isEqualTo(isPendingSeed(url));
  }

  private boolean isPendingSeed(CrawlUrl url) {
    Candidate held = pending.get(url);
    return held != null && held.isSeed();
  }

  private void checkBest(Candidate polled) {
    checkSame(polled, ready().stream().reduce((a, b) -> a.goesBefore(b) ? a : b));
  }

  /** Returns the ready seeds or, if there are none, the ready links with the highest key. */
  private List<Candidate> bestByKey() {
    List<Candidate> ready = ready();
    List<Candidate> seeds = ready.stream().filter(Candidate::isSeed).toList();
    if (!seeds.isEmpty()) {
      return seeds;
    }
    List<Candidate> links = ready.stream().filter(each -> !merged.contains(each.url())).toList();
    double highest = links.stream().mapToDouble(this::key).max().orElse(0);
    return links.stream().filter(each -> key(each) == highest).toList();
  }

  private double key(Candidate held) {
    return frontier.key(frontier.find(held.sequence()).orElse(held));
  }

  private void checkKey(Optional<Candidate> polled, List<Candidate> best) {
    List<CrawlUrl> expected = best.stream().map(Candidate::url).toList();
    polled
        .map(Candidate::url)
        .filter(url -> !merged.contains(url))
        .ifPresent(url -> assertThat(expected).as("ready URLs with the highest key").contains(url));
  }

  private static void checkSame(Candidate taken, Optional<Candidate> expected) {
    Candidate held = expected.orElseThrow();
    assertThat(taken)
        .as("pending candidate; its depth may be that of a nearer page with a worse link")
        .usingRecursiveComparison()
        .ignoringFields("depth")
        .isEqualTo(held);
    assertThat(taken.depth()).as("depth of %s", taken.url()).isLessThanOrEqualTo(held.depth());
  }

  private List<Candidate> ready() {
    return pending.values().stream().filter(each -> gate.isReady(each.url())).toList();
  }

  private void visitOne() {
    if (inFlight.isEmpty()) {
      return;
    }
    Candidate landed = inFlight.remove(random.nextInt(inFlight.size()));
    List<ScoredLink> links = links(landed);
    expand(landed, links);
    end(landed);
    links.forEach(this::note);
    checkSize("expand");
  }

  private void expand(Candidate landed, List<ScoredLink> links) {
    Visit visit = visit(landed);
    hosts.visited(visit.url(), visit.relevant());
    frontier.expand(visit, links);
  }

  private Visit visit(Candidate landed) {
    visits++;
    return CrawlFixtures.visit(visits, CrawlFixtures.page(landed, "").withRelevance(0.5, true));
  }

  private void end(Candidate landed) {
    gone.add(landed.url());
    gate.visitEnds(landed.url());
  }

  /** Distinct targets that are neither visited nor in flight; some of them are pending. */
  private List<ScoredLink> links(Candidate from) {
    Map<CrawlUrl, ScoredLink> links = new LinkedHashMap<>();
    for (int i = random.nextInt(MOST_LINKS + 1); i > 0; i--) {
      CrawlUrl target = url(random.nextInt(URLS));
      if (!target.equals(from.url()) && !gone.contains(target) && !isInFlight(target)) {
        boolean wasKnown = known.containsKey(target);
        links.computeIfAbsent(
            target, url -> CrawlFixtures.scoredLink(candidate(url, from), wasKnown));
      }
    }
    return List.copyOf(links.values());
  }

  private boolean isInFlight(CrawlUrl url) {
    return inFlight.stream().anyMatch(each -> each.url().equals(url));
  }

  private Candidate candidate(CrawlUrl url, Candidate from) {
    double score = SCORES[random.nextInt(SCORES.length)];
    return new Candidate(
        url,
        number(url),
        from.depth() + 1,
        score,
        0,
        from.sequence(),
        PathState.of(from.depth(), 0.5),
        LinkFeatures.of(random.nextInt(3)));
  }

  private void note(ScoredLink link) {
    Candidate offered = link.candidate();
    if (!link.pending()) {
      pending.put(offered.url(), offered);
    } else {
      merged.add(offered.url());
      pending.computeIfPresent(
          offered.url(), (url, held) -> offered.score() > held.score() ? offered : held);
    }
  }

  private void abandonOne(AbandonReason reason) {
    if (inFlight.isEmpty()) {
      return;
    }
    Candidate candidate = inFlight.remove(random.nextInt(inFlight.size()));
    if (reason == AbandonReason.FETCH_FAILED) {
      hosts.failed(candidate.url());
    }
    frontier.abandon(candidate, reason);
    if (reason == AbandonReason.STOPPED) {
      pending.put(candidate.url(), candidate);
      gate.visitEnds(candidate.url());
    } else {
      end(candidate);
    }
    checkSize("abandon(" + reason + ")");
  }

  private void rekey() {
    int salt = random.nextInt(1_000);
    ToDoubleFunction<Candidate> score = each -> newScore(each, salt);
    frontier.rekey(
        each -> {
          assertThat(each.isSeed()).as("%s is a seed, but is rekeyed", each.url()).isFalse();
          return score.applyAsDouble(each);
        });
    pending.replaceAll(
        (url, held) -> held.isSeed() ? held : held.withScore(score.applyAsDouble(held)));
    checkSize("rekey");
  }

  private void rekeyNext() {
    int salt = random.nextInt(1_000);
    int most = 1 + random.nextInt(5);
    List<CrawlUrl> scored = new ArrayList<>();
    boolean done =
        frontier.rekeyNext(
            most,
            each -> {
              scored.add(each.url());
              return scoredAgain(each, salt);
            });
    assertThat(scored).as("scored by one rekeyNext").hasSizeLessThanOrEqualTo(done ? most : 0);
    checkSize("rekeyNext");
  }

  private void checkSize(String after) {
    if (!pending.isEmpty()) {
      checkFound(pending.values().iterator().next());
    }
    assertThat(frontier.size()).as("size after %s", after).isEqualTo(pending.size());
  }

  private void checkFound(Candidate held) {
    Optional<Candidate> found = frontier.find(held.sequence());
    found.ifPresent(
        same -> assertThat(same.url()).as("URL that was looked up").isEqualTo(held.url()));
    if (order == PollOrder.BEST_FIRST && found.isPresent()) {
      checkSame(found.get(), Optional.of(held));
    }
  }

  private long number(CrawlUrl url) {
    return known.computeIfAbsent(url, unused -> (long) known.size());
  }

  private static CrawlUrl url(int number) {
    return CrawlUrl.of("http://host" + number % HOSTS + ".example/" + number);
  }
}

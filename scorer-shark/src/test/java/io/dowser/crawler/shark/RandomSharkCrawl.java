package io.dowser.crawler.shark;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static io.dowser.crawler.testkit.CrawlFixtures.visit;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.ManualHostGate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A random crawl with few different potentials, so that there are ties, driven through a frontier
 * and the reference at once.
 */
final class RandomSharkCrawl {

  private static final int URLS = 400;
  private static final int HOSTS = 9;
  private static final int MOST_LINKS = 12;
  private static final int MOST_IN_FLIGHT = 3;
  private static final double[] POTENTIALS = {0.01, 0.02, 0.05, 0.15, 0.2, 0.3, 0.3, 0.66};
  private static final double[] RELEVANCES = {0, 0.05, 0.1, 0.2, 0.3, 0.31, 0.9};
  private static final double[] THETAS = {0, 0.5, 0.85, 1};

  private final long seed;
  private final SplittableRandom random;
  private final Map<String, String> settings;
  private final ReferenceShark reference;
  private final ManualHostGate gate;
  private final Map<Integer, Long> known = new HashMap<>();
  private final Set<Long> closed = new HashSet<>();
  private final List<Candidate> inFlight = new ArrayList<>();
  private SharkFrontier frontier;
  private long visits;

  RandomSharkCrawl(long seed, Duration delay) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.gate = new ManualHostGate(delay);
    double theta = THETAS[random.nextInt(THETAS.length)];
    int turnRatio = random.nextInt(4);
    boolean byLargest = random.nextInt(4) == 0;
    boolean releases = random.nextBoolean();
    this.settings =
        Map.of(
            "profile", "paper",
            "theta", "" + theta,
            "turnRatio", "" + turnRatio,
            "releaseRejected", "" + releases,
            "linkShare", byLargest ? "largest-count" : "crawled-pages");
    this.frontier = frontier();
    this.reference =
        new ReferenceShark(
            SharkThresholds.of(Settings.none()), theta, turnRatio, byLargest, releases);
    for (int i = 0; i < 3; i++) {
      seed(i);
    }
  }

  private SharkFrontier frontier() {
    return SharkFrontier.of(Settings.of(settings), CrawlContext.about(Sharks.TOPIC));
  }

  private void seed(int url) {
    Candidate candidate = Candidate.seed(url(url), number(url));
    frontier.seed(candidate);
    reference.seed(candidate);
  }

  RandomSharkCrawl run(int steps) {
    for (int i = 0; i < steps; i++) {
      step(i);
    }
    return this;
  }

  /** Saves the frontier and continues with another one that was restored, as a crawl does. */
  void saveAndRestore() throws IOException {
    frontier = Sharks.restore(frontier(), Sharks.save(frontier));
    reference.pending().forEach(frontier::putBack);
  }

  private void step(int step) {
    if (inFlight.size() < MOST_IN_FLIGHT && random.nextInt(3) > 0) {
      poll(step);
    }
    if (!inFlight.isEmpty() && (random.nextBoolean() || inFlight.size() == MOST_IN_FLIGHT)) {
      land(inFlight.remove(random.nextInt(inFlight.size())));
    }
    gate.advance(Duration.ofMillis(random.nextInt(400)));
    assertThat(frontier.size()).as("size, seed %d step %d", seed, step).isEqualTo(reference.size());
  }

  private void poll(int step) {
    Optional<Candidate> expected = reference.poll(gate);
    Optional<Candidate> polled = frontier.poll(gate);
    assertThat(polled.map(RandomSharkCrawl::withoutDepth))
        .as("poll, seed %d step %d", seed, step)
        .isEqualTo(expected.map(RandomSharkCrawl::withoutDepth));
    polled.ifPresent(
        candidate -> {
          closed.add(candidate.sequence());
          inFlight.add(candidate);
          gate.visitBegins(candidate.url());
        });
  }

  /** The depth is that of the nearest page, the rest that of the best. */
  private static Candidate withoutDepth(Candidate candidate) {
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        0,
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        candidate.pathState(),
        candidate.features());
  }

  private void land(Candidate landed) {
    gate.visitEnds(landed.url());
    if (random.nextInt(12) == 0) {
      frontier.abandon(landed, AbandonReason.FETCH_FAILED);
      reference.failed(landed);
      return;
    }
    double r = RELEVANCES[random.nextInt(RELEVANCES.length)];
    Set<Long> keyWords = new HashSet<>();
    List<Long> targets = new ArrayList<>();
    List<ScoredLink> links = new ArrayList<>();
    for (int url : targets(landed)) {
      boolean pending = known.containsKey(url);
      long number = number(url);
      targets.add(number);
      if (!closed.contains(number)) {
        links.add(link(url, number, landed, pending, keyWords));
      }
    }
    List<Candidate> offered = links.stream().map(ScoredLink::candidate).toList();
    long[] outLinks = targets.stream().mapToLong(Long::longValue).toArray();
    frontier.expand(visit(++visits, page(landed, "").withRelevance(r, true), outLinks), links);
    reference.crawled(landed, r, targets, offered, keyWords);
  }

  private Set<Integer> targets(Candidate from) {
    Set<Integer> targets = new LinkedHashSet<>();
    for (int i = random.nextInt(MOST_LINKS + 1); i > 0; i--) {
      int most = random.nextBoolean() ? URLS : URLS / 20; // some are popular
      int url = random.nextInt(most);
      if (!url(url).equals(from.url())) {
        targets.add(url);
      }
    }
    return targets;
  }

  private ScoredLink link(
      int url, long number, Candidate from, boolean pending, Set<Long> keyWords) {
    boolean keyWord = random.nextInt(4) == 0;
    if (keyWord) {
      keyWords.add(number);
    }
    double potential = POTENTIALS[random.nextInt(POTENTIALS.length)];
    var candidate =
        new Candidate(
            url(url),
            number,
            from.depth() + 1,
            potential,
            0,
            from.sequence(),
            PathState.of(random.nextInt(9)),
            LinkFeatures.NONE);
    return new ScoredLink(
        Link.of(candidate.url(), keyWord ? "laser" : "maser"), candidate, pending);
  }

  private long number(int url) {
    return known.computeIfAbsent(url, unused -> (long) known.size());
  }

  private static CrawlUrl url(int number) {
    return CrawlUrl.of("http://host" + number % HOSTS + ".example/" + number);
  }
}

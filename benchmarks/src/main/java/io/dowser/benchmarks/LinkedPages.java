package io.dowser.benchmarks;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Pages whose links lead to known URLs, except one; drawn before they are needed. */
final class LinkedPages {

  /** Links of each page. */
  static final int LINKS = 30;

  private static final int HOSTS = 10_000;
  private static final double[] RELEVANCES = {0.05, 0.2, 0.5};
  private static final Instant TIME = Instant.EPOCH;
  private static final Link ANCHOR =
      Link.of(new PendingUrls(1, 1).next().url(), "Introduction to the next section");

  private final int size;
  private final PendingUrls urls = new PendingUrls(HOSTS, 1);
  private final SplittableRandom random;
  private final List<Candidate> known = new ArrayList<>();
  private final BitSet closed = new BitSet();
  private final List<Drawn> drawn = new ArrayList<>();
  private long visits;

  /** A page to come. */
  private record Drawn(List<ScoredLink> links, Visit.OutLinks outLinks, double relevance) {}

  LinkedPages(int size, long seed) {
    this.size = size;
    this.random = new SplittableRandom(seed);
  }

  /** Has pages of new links visited until this many URLs are pending. */
  void fill(Frontier frontier) {
    Candidate seed = Candidate.seed(newUrl().url(), 0);
    frontier.seed(seed);
    while (frontier.size() < size) {
      Candidate polled = frontier.poll(HostGate.OPEN).orElseThrow();
      var links = new ArrayList<ScoredLink>();
      for (int i = 0; i < LINKS; i++) {
        links.add(link(newUrl(), false));
      }
      expand(frontier, polled, links, outLinks(links), 0.5);
    }
  }

  /**
   * Draws pages whose links lead to URLs that are pending now; those that are polled until then go.
   */
  void draw(int pages) {
    drawn.clear();
    known.removeIf(candidate -> closed.get((int) candidate.sequence()));
    for (int page = 0; page < pages; page++) {
      var links = new ArrayList<ScoredLink>(LINKS);
      var targets = new BitSet();
      for (int i = 1; i < LINKS; i++) {
        double place = random.nextDouble();
        int url = (int) (known.size() * (i % 2 == 0 ? place : place * place * place));
        if (!targets.get(url)) {
          targets.set(url);
          links.add(link(known.get(url), true));
        }
      }
      links.add(link(newUrl(), false));
      drawn.add(new Drawn(links, outLinks(links), RELEVANCES[random.nextInt(RELEVANCES.length)]));
    }
  }

  /** Visits a page that was drawn. */
  void expand(Frontier frontier, Candidate polled, int page) {
    Drawn next = drawn.get(page);
    closed.set((int) polled.sequence());
    var links = new ArrayList<ScoredLink>(LINKS);
    for (ScoredLink link : next.links()) {
      if (!closed.get((int) link.candidate().sequence())) {
        links.add(link);
      }
    }
    expand(frontier, polled, links, next.outLinks(), next.relevance());
  }

  private void expand(
      Frontier frontier,
      Candidate polled,
      List<ScoredLink> links,
      Visit.OutLinks outLinks,
      double relevance) {
    closed.set((int) polled.sequence());
    AnalyzedPage page = AnalyzedPage.builder(polled).build().withRelevance(relevance, true);
    var fetched =
        new FetchResult.Fetched(
            polled.url(),
            200,
            HttpHeaders.of(Map.of(), (name, value) -> true),
            Body.of(new byte[0]),
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    frontier.expand(
        new Visit(++visits, polled, page, fetched, TIME, outLinks, PathState.NONE), links);
  }

  private Candidate newUrl() {
    Candidate candidate = urls.next();
    known.add(candidate);
    return candidate;
  }

  private ScoredLink link(Candidate to, boolean pending) {
    double score = random.nextDouble() * 0.66;
    return new ScoredLink(
        ANCHOR,
        new Candidate(
            to.url(), to.sequence(), to.depth(), score, 0, visits, to.pathState(), to.features()),
        pending);
  }

  private static Visit.OutLinks outLinks(List<ScoredLink> links) {
    return Visit.OutLinks.of(
        links.stream().mapToLong(link -> link.candidate().sequence()).toArray());
  }
}

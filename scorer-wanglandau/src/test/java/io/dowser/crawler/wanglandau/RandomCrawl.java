package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A web drawn on the way: what a page links to depends on the page and the seed alone, so two
 * frontiers that poll the same see the same.
 */
final class RandomCrawl {

  private static final int URLS = 3_000;
  private static final int HOSTS = 12;
  private static final int MOST_LINKS = 9;

  private final long seed;
  private final Set<Long> known = new HashSet<>();
  private final Set<Long> polled = new HashSet<>();
  private final Map<Long, Candidate> pending = new LinkedHashMap<>();
  private long visits;

  RandomCrawl(long seed) {
    this.seed = seed;
  }

  List<Candidate> seeds() {
    List<Candidate> seeds = new ArrayList<>();
    for (long number = 0; number < 3; number++) {
      known.add(number);
      seeds.add(Candidate.seed(url(number), number));
    }
    seeds.forEach(seed -> pending.put(seed.sequence(), seed));
    return seeds;
  }

  void polled(Candidate candidate) {
    polled.add(candidate.sequence());
    pending.remove(candidate.sequence());
  }

  /** What was found and not polled, as a crawl keeps it. */
  Collection<Candidate> pending() {
    return pending.values();
  }

  /** The links of a polled page that were not polled. */
  List<ScoredLink> links(Candidate page) {
    var random = new SplittableRandom(seed * 1_000_003 + page.sequence());
    Map<Long, ScoredLink> links = new LinkedHashMap<>();
    for (int i = random.nextInt(MOST_LINKS + 1); i > 0; i--) {
      long target = random.nextInt(URLS);
      double score = random.nextInt(4) == 0 ? random.nextInt(6) / 5.0 : random.nextDouble();
      if (target != page.sequence() && !polled.contains(target)) {
        Candidate candidate =
            new Candidate(
                url(target),
                target,
                page.depth() + 1,
                score,
                0,
                page.sequence(),
                PathState.NONE,
                LinkFeatures.NONE);
        boolean isKnown = known.contains(target);
        if (links.putIfAbsent(target, CrawlFixtures.scoredLink(candidate, isKnown)) == null) {
          pending.merge(target, candidate, (held, found) -> found.goesBefore(held) ? found : held);
        }
      }
    }
    known.addAll(links.keySet());
    return List.copyOf(links.values());
  }

  Visit visit(Candidate page, List<ScoredLink> links) {
    double relevance = new SplittableRandom(seed ^ ~page.sequence()).nextDouble();
    long[] targets = links.stream().mapToLong(link -> link.candidate().sequence()).toArray();
    return CrawlFixtures.visit(
        ++visits, CrawlFixtures.page(page, "").withRelevance(relevance, true), targets);
  }

  private static CrawlUrl url(long number) {
    return CrawlUrl.of("http://host" + number * number % HOSTS + ".example/" + number);
  }
}

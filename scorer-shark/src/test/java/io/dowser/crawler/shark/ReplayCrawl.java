package io.dowser.crawler.shark;

import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Crawls a {@link ReplayWeb} as the engine does with one worker, with two differences: the links of
 * a page are discovered in random order, and those that lead out of the corpus are not there.
 */
final class ReplayCrawl {

  private final ReplayWeb<String> web;
  private final PageAnalyzer analyzer;
  private final LinkScorer scorer;
  private final Frontier frontier;
  private final Random random;
  private final Map<CrawlUrl, Long> known = new HashMap<>();
  private final Set<Long> closed = new HashSet<>();
  private final List<CrawlUrl> visited = new ArrayList<>();

  ReplayCrawl(
      ReplayWeb<String> web,
      PageAnalyzer analyzer,
      LinkScorer scorer,
      Frontier frontier,
      long seed) {
    this.web = web;
    this.analyzer = analyzer;
    this.scorer = scorer;
    this.frontier = frontier;
    this.random = new Random(seed);
  }

  /** Returns the URLs in the order of visits, at most this many. */
  List<CrawlUrl> run(int budget) {
    for (CrawlUrl seed : web.seeds()) {
      frontier.seed(Candidate.seed(seed, number(seed)));
    }
    Optional<Candidate> next = frontier.poll(HostGate.OPEN);
    while (next.isPresent()) {
      visit(next.get());
      next = visited.size() < budget ? frontier.poll(HostGate.OPEN) : Optional.empty();
    }
    return visited;
  }

  private void visit(Candidate candidate) {
    closed.add(candidate.sequence());
    visited.add(candidate.url());
    FetchResult.Fetched fetched = web.fetch(candidate.url());
    AnalyzedPage page = analyzer.analyze(fetched, candidate);
    PageScoring scoring = scorer.forPage(page);
    List<Link> links = bestLinks(page, scoring);
    Collections.shuffle(links, random);
    var scored = new ArrayList<ScoredLink>();
    long[] outLinks = new long[links.size()];
    for (int i = 0; i < outLinks.length; i++) {
      Link link = links.get(i);
      boolean pending = known.containsKey(link.target());
      outLinks[i] = number(link.target());
      if (!closed.contains(outLinks[i])) {
        scored.add(new ScoredLink(link, to(link, outLinks[i], candidate, scoring), pending));
      }
    }
    frontier.expand(
        new Visit(
            visited.size(),
            candidate,
            page,
            fetched,
            CrawlFixtures.TIME,
            Visit.OutLinks.of(outLinks),
            scoring.pathState()),
        scored);
  }

  /** One link for each target, that with the best score. */
  private List<Link> bestLinks(AnalyzedPage page, PageScoring scoring) {
    var best = new LinkedHashMap<CrawlUrl, Link>();
    var scores = new HashMap<CrawlUrl, Double>();
    for (Link link : page.links()) {
      if (web.urls().contains(link.target())
          && !link.target().equals(page.url())
          && scoring.drop(link).isEmpty()) {
        double score = scoring.score(link);
        if (score > scores.getOrDefault(link.target(), Double.NEGATIVE_INFINITY)) {
          scores.put(link.target(), score);
          best.put(link.target(), link);
        }
      }
    }
    return new ArrayList<>(best.values());
  }

  private static Candidate to(Link link, long sequence, Candidate from, PageScoring scoring) {
    return new Candidate(
        link.target(),
        sequence,
        from.depth() + 1,
        scoring.score(link),
        0,
        from.sequence(),
        scoring.pathState(),
        scoring.features(link));
  }

  private long number(CrawlUrl url) {
    return known.computeIfAbsent(url, unused -> (long) known.size());
  }
}

package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.internal.store.ReplayedVisit;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.internal.store.VisitReplay;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Replays all visits of a crawl into a new frontier, with those of their links that are still
 * pending, and then the URLs that later versions of pages have led to. What was in flight counts as
 * pending.
 */
final class FrontierRebuild {

  private final JournaledFrontier target;
  private final KnownUrls known;

  FrontierRebuild(JournaledFrontier target, KnownUrls known) {
    this.target = target;
    this.known = known;
  }

  void rebuild(StoreReader store, BooleanSupplier stopped) {
    store.readPendingSeeds((number, url) -> target.seed(Candidate.seed(CrawlUrl.of(url), number)));
    try (VisitReplay visits = store.visits(StoreReader.Place.START, known::add, stopped)) {
      for (Optional<ReplayedVisit> next = visits.next(); next.isPresent(); next = visits.next()) {
        report(next.get());
      }
    }
    store.readPendingLater(target::seed); // those in flight too, which have not ended
    target.takeJournal();
  }

  private void report(ReplayedVisit visit) {
    var candidate =
        new Candidate(
            visit.address(),
            visit.url(),
            visit.depth(),
            0,
            0,
            Candidate.NO_PARENT,
            PathState.NONE,
            LinkFeatures.NONE);
    AnalyzedPage page = FrontierReplay.page(candidate, visit);
    List<ScoredLink> pending =
        FrontierReplay.links(candidate, visit, page).stream()
            .filter(link -> !known.isClosed((int) link.candidate().sequence()))
            .toList();
    target.expand(FrontierReplay.visit(candidate, visit, page), pending);
  }
}

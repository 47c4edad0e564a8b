package io.dowser.examples.tutorial;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.store.StoredVisit;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Asks a person about pages near the threshold of the judge. */
final class Questions {

  private Questions() {}

  /** Asks about the visits after one, and returns the number of the last visit. */
  static long ask(CrawlHandle crawl, Path directory, long after, Predicate<StoredVisit> person) {
    long last = after;
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      for (StoredVisit visit : history.visits(after + 1, Long.MAX_VALUE)) {
        last = visit.number();
        if (Math.abs(visit.relevance() - 0.5) < 0.2) {
          crawl.answer(last, person.test(visit));
        }
      }
    }
    return last;
  }
}

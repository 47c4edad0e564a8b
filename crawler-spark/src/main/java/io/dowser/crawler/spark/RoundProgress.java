package io.dowser.crawler.spark;

import java.time.Duration;
import java.util.Locale;

/**
 * How far a crawl is after a round was committed.
 *
 * @param round the round, from 1
 * @param visited pages visited so far
 * @param relevant those of them that reached the judge's threshold
 * @param failed URLs that were given up so far because no page came of them
 * @param pending pending URLs
 * @param known distinct URLs seen so far
 * @param visitedInRound pages of this round
 * @param relevantInRound the relevant ones of them
 * @param fetching how long selection and fetching took
 * @param merging how long it took to merge and commit what came
 */
public record RoundProgress(
    int round,
    long visited,
    long relevant,
    long failed,
    long pending,
    long known,
    long visitedInRound,
    long relevantInRound,
    Duration fetching,
    Duration merging) {

  /** {@return a line for people} */
  public String toText() {
    return String.format(
        Locale.ROOT,
        "round %d committed: %,d pages, %,d of them relevant; so far %,d pages, %,d relevant, %,d"
            + " failed, %,d pending; fetched in %.1f s, merged in %.1f s",
        round,
        visitedInRound,
        relevantInRound,
        visited,
        relevant,
        failed,
        pending,
        fetching.toMillis() / 1e3,
        merging.toMillis() / 1e3);
  }
}

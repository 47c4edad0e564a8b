package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.store.StoreBatch;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The parts of a crawl that a record saves and restores.
 *
 * @param productToken the name under which robots.txt rules are looked up
 * @param pagesHandedOver returns a barrier that waits until the page sink has written all pages
 *     handed over so far
 */
public record RecordedParts(
    Frontier frontier,
    RelevanceJudge judge,
    LinkScorer scorer,
    Fetcher fetcher,
    InstantSource clock,
    String productToken,
    RobotsCache robotsCache,
    Supplier<StoreBatch.Barrier> pagesHandedOver) {}

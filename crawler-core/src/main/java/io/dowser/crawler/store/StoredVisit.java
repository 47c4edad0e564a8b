package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlUrl;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A visited page, as the store remembers it.
 *
 * @param number position in the order of visits, from 1
 * @param url what was asked for
 * @param page where the page came from; differs from {@code url} after a redirect
 * @param time when it was complete
 * @param relevance 0 to 1
 * @param relevant whether the judge's threshold was reached
 * @param score the key under which it waited; empty for a seed
 * @param depth links between it and a seed
 * @param bytes size of its body, decoded
 */
public record StoredVisit(
    long number,
    CrawlUrl url,
    CrawlUrl page,
    Instant time,
    double relevance,
    boolean relevant,
    OptionalDouble score,
    int depth,
    long bytes) {}

package io.dowser.crawler.store;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The first visit of a page, or a change that a later check has found.
 *
 * @param page where the page comes from, after redirects
 * @param kind what has happened
 * @param time when it was found, to the millisecond
 * @param version number of the version that is known since, 1 for that of the first visit
 * @param status HTTP status of the answer
 * @param bytes size of the body, decoded; 0 if the answer has no new version
 * @param relevance of that version, 0 to 1
 * @param relevant whether that version reached the judge's threshold
 * @param irrelevance why that version is not relevant whatever the judge returned; empty if that
 *     decided
 * @param distance of the texts before and after, as the number of different bits of their
 *     similarity hashes, 0 to 64; empty where there is no new version or no version before
 * @param linksAdded number of links that only the new version has
 * @param linksRemoved number of links that only the version before has
 * @param movedTo where a page that has moved redirects to, as it was resolved; else empty
 */
public record StoredChange(
    CrawlUrl page,
    Kind kind,
    Instant time,
    int version,
    int status,
    long bytes,
    double relevance,
    boolean relevant,
    Optional<Irrelevance> irrelevance,
    OptionalInt distance,
    int linksAdded,
    int linksRemoved,
    String movedTo) {

  /** What has happened to a page. */
  public enum Kind {
    /** It was visited for the first time. */
    VISITED,
    /** It has a new version. */
    CHANGED,
    /** Its URL answers 404 or 410. */
    GONE,
    /** Its URL redirects elsewhere. */
    MOVED,
    /** It is there again as it was, after it was gone or had moved. */
    BACK
  }
}

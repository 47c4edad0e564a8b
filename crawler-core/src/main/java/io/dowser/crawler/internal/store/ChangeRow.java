package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.FetchResult;
import java.time.Instant;

/**
 * A change that a recheck of a visited page has found.
 *
 * @param version the version of the page since the change
 * @param http the status of the response
 * @param bytes of the new version, 0 if there is none
 * @param distance of the similarity hashes of both texts, -1 if it is unknown
 * @param added number of links added
 * @param removed number of links removed
 * @param detail the target to which a page has moved, else empty
 */
public record ChangeRow(
    long url,
    Kind kind,
    Instant time,
    PageVersion version,
    int http,
    long bytes,
    int distance,
    int added,
    int removed,
    String detail) {

  /** The kind of change. */
  public enum Kind {
    /** There is another version. */
    CHANGED,
    GONE,
    MOVED,
    /** The page that was gone or had moved is there again, as it was. */
    BACK
  }

  public static ChangeRow changed(
      PageRow page, FetchResult.Fetched fetched, int distance, int added, int removed) {
    PageVersion version = page.version();
    return new ChangeRow(
        page.url(),
        Kind.CHANGED,
        version.fetched(),
        version,
        fetched.status(),
        fetched.body().size(),
        distance,
        added,
        removed,
        "");
  }

  /** Creates the row of a page that has no new version. */
  public static ChangeRow of(Kind kind, PageRow page, int http, String detail) {
    Instant time = page.rechecks().tried();
    return new ChangeRow(page.url(), kind, time, page.version(), http, 0, 0, 0, 0, detail);
  }
}

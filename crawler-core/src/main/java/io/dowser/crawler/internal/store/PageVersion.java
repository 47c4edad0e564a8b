package io.dowser.crawler.internal.store;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One version of a visited page.
 *
 * @param number 1 for the version that was visited first
 * @param fetched when it was fetched first
 * @param entityTag the {@code ETag} of the last response, unchanged
 * @param lastModified the {@code Last-Modified} of the last response, unchanged
 * @param digest of the body of the last response, see {@link #digest}
 * @param sameBytes whether that is the body with which it was fetched first, which archives have
 * @param textHash of the text by which checks compare the page, 0 if that is empty or unknown
 * @param similarity the similarity hash of that text
 * @param irrelevance the reason why it is not relevant whatever the judge returned
 * @param links the distinct targets of its links, sorted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PageVersion(
    int number,
    Instant fetched,
    @Nullable String entityTag,
    @Nullable String lastModified,
    byte[] digest,
    boolean sameBytes,
    long textHash,
    long similarity,
    double relevance,
    boolean relevant,
    Optional<Irrelevance> irrelevance,
    long[] links) {

  private static final int DIGEST_BYTES = 16;

  /**
   * Returns the version of a visit. An incomplete page has no validators, because a 304 would keep
   * it incomplete.
   */
  public static PageVersion of(Visit visit, long textHash, long similarity, long[] links) {
    HttpHeaders headers =
        isWhole(visit.fetched()) ? visit.fetched().headers() : FetchResult.NO_HEADERS;
    return new PageVersion(
        visit.version(),
        visit.time(),
        headers.firstValue("etag").orElse(null),
        headers.firstValue("last-modified").orElse(null),
        digest(visit.fetched().body()),
        true,
        textHash,
        similarity,
        visit.relevance(),
        visit.relevant(),
        visit.irrelevance(),
        links);
  }

  /** Returns whether all of a page came that another request would bring. */
  public static boolean isWhole(FetchResult.Fetched fetched) {
    return switch (fetched.truncation()) {
      case NONE, BYTE_LIMIT, RATIO_LIMIT -> true;
      case TIME_LIMIT, ABORTED -> false;
    };
  }

  /** Returns the first 16 bytes of the SHA-256 of a body: enough to find equal pages. */
  public static byte[] digest(Body body) {
    byte[] hash = Hashing.sha256().hashBytes(body.asByteBuffer()).asBytes();
    return Arrays.copyOf(hash, DIGEST_BYTES);
  }

  public boolean hasText(long hash) {
    return textHash == hash;
  }

  /** Returns whether it is a copy, so that it depends on another page whether it counts. */
  public boolean isDuplicate() {
    return irrelevance.equals(Optional.of(Irrelevance.DUPLICATE))
        || irrelevance.equals(Optional.of(Irrelevance.NEAR_DUPLICATE));
  }

  public boolean hasDigest(Body body) {
    return Arrays.equals(digest, digest(body));
  }

  /** Returns this version with the validators of a response with the bytes of the last one. */
  public PageVersion withValidators(HttpHeaders headers) {
    return with(
        headers.firstValue("etag").orElse(null),
        headers.firstValue("last-modified").orElse(null),
        links);
  }

  /** Returns this version with what may differ in a response with the same text. */
  public PageVersion withSameText(
      FetchResult.Fetched last, Optional<Irrelevance> reason, long[] targets) {
    return new PageVersion(
        number,
        fetched,
        last.headers().firstValue("etag").orElse(null),
        last.headers().firstValue("last-modified").orElse(null),
        digest(last.body()),
        sameBytes && hasDigest(last.body()),
        textHash,
        similarity,
        relevance,
        relevant,
        reason,
        targets);
  }

  /** Returns this version with the validators of a 304, which need not repeat those that hold. */
  public PageVersion notModified(HttpHeaders headers) {
    return with(
        headers.firstValue("etag").orElse(entityTag),
        headers.firstValue("last-modified").orElse(lastModified),
        links);
  }

  public PageVersion withoutValidators() {
    return with(null, null, links);
  }

  PageVersion withLinks(long[] targets) {
    return with(entityTag, lastModified, targets);
  }

  private PageVersion with(@Nullable String tag, @Nullable String modified, long[] targets) {
    return new PageVersion(
        number,
        fetched,
        tag,
        modified,
        digest,
        sameBytes,
        textHash,
        similarity,
        relevance,
        relevant,
        irrelevance,
        targets);
  }
}

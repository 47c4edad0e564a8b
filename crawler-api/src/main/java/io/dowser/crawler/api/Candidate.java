package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

/**
 * A pending URL in the frontier, with everything that travels with it.
 *
 * <pre>{@code
 * Candidate seed = Candidate.seed(CrawlUrl.of("https://www.example.org/"), 0);
 * }</pre>
 *
 * @param url the URL to fetch
 * @param sequence the number handed out when the URL was first seen, from 0 upwards without gaps;
 *     the same URL always has the same number, and of two equal scores the smaller number goes
 *     first
 * @param depth links between the URL and its nearest known seed, 0 for a seed
 * @param score key in the frontier, higher is fetched sooner; positive infinity for a seed,
 *     otherwise finite
 * @param tieBreak second key among equal scores, higher first; finite, 0 if the scorer has none; of
 *     this one and the score, a negative zero becomes zero
 * @param parent sequence number of the page whose link gave the score, or {@link #NO_PARENT}
 * @param pathState the state that the scorer attached to that page
 * @param features the features that a learning scorer left to score this link again
 */
public record Candidate(
    CrawlUrl url,
    long sequence,
    int depth,
    double score,
    double tieBreak,
    long parent,
    PathState pathState,
    LinkFeatures features) {

  /** The parent of a seed. */
  public static final long NO_PARENT = -1;

  /**
   * Checks what the component descriptions promise.
   *
   * @param url the URL to fetch
   * @param sequence the number handed out when the URL was first seen, from 0 upwards without gaps
   * @param depth links between the URL and its nearest known seed, 0 for a seed
   * @param score key in the frontier, higher is fetched sooner
   * @param tieBreak second key among equal scores, higher first
   * @param parent sequence number of the page whose link gave the score, or {@link #NO_PARENT}
   * @param pathState the state that the scorer attached to that page
   * @param features the features that a learning scorer left to score this link again
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Candidate {
    requireNonNull(url, "url");
    requireNonNull(pathState, "pathState");
    requireNonNull(features, "features");
    check(sequence >= 0, "sequence", sequence, "0 or more");
    check(depth >= 0, "depth", depth, "0 or more");
    check(parent >= NO_PARENT, "parent", parent, "a sequence number or " + NO_PARENT);
    check(score > Double.NEGATIVE_INFINITY, "score", score, "a number above negative infinity");
    check(Double.isFinite(tieBreak), "tieBreak", tieBreak, "finite");
    score += 0.0; // of the two zeros one remains: files know no other
    tieBreak += 0.0;
  }

  /**
   * {@return the candidate of a seed: depth 0, score positive infinity, no parent}
   *
   * @param url the seed
   * @param sequence its number
   */
  public static Candidate seed(CrawlUrl url, long sequence) {
    return new Candidate(
        url,
        sequence,
        0,
        Double.POSITIVE_INFINITY,
        0,
        NO_PARENT,
        PathState.NONE,
        LinkFeatures.NONE);
  }

  /** {@return whether this came from the list of seeds and not from a link} */
  public boolean isSeed() {
    return parent == NO_PARENT;
  }

  /**
   * {@return a copy of this candidate with another score}
   *
   * @param newScore the new key
   */
  public Candidate withScore(double newScore) {
    return new Candidate(url, sequence, depth, newScore, tieBreak, parent, pathState, features);
  }

  /**
   * {@return this candidate with another depth; this object itself if the depth is the same}
   *
   * @param newDepth links between the URL and its nearest known seed
   */
  public Candidate withDepth(int newDepth) {
    return newDepth == depth
        ? this
        : new Candidate(url, sequence, newDepth, score, tieBreak, parent, pathState, features);
  }

  /**
   * {@return whether this comes before another candidate: higher score, then higher tie-break, then
   * smaller sequence number}
   *
   * @param other the candidate to compare with
   */
  public boolean goesBefore(Candidate other) {
    int byScore = Double.compare(score, other.score);
    if (byScore != 0) {
      return byScore > 0;
    }
    int byTieBreak = Double.compare(tieBreak, other.tieBreak);
    return byTieBreak != 0 ? byTieBreak > 0 : sequence < other.sequence;
  }

  private static void check(boolean allowed, String name, Object value, String range) {
    if (!allowed) {
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
  }
}

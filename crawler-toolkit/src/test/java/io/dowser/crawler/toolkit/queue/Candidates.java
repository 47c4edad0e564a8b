package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.util.random.RandomGenerator;

/** Candidates for tests. */
final class Candidates {

  private Candidates() {}

  static Candidate candidate(String host, long sequence, double score) {
    CrawlUrl url = CrawlUrl.of("http://" + host + "/" + sequence);
    return new Candidate(url, sequence, 1, score, 0, 0, PathState.NONE, LinkFeatures.NONE);
  }

  /** A candidate of the given number with everything else drawn, few values so that many tie. */
  static Candidate random(RandomGenerator random, long sequence, int hosts) {
    double score = random.nextInt(4) == 0 ? -0.0 : random.nextInt(-5, 6) / 2.0;
    return new Candidate(
        CrawlUrl.of(url(sequence, hosts)),
        sequence,
        random.nextInt(6),
        score,
        random.nextInt(3) == 0 ? random.nextInt(-1, 2) : 0,
        random.nextInt(20),
        random.nextBoolean() ? PathState.NONE : PathState.of(random.nextInt(3), -1),
        random.nextInt(4) > 0 ? LinkFeatures.NONE : features(random));
  }

  /** The same URL for the same number, of any length and on one of several origins of a host. */
  static String url(long sequence, int hosts) {
    String port = sequence % 7 == 0 ? ":8080" : "";
    String scheme = sequence % 5 == 0 ? "https" : "http";
    String path = "p".repeat((int) (sequence * 31 % 97));
    return scheme + "://h" + sequence % hosts + port + "/" + path + "?n=" + sequence;
  }

  private static LinkFeatures features(RandomGenerator random) {
    return LinkFeatures.of(random.ints(1 + random.nextInt(8)).toArray());
  }
}

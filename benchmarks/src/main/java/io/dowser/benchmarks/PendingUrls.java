package io.dowser.benchmarks;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** Creates candidates as a crawl finds them: with URLs of 80 characters, spread over hosts. */
final class PendingUrls {

  /** Length of each URL, in characters. */
  static final int LENGTH = 80;

  private static final HexFormat HEX = HexFormat.of();
  private static final String START = "http://h";
  private static final int HOST_DIGITS = 6;
  private static final String PATH = ".example.test/documentation/reference/section";
  private static final long SCRAMBLE = 0x9E3779B97F4A7C15L; // odd, so no two numbers collide

  private final int hosts;
  private final SplittableRandom random;
  private long sequence;

  PendingUrls(int hosts, long seed) {
    this.hosts = hosts;
    this.random = new SplittableRandom(seed);
  }

  /** Creates a candidate that was not there before, with a random score of 0 to 1. */
  Candidate next() {
    String host = HEX.toHexDigits(random.nextInt(hosts), HOST_DIGITS);
    String page = HEX.toHexDigits(sequence * SCRAMBLE);
    CrawlUrl url = CrawlUrl.of(START + host + PATH + page + ".html");
    return candidate(url, random.nextDouble());
  }

  /** Creates another candidate of the same form, with a random score of 0 to 1 below this one. */
  Candidate after(Candidate polled) {
    return candidate(polled.url(), polled.score() - random.nextDouble());
  }

  /** Reads the number of the host. */
  static int host(CrawlUrl url) {
    int digits = START.length();
    return HexFormat.fromHexDigits(url.toString(), digits, digits + HOST_DIGITS);
  }

  private Candidate candidate(CrawlUrl url, double score) {
    return new Candidate(url, sequence++, 3, score, 0, 0, PathState.NONE, LinkFeatures.NONE);
  }
}

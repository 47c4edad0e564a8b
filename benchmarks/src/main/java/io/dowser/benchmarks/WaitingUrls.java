package io.dowser.benchmarks;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import java.util.SplittableRandom;

/** Makes candidates as a crawl finds them: with URLs of 80 characters, spread over hosts. */
final class WaitingUrls {

  /** Length of each URL, in characters. */
  static final int LENGTH = 80;

  /** Digits of the host's number in a URL begin here. */
  static final int HOST_DIGITS = "http://h".length();

  /** How many digits there are. */
  static final int DIGITS = 6;

  private static final String PATH = ".example.test/documentation/reference/chapter-";
  private static final String END = ".html";
  private static final int PAGE_DIGITS =
      LENGTH - HOST_DIGITS - DIGITS - PATH.length() - END.length();

  private final int hosts;
  private final SplittableRandom random;
  private long sequence;

  WaitingUrls(int hosts, long seed) {
    this.hosts = hosts;
    this.random = new SplittableRandom(seed);
  }

  /** Makes a candidate that was not there before, with a random score of 0 to 1. */
  Candidate next() {
    String host = Report.text("%0" + DIGITS + "d", random.nextInt(hosts));
    String page = Report.text("%0" + PAGE_DIGITS + "d", sequence);
    CrawlUrl url = CrawlUrl.of("http://h" + host + PATH + page + END);
    return candidate(url, random.nextDouble());
  }

  /** Makes another candidate of the same spelling, with a random score of 0 to 1 below this one. */
  Candidate after(Candidate polled) {
    return candidate(polled.url(), polled.score() - random.nextDouble());
  }

  /** Reads the number of the host. */
  static int host(CrawlUrl url) {
    return Integer.parseInt(url.toString(), HOST_DIGITS, HOST_DIGITS + DIGITS, 10);
  }

  private Candidate candidate(CrawlUrl url, double score) {
    return new Candidate(url, sequence++, 3, score, 0, 0, Carry.NONE, LinkFeatures.NONE);
  }
}

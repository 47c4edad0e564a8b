package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Measures what the schedule of hosts costs a request: the question whether the host is ready, the
 * begin, the end, the answer and the release, by a clock that goes from one to the next. A program
 * for the command line, not a test.
 */
final class HostScheduleCost {

  private static final int REQUESTS = 2_000_000;
  private static final int ROUNDS = 5;

  private HostScheduleCost() {}

  public static void main(String[] args) {
    for (int hosts : new int[] {10, 1_000, 100_000}) {
      for (int round = 0; round < ROUNDS; round++) {
        System.out.println(hosts + " hosts: " + nanosPerRequest(hosts) + " ns a request");
      }
    }
  }

  private static long nanosPerRequest(int hosts) {
    long[] clock = {0};
    PolitenessRules rules = Crawls.rules(Politeness.builder().delay(Duration.ofSeconds(1)).build());
    var schedule =
        new HostSchedule(
            new HostPoliteness(rules, Map.of()), null, new SplittableRandom(1), () -> clock[0]);
    CrawlUrl[] urls = new CrawlUrl[hosts];
    for (int i = 0; i < hosts; i++) {
      urls[i] = CrawlUrl.of("http://host-" + i + ".example/page");
    }
    long step = Duration.ofSeconds(1).toNanos() / hosts + 1;
    long start = System.nanoTime();
    for (int i = 0; i < REQUESTS; i++) {
      CrawlUrl url = urls[i % hosts];
      clock[0] += step;
      schedule.nanosToNextRelease();
      if (schedule.isReady(url)) {
        schedule.begin(url);
        schedule.end(url, null, Duration.ZERO);
        schedule.succeeded(url);
      }
    }
    return (System.nanoTime() - start) / REQUESTS;
  }
}

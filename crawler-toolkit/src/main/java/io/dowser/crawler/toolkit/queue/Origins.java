package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The beginnings of URLs up to their path, each kept once and counted.
 *
 * <p>They are found by host, because the URLs that come out of a table share their host string,
 * whose hash is known; the few origins of one host are a list.
 */
final class Origins {

  private final Map<String, Origin> byHost = new HashMap<>();
  private final FreeNumbers numbers = new FreeNumbers();
  private Origin[] byNumber = new Origin[16];
  private @Nullable Origin latest; // links come page by page, and many stay on their host

  /** Returns the origin of a URL, with one more user. */
  Origin acquire(CrawlUrl url) {
    Origin origin = latest;
    if (origin == null || !origin.root.hasOriginOf(url)) {
      origin = find(url);
      latest = origin;
    }
    origin.users++;
    return origin;
  }

  private Origin find(CrawlUrl url) {
    Origin origin = byHost.get(url.host());
    while (origin != null && !origin.root.hasOriginOf(url)) {
      origin = origin.next;
    }
    return origin == null ? create(url) : origin;
  }

  Origin get(int number) {
    Origin origin = byNumber[number];
    latest = origin;
    return origin;
  }

  void release(int number) {
    Origin origin = byNumber[number];
    origin.users--;
    if (origin.users == 0) {
      latest = null;
      byHost.computeIfPresent(origin.root.host(), (host, first) -> without(origin, first));
      numbers.giveBack(number);
    }
  }

  private Origin create(CrawlUrl url) {
    int number = numbers.take();
    if (number == byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, number + (number >> 1));
    }
    var origin = new Origin(number, CrawlUrl.of(url.origin() + "/", url));
    byNumber[number] = origin;
    origin.next = byHost.put(url.host(), origin);
    return origin;
  }

  private static @Nullable Origin without(Origin origin, Origin first) {
    if (first == origin) {
      return origin.next;
    }
    Origin before = first;
    while (before.next != null && before.next != origin) {
      before = before.next;
    }
    before.next = origin.next;
    return first;
  }

  /** Scheme, host and port of some URLs. */
  static final class Origin {
    final int number;
    final CrawlUrl root;
    final byte[] bytes;
    private @Nullable Origin next; // of the same host
    private int users;

    Origin(int number, CrawlUrl root) {
      this.number = number;
      this.root = root;
      this.bytes = root.origin().getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}

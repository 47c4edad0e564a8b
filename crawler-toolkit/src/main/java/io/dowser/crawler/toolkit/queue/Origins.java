package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The beginnings of URLs up to their path, each kept once and counted. */
final class Origins {

  private final Map<String, Origin> byName = new HashMap<>();
  private final FreeNumbers numbers = new FreeNumbers();
  private Origin[] byNumber = new Origin[16];
  private @Nullable Origin latest; // links come page by page, and many stay on their host

  /** Returns the origin of a URL, with one more user. */
  Origin acquire(CrawlUrl url) {
    Origin origin = latest;
    if (origin == null || !origin.root.hasOriginOf(url)) {
      origin = byName.computeIfAbsent(url.origin(), name -> create(name, url));
      latest = origin;
    }
    origin.users++;
    return origin;
  }

  private Origin create(String name, CrawlUrl url) {
    int number = numbers.take();
    if (number == byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, number + (number >> 1));
    }
    byNumber[number] = new Origin(number, CrawlUrl.of(name + "/", url));
    return byNumber[number];
  }

  Origin get(int number) {
    latest = byNumber[number];
    return byNumber[number];
  }

  void release(int number) {
    Origin origin = byNumber[number];
    origin.users--;
    if (origin.users == 0) {
      latest = null;
      byName.remove(origin.root.origin());
      numbers.giveBack(number);
    }
  }

  /** Scheme, host and port of some URLs. */
  static final class Origin {
    final int number;
    final CrawlUrl root;
    final byte[] bytes;
    private int users;

    Origin(int number, CrawlUrl root) {
      this.number = number;
      this.root = root;
      this.bytes = root.origin().getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
